// Tests of the apps' classes in archives: copies, shared instances, the current favorite, absent
// fields.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@testable import Encoding
@testable import Faves
@testable import FlashCards
@testable import Homepwner

@Suite("The classes of the sample apps")
struct ObjectTests {
  @Test("A copy of a Bar has copies of its Foos")
  func deepCopies() throws {
    let foo = Foo(name: "Juliana", age: 7)
    let bar = Bar(foos: [foo, foo])
    let copy = try bar.deepCopy()
    let foos = try #require(copy.foos)
    #expect(copy !== bar && foos[0] !== foo && foos[0] === foos[1])
    #expect(foos[0].name == "Juliana" && foos[0].age == 7)
    let copies = try #require(try Bar(copying: [foo, foo]).foos)
    #expect(copies.count == 2 && copies.allSatisfy { $0 !== foo && $0.age == 7 })
  }

  @Test("The current favorite is the object in the array after a round trip")
  func currentFave() throws {
    for index in [0, 1, nil] {
      let again = try roundTrip(DataModel([fave("A"), fave("A")], current: index), .binary)
      #expect(again.currentIndex == index && again.faves.count == 2)
      #expect(again.currentFave === index.map { again.faves[$0] })
    }
  }

  @Test("The index of the last current favorite stays when there is none")
  func lastIndex() throws {
    let model = DataModel([fave("A"), fave("B")], current: 1)
    model.clearCurrent()
    let again = try roundTrip(model, .xml)
    #expect(again.currentFave == nil && again.faveIndex == 1)
    #expect(again.log == "DataModel currentFave: (null) faveIndex: 1")
  }

  @Test("The index of the current favorite is an int in the archive", arguments: formats)
  func index(format: PlistFormat) throws {
    let data = try archive(DataModel([fave("A"), fave("B")], current: 1), format)
    #expect(try model(in: Plist(data))["currentFaveIndexPath"] == 1)
  }

  @Test("The index path of earlier versions is read as the index", arguments: formats)
  func indexPath(format: PlistFormat) throws {
    let data = try archive(EarlierDataModel(faves: [fave("A"), fave("B")], current: 1), format)
    let model = try KeyedUnarchiver.unarchivedObject(of: DataModel.self, from: data)
    #expect(model.currentIndex == 1 && model.currentFave === model.faves[1])
    #expect(try self.model(in: Plist(archive(model, format)))["currentFaveIndexPath"] == 1)
  }

  @Test("An index beyond the favorites counts as none")
  func indexBeyondArray() {
    #expect(DataModel([fave("A")], current: 1).currentFave == nil)
    #expect(DataModel([], current: -1).currentFave == nil)
  }

  @Test("A new favorite is the first and current, and a copy is a distinct object")
  func changes() {
    let model = DataModel()
    for label in ["A", "B"] { model.add(fave(label)) }
    #expect(model.faves.map(\.label) == ["B", "A"] && model.currentFave === model.faves[0])
    model.select(1)
    model.copy(0)
    #expect(model.faves.map(\.label) == ["B", "A", "B"] && model.faves[2] !== model.faves[0])
    #expect(model.currentFave === model.faves[1] && model.faveIndex == 1)
    model.clearCurrent()
    #expect(model.currentFave == nil && model.faveIndex == 1)
  }

  @Test("A nil survives in an archive", arguments: formats)
  func absent(format: PlistFormat) throws {
    let foo = try roundTrip(Foo(name: nil, age: nil), format)
    #expect(foo.name == nil && foo.age == nil)
    #expect(try roundTrip(Bar(foos: nil), format).foos == nil)
    let model = try roundTrip(DataModel(nil), format)
    #expect(model.favesArray == nil && model.currentFave == nil && model.faveIndex == 0)
    let fave = try roundTrip(
      FaveVO(
        label: nil, streetAddress: nil, city: nil, state: nil, zip: nil, lat: 1, lon: 2), format)
    let texts = [fave.label, fave.streetAddress, fave.city, fave.state, fave.zip]
    #expect(texts == [nil, nil, nil, nil, nil] && fave.lat == 1)
    let card = try roundTrip(FlashCard(question: nil, answer: nil), format)
    #expect(card.question == nil && card.answer == nil)
    let item = try roundTrip(
      BNRItem(itemName: nil, serialNumber: nil, dateCreated: nil, itemKey: nil), format)
    #expect([item.itemName, item.serialNumber, item.itemKey] == [nil, nil, nil])
    #expect(
      item.dateCreated == nil && item.description == "(no name), no serial number, $0, no date")
  }

  static let formats = [PlistFormat.xml, .binary]

  private func archive<T: Codable>(_ object: T, _ format: PlistFormat) throws -> Data {
    var options = ArchivingOptions()
    options.outputFormat = format
    return try KeyedArchiver.archivedData(root: object, options: options)
  }

  private func roundTrip<T: Codable>(_ object: T, _ format: PlistFormat) throws -> T {
    try KeyedUnarchiver.unarchivedObject(of: T.self, from: archive(object, format))
  }

  private func model(in plist: Plist) throws -> Plist {
    let objects = try #require(plist["$objects"]?.elements)
    return try #require(objects.first { $0["currentFaveIndexPath"] != nil })
  }

  private func fave(_ label: String) -> FaveVO {
    FaveVO(label: label, streetAddress: "", city: "", state: "", zip: "", lat: 0.5, lon: -0.5)
  }
}

/// The archive of earlier versions of Faves. The favorite is a copy, so that only the index path
/// determines which one is current.
private final class EarlierDataModel: KeyedCoding, Archivable {
  static var archivedClassName: String { "DataModel" }
  let faves: [FaveVO]
  let index: Int

  init(faves: [FaveVO], current index: Int) {
    self.faves = faves
    self.index = index
  }

  init(coder: UnarchivingCoder) throws {
    faves = []
    index = 0
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(faves, forKey: "favesArray")
    try coder.encode(FaveVO(copying: faves[index]), forKey: "currentFave")
    try coder.encode(ArchivedIndexPath([index]), forKey: "currentFaveIndexPath")
  }
}
