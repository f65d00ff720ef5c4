// The tutorials' classes as plain Codable Swift, with the keys that the Objective-C classes use.
import KeyedArchives
import PropertyLists

final class Foo: Codable {
  var name: String
  @NumberObject var age: Int

  init(_ name: String, _ age: Int) {
    self.name = name
    self.age = age
  }
}

final class Bar: Codable {
  var foos: [Foo]

  init(_ foos: [Foo]) { self.foos = foos }
}

final class FlashCard: Codable {
  var question: String
  var answer: String
  var rightCount: Int
  var wrongCount: Int

  enum CodingKeys: String, CodingKey {
    case question = "Question"
    case answer = "Answer"
    case rightCount = "RightCount"
    case wrongCount = "WrongCount"
  }

  init(_ question: String, _ answer: String, _ right: Int, _ wrong: Int) {
    self.question = question
    self.answer = answer
    rightCount = right
    wrongCount = wrong
  }
}

final class FaveVO: Codable {
  var label: String
  var streetAddress = "1 Infinite Loop"
  var city = "Cupertino"
  var state = "CA"
  var zip = "95014"
  var lat: Double
  var lon: Double

  init(_ label: String, _ lat: Double, _ lon: Double) {
    self.label = label
    self.lat = lat
    self.lon = lon
  }
}

final class DataModel: Codable {
  var favesArray: [FaveVO]
  var currentFave: FaveVO?
  /// An int, despite its key.
  var faveIndex: Int

  enum CodingKeys: String, CodingKey {
    case favesArray, currentFave
    case faveIndex = "currentFaveIndexPath"
  }

  init(_ faves: [FaveVO], current: Int) {
    favesArray = faves
    currentFave = faves[current]
    faveIndex = current
  }
}

final class BNRItem: Codable {
  var itemName: String
  var serialNumber: String?
  var valueInDollars: Int
  var dateCreated: Date
  var itemKey: String?

  init(_ name: String, _ serial: String?, _ value: Int, _ key: String?) {
    itemName = name
    serialNumber = serial
    valueInDollars = value
    dateCreated = Date(timeIntervalSinceReferenceDate: 400_000_000)
    itemKey = key
  }
}
