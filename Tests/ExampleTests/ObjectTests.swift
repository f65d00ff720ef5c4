// The classes of Encoding and Faves in archives: copies, shared instances, the current favourite.

import KeyedArchives
import Testing

@testable import Encoding
@testable import Faves

@Suite("The classes of the sample apps")
struct ObjectTests {
  @Test("a copy of a Bar has copies of its Foos")
  func deepCopies() throws {
    let foo = Foo(name: "Juliana", age: 7)
    let bar = Bar(foos: [foo, foo])
    let copy = try bar.deepCopy()
    #expect(copy !== bar && copy.foos[0] !== foo && copy.foos[0] === copy.foos[1])
    #expect(copy.foos[0].name == "Juliana" && copy.foos[0].age == 7)
    let copies = try Bar(copying: [foo, foo])
    #expect(copies.foos.count == 2 && copies.foos.allSatisfy { $0 !== foo && $0.age == 7 })
  }

  @Test("the current favourite is the object in the array after it was archived")
  func currentFave() throws {
    for index in [0, 1, nil] {
      let data = try KeyedArchiver.archivedData(
        root: DataModel([fave("A"), fave("A")], current: index))
      let again = try KeyedUnarchiver.unarchivedObject(of: DataModel.self, from: data)
      #expect(again.faveIndex == index && again.favesArray.count == 2)
      #expect(again.currentFave === index.map { again.favesArray[$0] })
    }
  }

  @Test("an index beyond the favourites counts as none")
  func foreignIndex() {
    #expect(DataModel([fave("A")], current: 1).currentFave == nil)
    #expect(DataModel([], current: -1).currentFave == nil)
  }

  @Test("a change of the favourites leaves what was there before as it was")
  func changes() {
    let model = DataModel().adding(fave("A")).adding(fave("B"))
    #expect(model.favesArray.map(\.label) == ["B", "A"] && model.faveIndex == 0)
    let more = model.selecting(1).copying(0).clearingCurrent()
    #expect(more.favesArray.map(\.label) == ["B", "A", "B"] && more.currentFave == nil)
    #expect(more.favesArray[2] !== more.favesArray[0] && model.favesArray.count == 2)
  }

  private func fave(_ label: String) -> FaveVO {
    FaveVO(label: label, streetAddress: "", city: "", state: "", zip: "", lat: 0.5, lon: -0.5)
  }
}
