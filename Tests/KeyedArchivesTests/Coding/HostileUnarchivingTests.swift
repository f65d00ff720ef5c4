// Tests of unarchiving damaged and malicious archives: an error, without delay.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

private final class Node: Codable {
  var name: String
  var number = 1.5
  var kids: [Node] = []
  var map: [String: Node] = [:]
  @Reference var parent: Node?
  var date: Date? = Date(timeIntervalSinceReferenceDate: 1)
  init(_ name: String) { self.name = name }
}

private indirect enum Deep: Codable, Sendable {
  case more(Deep)
  case end
}

private func archive(_ slots: [Plist], top: Plist = uid(1)) throws -> Data {
  try archivePlist(slots, root: top).encoded(as: .binary)
}

private func record(_ name: String) -> Plist {
  ["$classname": .string(name), "$classes": [.string(name), "NSObject"]]
}

@Suite("Unarchiving hostile archives")
struct HostileUnarchivingTests {
  @Test("A reference to no object is rejected, with the path")
  func references() throws {
    let data = try archive([
      "$null", ["name": uid(9), "$class": uid(2)], record("Node"),
    ])
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(of: Node.self, from: data)
    }
    #expect(error?.code == .referenceOutOfRange)
    #expect(error?.path.description == "$objects[1].name")
    #expect(
      unarchivingCode(Node.self, try archive(["$null"], top: uid(4_294_967_295)))
        == .referenceOutOfRange
    )
  }

  @Test("A class that is not a class record is rejected")
  func classes() throws {
    #expect(unarchivingCode(Node.self, try archive(["$null", ["$class": uid(1)]])) != nil)
    #expect(unarchivingCode(Node.self, try archive(["$null", ["$class": uid(7)]])) != nil)
    #expect(unarchivingCode(Node.self, try archive(["$null", ["$class": 3]])) != nil)
    #expect(unarchivingCode(Node.self, try archive(["$null", ["$class": uid(2)], "Node"])) != nil)
    #expect(unarchivingCode(Node.self, try archive(["$null", 5])) != nil)
    #expect(
      unarchivingCode(Node.self, try archive(["$null", ["$class": uid(2)], record("Other")]))
        == .unexpectedClass)
  }

  @Test("Collections inside themselves, and of uneven length, are rejected")
  func collections() throws {
    let own: [Plist] = [
      "$null", ["NS.objects": [uid(1)], "$class": uid(2)], record("NSArray"),
    ]
    #expect(unarchivingCode([[[Int]]].self, try archive(own)) != nil)
    #expect(unarchivingCode([Node].self, try archive(own)) != nil)
    let uneven: [Plist] = [
      "$null",
      [
        "NS.keys": [uid(3), uid(3)], "NS.objects": [uid(3)],
        "$class": uid(2),
      ],
      record("NSDictionary"), "key",
    ]
    #expect(unarchivingCode([String: String].self, try archive(uneven)) == .unevenMembers)
  }

  @Test(
    "A cycle of plain links is rejected, however long it is",
    arguments: [1, 2, 31, 33, 100, 20_000])
  func cycles(length: Int) throws {
    final class Ring: Codable {
      var next: Ring?
    }
    var objects: [Plist] = ["$null"]
    for slot in 1...length {
      let next = UInt32(slot == length ? 1 : slot + 1)
      objects.append(["next": uid(next), "$class": uid(length + 1)])
    }
    objects.append(record("Ring"))
    #expect(unarchivingCode(Ring.self, try archive(objects)) == .cycle)
  }

  @Test("Shared arrays that would expand hugely are rejected, or read within the limit")
  func bombs() throws {
    var objects: [Plist] = ["$null"]
    for slot in 1...40 {
      objects.append([
        "NS.objects": .array(Array(repeating: uid(slot + 1), count: 10)),
        "$class": uid(42),
      ])
    }
    objects += ["end", record("NSArray")]
    indirect enum Nested: Codable {
      case list([Nested])
      case text(String)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
          self = .text(text)
        } else {
          self = .list(try container.decode([Nested].self))
        }
      }
    }
    #expect(unarchivingCode(Nested.self, try archive(objects)) == .expansionLimit)
  }

  @Test("Values that are nested too deep are rejected on any stack, when written and read")
  func deepValues() throws {
    var deep = Deep.end
    for _ in 0..<600 { deep = .more(deep) }
    let value = deep
    #expect(throws: ArchiveError.self) { try KeyedArchiver.archivedData(root: value) }
    try onSmallStack {
      var options = ArchivingOptions()
      options.maximumDepth = 100_000
      var deep = Deep.end
      for _ in 0..<2000 * Sanitizer.stackFactor { deep = .more(deep) }
      let (value, limit) = (deep, options)
      #expect(throws: ArchiveError.self) {
        try KeyedArchiver.archivedData(root: value, options: limit)
      }
    }
  }

  @Test("Every change of a byte of an archive is read or rejected")
  func changedBytes() throws {
    let root = Node("root")
    root.kids = [Node("a"), Node("b")]
    root.map = ["k": root.kids[0]]
    for kid in root.kids { kid.parent = root }
    let bytes = [UInt8](try KeyedArchiver.archivedData(root: root))
    for offset in bytes.indices {
      for change in [1, 2, 0x10, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[offset] ^= change
        _ = try? KeyedUnarchiver.unarchivedObject(of: Node.self, from: Data(changed))
      }
    }
    for length in bytes.indices {
      _ = try? KeyedUnarchiver.unarchivedObject(of: Node.self, from: Data(bytes[..<length]))
    }
  }
}
