// The families of files for which cost is measured: each exists in any size, and some way to read
// or write would find it expensive.
import Foundation
import PropertyLists

/// Files of one kind in all sizes.
struct CostFamily {
  var name: String
  var isArchive = false
  /// A file of about a number of bytes.
  var make: (Int) -> [UInt8]

  // CostConsumers.swift and CostDoors.swift have their consumers.
  static var all: [CostFamily] { ordinary + sharing + keys + nesting + archives }

  // MARK: Property lists

  private static var ordinary: [CostFamily] {
    [
      CostFamily(name: "strings") { size in
        xml("<array>" + repeated("<string>text</string>", size) + "</array>")
      },
      CostFamily(name: "integers in binary") { size in
        let count = size / 4
        var file = CostFile(width: 3)
        file.objects = [file.array((0..<count).map { 1 + $0 % 250 })]
        for value in 0..<250 { file.objects.append([0x10, UInt8(value)]) }
        return file.bytes
      },
      CostFamily(name: "a long text") { size in
        xml("<array><string>\(String(repeating: "x", count: size))</string></array>")
      },
      CostFamily(name: "text to escape") { size in
        xml("<array><string>\(String(repeating: "&amp;", count: size / 5))</string></array>")
      },
    ]
  }

  private static var sharing: [CostFamily] {
    [
      CostFamily(name: "shared text") { size in
        // One text with as many uses as the limit allows.
        let uses = max(100, size / 8)
        let length = min(size / 2, max(1, 63 * (1 << 20) / 4 / uses + 30))
        var file = CostFile(width: 4)
        file.objects = [
          file.array([Int](repeating: 1, count: uses)),
          CostFile.head(0x50, length) + [UInt8](repeating: 0x78, count: length),
        ]
        return file.bytes
      },
      CostFamily(name: "shared arrays") { size in
        // One array of numbers with as many uses as the limit allows.
        let inner = max(100, size / 8)
        let outer = max(1, min(size / 8, (15 << 20) / 16 / inner))
        var file = CostFile(width: 4)
        file.objects = [
          file.array([Int](repeating: 1, count: outer)),
          file.array([Int](repeating: 2, count: inner)), [0x10, 1],
        ]
        return file.bytes
      },
      CostFamily(name: "a bomb of text") { size in
        let text = [UInt8](repeating: 0x78, count: max(100, size))
        var file = CostFile(width: 2)
        file.objects = (1...3).map { file.array([Int](repeating: $0, count: 157)) }
        file.objects.append(CostFile.head(0x50, text.count) + text)
        file.offsetWidth = 4
        return file.bytes
      },
      CostFamily(name: "objects of one byte") { size in
        var file = CostFile(width: 4)
        file.offsetWidth = 1
        file.claimedOffsets = [8] + [Int](repeating: 9, count: max(1, size - 40))
        file.objects = [[0x08], [0x09]]
        return file.bytes
      },
    ]
  }

  private static var keys: [CostFamily] {
    [
      CostFamily(name: "a huge key, many errors") { size in
        let key = String(repeating: "k", count: size / 2)
        return xml(
          "<dict><key>\(key)</key><array>" + repeated("<string>a</string>", size / 2)
            + "</array></dict>")
      },
      CostFamily(name: "many keys") { size in
        xml(
          "<dict>" + (0..<size / 32).map { "<key>key \($0)</key><true/>" }.joined() + "</dict>")
      },
      CostFamily(name: "runs of 128 marks") { size in
        xml(
          "<dict>"
            + (0..<size / 300).map { "<key>\($0)\(marks(128))</key><true/>" }.joined()
            + "</dict>")
      },
      CostFamily(name: "a run of marks") { size in
        xml("<dict><key>a\(marks(size / 2))</key><true/><key>b</key><true/></dict>")
      },
      CostFamily(name: "colliding keys") { size in
        // For a hash that reads the first, the middle and the last 32 units.
        let (head, tail) = (String(repeating: "A", count: 40), String(repeating: "A", count: 152))
        return xml(
          "<dict>"
            + (0..<size / 224).map { "<key>\(head)\($0 + 10_000_000)\(tail)</key><true/>" }.joined()
            + "</dict>")
      },
      CostFamily(name: "keys with accents") { size in
        xml(
          "<dict>"
            + (0..<size / 36).map { "<key>cle\u{301} \($0)</key><true/>" }.joined() + "</dict>")
      },
    ]
  }

  private static var nesting: [CostFamily] {
    [
      CostFamily(name: "deep levels") { size in
        let deep =
          String(repeating: "<array>", count: 500) + "<true/>"
          + String(repeating: "</array>", count: 500)
        return xml("<array>" + repeated(deep, size) + "</array>")
      },
      CostFamily(name: "errors at depth") { size in
        let start = String(repeating: "<dict><key>k</key>", count: 400)
        let end = String(repeating: "</dict>", count: 400)
        return xml(
          start + "<array>" + repeated("<string>a</string>", size) + "</array>" + end)
      },
    ]
  }

  // MARK: Archives

  private static var archives: [CostFamily] {
    [
      archive("archived strings", ["NSArray"]) { size in
        let count = max(1, size / 40)
        return [list((0..<count).map { $0 + 3 })] + (0..<count).map { .text("text \($0)") }
      },
      archive("one text by references", ["NSArray"]) { size in
        let uses = max(10, size / 16)
        let length = min(size / 2, max(1, (15 << 20) / uses))
        return [
          list([Int](repeating: 3, count: uses)), .text(String(repeating: "x", count: length)),
        ]
      },
      archive("shared inline arrays", ["Other"]) { size in
        let inner = BinaryObject.array(
          [BinaryObject](repeating: .int(1), count: max(10, size / 8)))
        let outer = max(1, min(size / 8, (10 << 20) / 16 / max(10, size / 8)))
        return [
          .record(["list": .array([BinaryObject](repeating: inner, count: outer))], ofClass: 1)
        ]
      },
      archive("counted sets", ["NSArray", "NSCountedSet"]) { size in
        let count = max(1, size / 90)
        return [list((0..<count).map { $0 + 4 })]
          + (0..<count).map { _ in
            .record(
              ["NS.count": .int(1), "NS.object0": .uid(0), "NS.count0": .int(1_000_000)],
              ofClass: 2)
          }
      },
      archive("descending ranges", ["NSIndexSet"]) { size in
        let count = max(1, size / 5)
        let packed = (0..<count).reversed().flatMap { number -> [UInt8] in
          varint(number * 4) + varint(1)
        }
        return [
          .record(["NSRangeCount": .int(count), "NSRangeData": .data(packed)], ofClass: 1)
        ]
      },
      archive("many fields", ["Wide"]) { size in
        var fields: [String: BinaryObject] = [:]
        for number in 0..<max(1, size / 32) { fields["field \(number)"] = .uid(0) }
        return [.record(fields, ofClass: 1)]
      },
      archive("many fields in a chain", ["Fields"]) { size in
        // A chain with a wide object at its end that refers to as many small ones.
        let count = max(1, size / 60)
        let chain = (0..<20).map { BinaryObject.record(["next": .uid($0 + 3)], ofClass: 1) }
        var fields: [String: BinaryObject] = [:]
        for number in 0..<count { fields["field \(number)"] = .uid(23 + number) }
        let small = (0..<count).map { _ in BinaryObject.record([:], ofClass: 1) }
        return chain + [.record(fields, ofClass: 1)] + small
      },
      archive("runs of attributes", ["NSAttributedString", "NSArray", "NSDictionary"]) { size in
        // A run and a dictionary for each character, each with another value.
        let count = max(1, size / 120)
        let runs = (0..<count).flatMap { varint(1) + varint($0) }
        let first = 9
        func object(_ fields: [String: BinaryObject], _ number: Int) -> BinaryObject {
          .record(fields, ofClass: number)
        }
        let values = (0..<count).map { BinaryObject.text("value \($0)") }
        let dictionaries = (0..<count).map {
          object(
            ["NS.keys": .array([.uid(8)]), "NS.objects": .array([.uid(first + $0)])], 3)
        }
        let slots = (0..<count).map { BinaryObject.uid(first + count + $0) }
        return [
          object(
            ["NSString": .uid(5), "NSAttributes": .uid(6), "NSAttributeInfo": .uid(7)], 1),
          .text(String(repeating: "x", count: count)), object(["NS.objects": .array(slots)], 2),
          .data(runs), .text("attribute"),
        ] + values + dictionaries
      },
      archive("many classes", ["NSArray"]) { size in
        let count = max(1, size / 160)
        let objects = (0..<count).map { BinaryObject.record([:], ofClass: count + 3 + $0) }
        let classes = (0..<count).map { number in
          BinaryObject.dictionary([
            "$classname": .text("Class \(number)"),
            "$classes": .array([.text("Class \(number)"), .text("NSObject")]),
          ])
        }
        return [list((0..<count).map { $0 + 3 })] + objects + classes
      },
      archive("a long class name", ["NSArray"]) { size in
        // Half of the file is the name, the other half the objects.
        let count = max(1, size / 20)
        let name = BinaryObject.text(String(repeating: "N", count: max(1, size / 2)))
        let record = BinaryObject.dictionary(["$classname": name, "$classes": .array([name])])
        return [list((0..<count).map { $0 + 4 }), record]
          + (0..<count).map { _ in .record([:], ofClass: 3) }
      },
      archive("URLs of one text", ["NSArray", "NSURL"]) { size in
        let count = max(1, size / 30)
        let text = "https://example.org/" + String(repeating: "x", count: max(1, size / 2))
        return [list((0..<count).map { $0 + 5 }), .text(text)]
          + (0..<count).map { _ in
            .record(["NS.relative": .uid(4), "NS.base": .uid(0)], ofClass: 2)
          }
      },
      archive("a ladder", ["Ladder"]) { size in
        let count = max(2, size / 60)
        return (0..<count).map { rung in
          let next = BinaryObject.uid(rung == count - 1 ? 0 : rung + 3)
          return .record(["a": next, "b": next, "c": next], ofClass: 1)
        }
      },
      xmlArchive("a class name of marks") { size in
        "<dict><key>$class</key>\(reference(2))</dict>"
          + "<dict><key>$classname</key><string>\(marks(size / 2))</string></dict>"
      },
      xmlArchive("class names of 128 marks") { size in
        let count = max(1, size / 900)
        let objects = (0..<count).map {
          "<dict><key>$class</key>\(reference(count + 3 + $0))</dict>"
        }
        let classes = (0..<count).map { number in
          let name = "<string>\(number)\(marks(128))</string>"
          return
            "<dict><key>$classname</key>\(name)<key>$classes</key><array>\(name)</array></dict>"
        }
        return "<dict><key>NS.objects</key><array>"
          + (0..<count).map { reference($0 + 3) }.joined()
          + "</array><key>$class</key>\(reference(2))</dict>"
          + "<dict><key>$classname</key><string>NSArray</string></dict>"
          + objects.joined() + classes.joined()
      },
      xmlArchive("a field of marks") { size in
        "<dict><key>$class</key>\(reference(2))<key>\(marks(size / 2))</key>\(reference(0))</dict>"
          + "<dict><key>$classname</key><string>Wide</string></dict>"
      },
      xmlArchive("keys of 128 marks") { size in
        let count = max(1, size / 400)
        let keys = (0..<count).map { "<string>\($0)\(marks(128))</string>" }
        return "<dict><key>$class</key>\(reference(2))<key>NS.keys</key><array>"
          + (0..<count).map { reference($0 + 3) }.joined() + "</array><key>NS.objects</key><array>"
          + (0..<count).map { reference($0 + 3) }.joined() + "</array></dict>"
          + "<dict><key>$classname</key><string>NSDictionary</string></dict>" + keys.joined()
      },
    ]
  }

  private static func archive(
    _ name: String, _ classes: [String], _ objects: @escaping (Int) -> [BinaryObject]
  ) -> CostFamily {
    CostFamily(name: name, isArchive: true) { size in
      var archive = ArchiveMaker(classes)
      archive.objects = objects(size)
      return archive.bytes
    }
  }

  /// An archive in XML, of the objects that follow nil.
  private static func xmlArchive(
    _ name: String, _ objects: @escaping (Int) -> String
  ) -> CostFamily {
    CostFamily(name: name, isArchive: true) { size in
      xml(
        "<dict><key>$version</key><integer>100000</integer><key>$archiver</key>"
          + "<string>NSKeyedArchiver</string><key>$top</key><dict><key>root</key>\(reference(1))"
          + "</dict><key>$objects</key><array><string>$null</string>\(objects(size))</array></dict>"
      )
    }
  }

  // MARK: Parts

  private static func xml(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func repeated(_ text: String, _ size: Int) -> String {
    String(repeating: text, count: max(1, size / text.utf8.count))
  }

  /// A run of combining marks that canonical order reverses.
  private static func marks(_ count: Int) -> String {
    String(repeating: "\u{315}\u{300}", count: max(1, count / 2))
  }

  private static func list(_ slots: [Int]) -> BinaryObject {
    .record(["NS.objects": .array(slots.map { .uid($0) })], ofClass: 1)
  }

  private static func reference(_ slot: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(slot)</integer></dict>"
  }

  /// A number in the form of index sets: seven bits a byte, the last byte without its highest bit.
  private static func varint(_ value: Int) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }
}

/// A binary property list, object by object.
private struct CostFile {
  var objects: [[UInt8]] = []
  let width: Int
  var offsetWidth: Int
  /// The offsets, where they are not those of the objects.
  var claimedOffsets: [Int]?

  init(width: Int) { (self.width, offsetWidth) = (width, width) }

  func array(_ references: [Int]) -> [UInt8] {
    Self.head(0xA0, references.count) + references.flatMap { BinaryObject.number($0, width) }
  }

  /// The marker of an object with a count.
  static func head(_ marker: UInt8, _ count: Int) -> [UInt8] { BinaryObject.head(marker, count) }

  var bytes: [UInt8] {
    var file = Array("bplist00".utf8)
    var objectOffsets: [Int] = []
    for object in objects {
      objectOffsets.append(file.count)
      file += object
    }
    let (table, offsets) = (file.count, claimedOffsets ?? objectOffsets)
    for offset in offsets { file += BinaryObject.number(offset, offsetWidth) }
    file += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(width)]
    return file + BinaryObject.number(offsets.count, 8) + BinaryObject.number(0, 8)
      + BinaryObject.number(table, 8)
  }
}
