// Small archives that are created here, in binary and in XML: the input for damage where no other
// archives exist.
import Foundation
import KeyedArchives
import PropertyLists

/// Archives of small graphs of every kind.
enum OwnArchives {
  /// Each archive with a name, in both formats.
  static func all() throws -> [(name: String, bytes: [UInt8])] {
    try [PlistFormat.binary, .xml].flatMap { format in
      var options = ArchivingOptions()
      options.outputFormat = format
      return try graphs().map { name, graph in
        let data = try KeyedArchiver.archivedData(root: AnyGraph(graph), options: options)
        return ("\(name), \(format)", [UInt8](data))
      }
    }
  }

  private static func graphs() -> [(String, any Encodable)] {
    let attributes = ArchivedDictionary([.init(.text("NSLink"), value: .text("http://example.com"))]
    )
    let runs = [
      ArchivedAttributedString.Run(length: 2, attributes: attributes),
      ArchivedAttributedString.Run(length: 3, attributes: ArchivedDictionary()),
    ]
    let text = ArchivedAttributedString("hello", runs: runs)
    let base = ArchivedURL("http://example.com/")
    let info = ArchivedDictionary([
      .init(.text("url"), value: .object(ArchivedURL("a", base: base)))
    ])
    return [
      ("fields", fields), ("links", links), ("attributed string", text),
      ("URLs in a dictionary", info),
      ("index set", ArchivedIndexSet([3..<5, 90..<1_090])),
      ("index path", ArchivedIndexPath([1, 200, 30_000])),
      ("counted set", ArchivedSet([.text("a"), .integer(7)], counts: [2, 1])),
      (
        "values", ["one": [Date(timeIntervalSinceReferenceDate: 1)], "two": []] as [String: [Date]]
      ),
    ]
  }

  private static var fields: HostileHub {
    let hub = HostileHub()
    (hub.bool, hub.int, hub.double, hub.text) = (true, 300, 1.5, "text")
    (hub.date, hub.data) = (Date(timeIntervalSinceReferenceDate: 2), Data([1, 2, 3]))
    (hub.url, hub.uuid, hub.decimal) = (URL(string: "http://example.com"), UUID(), 12.5)
    (hub.kind, hub.numbers) = (.more(.none), [1, 2])
    (hub.point, hub.figure) = (HostilePoint(x: 1, y: 2), HostilePoint(x: 3, y: 4))
    return hub
  }

  private static var links: HostileHub {
    let (hub, other) = (HostileHub(), HostileHub())
    (hub.next, hub.list, hub.map) = (other, [other, nil], ["key": other])
    (other.link, other.weakLink) = (hub, hub)
    hub.kind = .object(other, name: "name")
    return hub
  }
}

/// A graph of any type, archived as itself.
private struct AnyGraph: Encodable {
  let graph: any Encodable

  init(_ graph: any Encodable) { self.graph = graph }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(graph)
  }
}
