// Tests of the names that archives may have for classes of a program.
import FoundationBridge
import KeyedArchives
import Testing

enum Album {
  final class Stamp: NSObject, NSCoding {
    let year: Int

    init(_ year: Int) { self.year = year }

    required init?(coder: NSCoder) { year = coder.decodeInteger(forKey: "Year") }

    func encode(with coder: NSCoder) { coder.encode(year, forKey: "Year") }
  }
}

@Suite("Names of NSCoding classes")
struct ClassNameTests {
  private func read(named name: String) throws -> Album.Stamp? {
    var names = ArchivedClassNames()
    names.set(name, for: Album.Stamp.self)
    let data = try NSCodingArchiver.archivedData(root: Album.Stamp(1850), classNames: names)
    return try NSCodingUnarchiver.unarchivedObject(ofClass: Album.Stamp.self, from: data)
  }

  @Test(
    "A class is known by the names of both runtimes, nested in any kind of type",
    arguments: [
      "Stamp", "FoundationBridgeTests.Album.Stamp", "_TtCO21FoundationBridgeTests5Album5Stamp",
    ])
  func runtimeNames(_ name: String) throws {
    #expect(try read(named: name)?.year == 1850)
  }

  @Test("An unknown name is rejected")
  func unknownName() {
    let error = #expect(throws: ArchiveError.self) {
      try read(named: "_TtC21FoundationBridgeTests5Stamp")
    }
    #expect(error?.code == .unexpectedClass)
  }
}
