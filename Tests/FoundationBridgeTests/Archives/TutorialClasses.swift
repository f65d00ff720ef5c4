// The classes of well-known iOS tutorials, as programs with Foundation declare them, with their
// keys.
import Foundation

/// A person.
class Foo: NSObject, NSCoding {
  var name: String?
  var age: NSNumber?

  init(_ name: String, _ age: Int) {
    self.name = name
    self.age = NSNumber(value: age)
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(forKey: "name") as? String
    age = coder.decodeObject(forKey: "age") as? NSNumber
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(age, forKey: "age")
  }
}

/// Persons in a mutable array.
final class Bar: NSObject, NSCoding {
  var foos: NSMutableArray

  init(_ foos: [Foo]) { self.foos = NSMutableArray(array: foos) }

  required init?(coder: NSCoder) {
    foos = coder.decodeObject(forKey: "foos") as? NSMutableArray ?? NSMutableArray()
  }

  func encode(with coder: NSCoder) { coder.encode(foos, forKey: "foos") }
}

/// A question and its answer.
final class FlashCard: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var question: String
  var answer: String
  var rightCount: Int32
  var wrongCount: Int32

  init(_ question: String, _ answer: String, _ rightCount: Int32, _ wrongCount: Int32) {
    self.question = question
    self.answer = answer
    self.rightCount = rightCount
    self.wrongCount = wrongCount
  }

  required init?(coder: NSCoder) {
    guard let question = coder.decodeObject(of: NSString.self, forKey: "Question"),
      let answer = coder.decodeObject(of: NSString.self, forKey: "Answer")
    else { return nil }
    self.question = question as String
    self.answer = answer as String
    rightCount = coder.decodeInt32(forKey: "RightCount")
    wrongCount = coder.decodeInt32(forKey: "WrongCount")
  }

  func encode(with coder: NSCoder) {
    coder.encode(question, forKey: "Question")
    coder.encode(answer, forKey: "Answer")
    coder.encode(rightCount, forKey: "RightCount")
    coder.encode(wrongCount, forKey: "WrongCount")
  }
}

/// A favorite location.
final class FaveVO: NSObject, NSCoding {
  var label: String
  var lat: Double
  var lon: Double

  init(_ label: String, _ lat: Double, _ lon: Double) {
    self.label = label
    self.lat = lat
    self.lon = lon
  }

  required init?(coder: NSCoder) {
    label = coder.decodeObject(forKey: "label") as? String ?? ""
    lat = coder.decodeDouble(forKey: "lat")
    lon = coder.decodeDouble(forKey: "lon")
  }

  func encode(with coder: NSCoder) {
    coder.encode(label, forKey: "label")
    coder.encode(lat, forKey: "lat")
    coder.encode(lon, forKey: "lon")
  }
}

/// Locations, one of which is current.
final class DataModel: NSObject, NSCoding {
  var favesArray: [FaveVO]
  var currentFave: FaveVO?
  var faveIndex: Int32

  init(_ faves: [FaveVO], current: Int) {
    favesArray = faves
    currentFave = faves[current]
    faveIndex = Int32(current)
  }

  required init?(coder: NSCoder) {
    favesArray = coder.decodeObject(forKey: "favesArray") as? [FaveVO] ?? []
    currentFave = coder.decodeObject(forKey: "currentFave") as? FaveVO
    // An int, despite its key.
    faveIndex = coder.decodeInt32(forKey: "currentFaveIndexPath")
  }

  func encode(with coder: NSCoder) {
    coder.encode(favesArray, forKey: "favesArray")
    coder.encode(currentFave, forKey: "currentFave")
    coder.encode(faveIndex, forKey: "currentFaveIndexPath")
  }
}

/// A possession.
final class BNRItem: NSObject, NSCoding {
  var itemName: String
  var serialNumber: String?
  var valueInDollars: Int
  var dateCreated: Date
  var itemKey: String?

  init(_ name: String, _ serial: String?, _ value: Int, _ created: Date, _ key: String?) {
    itemName = name
    serialNumber = serial
    valueInDollars = value
    dateCreated = created
    itemKey = key
  }

  required init?(coder: NSCoder) {
    itemName = coder.decodeObject(forKey: "itemName") as? String ?? ""
    serialNumber = coder.decodeObject(forKey: "serialNumber") as? String
    valueInDollars = coder.decodeInteger(forKey: "valueInDollars")
    dateCreated = coder.decodeObject(forKey: "dateCreated") as? Date ?? .distantPast
    itemKey = coder.decodeObject(forKey: "itemKey") as? String
  }

  func encode(with coder: NSCoder) {
    coder.encode(itemName, forKey: "itemName")
    coder.encode(serialNumber, forKey: "serialNumber")
    coder.encode(valueInDollars, forKey: "valueInDollars")
    coder.encode(dateCreated, forKey: "dateCreated")
    coder.encode(itemKey, forKey: "itemKey")
  }
}
