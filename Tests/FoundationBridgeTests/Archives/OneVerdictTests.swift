// Tests that all readers agree on an archive: views, JSON, graphs, `archive verify`, the
// unarchiver, the bridge and the file of a state report the same error at the same location, or
// none.
import Foundation
import FoundationBridge
import KeyedArchives
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

/// The ways to open an archive.
private enum Door: String, CaseIterable {
  case views, json, graph, verify, unarchiver, bridge, state

  /// The error from opening an archive; nil if it opens.
  func fault(in document: PlistDocument, _ bytes: Data, _ scratch: ScratchDirectory)
    -> ArchiveError?
  {
    do {
      switch self {
      case .views: _ = try KeyedArchive(document)
      case .json:
        var options = KeyedArchive.JSONOptions()
        options.standardClasses = .asFields
        _ = try KeyedArchive(document).json(options)
      case .graph: _ = try ObjectGraph(document)
      case .verify: return verified(document, scratch)
      case .unarchiver: _ = try KeyedUnarchiver(document)
      case .bridge: _ = try NSCodingUnarchiver(forReadingFrom: bytes)
      case .state: return try stateProblem(document, bytes, scratch)
      }
      return nil
    } catch let error as ArchiveError {
      // Only the unarchivers check the version.
      return error.code == .unknownVersion ? nil : error
    } catch { return ArchiveError(.notPropertyList, message: "\(error)") }
  }

  /// The error in the file of a state. A file without the structure of an archive is a property
  /// list there, which any document may be.
  private func stateProblem(
    _ document: PlistDocument, _ bytes: Data, _ scratch: ScratchDirectory
  ) throws -> ArchiveError? {
    try scratch.write(bytes, to: "state")
    let generation = try StateFile(path: FilePath(scratch.file("state"))).generations().first
    if generation?.isArchive == false { return Self.views.frameFault(in: document, scratch) }
    guard let problem = generation?.problem?.underlyingError as? ArchiveError else { return nil }
    return problem.code == .unknownVersion ? nil : problem
  }

  /// The error for a document that lacks the structure of an archive; nil if it has one.
  private func frameFault(in document: PlistDocument, _ scratch: ScratchDirectory) -> ArchiveError?
  {
    let fault = fault(in: document, Data(), scratch)
    let codes: [ArchiveError.Code] = [.notArchive, .invalidTop, .invalidObjects]
    return fault.flatMap { codes.contains($0.code) ? $0 : nil }
  }

  /// The first finding of a check that is not about the version.
  private func verified(_ document: PlistDocument, _ scratch: ScratchDirectory) -> ArchiveError? {
    let errors = KeyedArchive.diagnose(document).filter { $0.severity == .error }.map(\.error)
    guard let opened = Self.views.fault(in: document, Data(), scratch) else {
      // Only the check reports what `$top` does not reach, and contents.
      return nil
    }
    return errors.first { $0 == opened } ?? errors.first
  }
}

@Suite("Agreement of all readers of archives")
struct OneVerdictTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Opens an archive in every way and compares the results; returns whether it opens.
  @discardableResult
  private func compare(
    _ document: PlistDocument, _ bytes: Data, _ name: String, by doors: [Door] = Door.allCases
  ) -> Bool {
    let verdict = Door.views.fault(in: document, bytes, scratch)
    for door in doors {
      let other = door.fault(in: document, bytes, scratch)
      if other != verdict {
        Issue.record(
          "\(name), \(door): \(other.map { "\($0)" } ?? "none"), not \(verdict.map { "\($0)" } ?? "none")"
        )
      }
    }
    return verdict == nil
  }

  private func compare(_ plist: Plist) throws -> ArchiveError? {
    let bytes = try plist.encoded(as: .binary)
    let document = try PlistDocument(bytes)
    compare(document, bytes, "\(plist)")
    return Door.views.fault(in: document, bytes, scratch)
  }

  @Test("Every reader opens Apple's archives")
  func corpus() throws {
    for file in Corpus.archives {
      #expect(compare(try PlistDocument(file.bytes), file.data, file.name), "\(file.name)")
    }
    #expect(Corpus.archives.count > (Corpus.hasSharedCollection ? 240 : 40))
  }

  /// The number of other values for each byte: 255 are all.
  private static let changes =
    ProcessInfo.processInfo.environment["VERDICT_CHANGES"].flatMap { Int($0) } ?? 1

  /// The ways in which an archive with a changed byte is opened: files, which take longest, are
  /// written only for some of the bytes unless each byte takes all values.
  private func doors(forByteAt offset: Int) -> [Door] {
    Self.changes >= 255 || offset.isMultiple(of: 16)
      ? Door.allCases : Door.allCases.filter { $0 != .state }
  }

  @Test("All readers agree on the smallest archives with any byte changed")
  func changedBytes() throws {
    // The committed archives are made like the shared ones.
    let files = Corpus.archives.filter { $0.isShared == Corpus.hasSharedCollection }
      .sorted { $0.bytes.count < $1.bytes.count }.prefix(20)
    var (opened, refused) = (0, 0)
    for file in files {
      var bytes = file.bytes
      for offset in bytes.indices {
        let old = bytes[offset]
        for change in 1...min(255, max(1, Self.changes)) {
          let step = Self.changes >= 255 ? change : change &* 89 % 255 + 1
          bytes[offset] = old ^ UInt8(truncatingIfNeeded: step)
          guard let document = try? PlistDocument(bytes) else { continue }
          let name = "\(file.name) at \(offset)"
          if compare(document, Data(bytes), name, by: doors(forByteAt: offset)) {
            opened += 1
          } else {
            refused += 1
          }
        }
        bytes[offset] = old
      }
    }
    #expect(files.count == 20 && opened > 100 && refused > 100)
  }

  // MARK: Hostile archives

  private static func uid(_ slot: UInt32) -> Plist { .uid(PlistUID(slot)) }

  private func archive(_ slots: [Plist], root: Plist = uid(1)) -> Plist {
    [
      "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": root],
      "$objects": .array(slots),
    ]
  }

  private static let record: Plist = ["$classname": "A", "$classes": ["A"]]

  @Test("Invalid references, slots and class records have the same code in every reader")
  func structure() throws {
    let uid = Self.uid
    let record = Self.record
    let cases: [(Plist, ArchiveError.Code?)] = [
      (archive(["$null"], root: uid(0)), nil), (archive(["x"], root: uid(0)), nil),
      (archive([], root: uid(0)), .referenceOutOfRange),
      (archive(["$null"], root: uid(7)), .referenceOutOfRange),
      (archive(["$null", ["a": uid(9), "$class": uid(2)], record]), .referenceOutOfRange),
      (archive(["$null", ["a": [[uid(9)]], "$class": uid(2)], record]), .referenceOutOfRange),
      (archive(["$null", uid(2), record]), .referenceToReference),
      (archive(["$null", record]), .missingClass), (archive(["$null", ["a": 1]]), .missingClass),
      (archive(["$null", ["$class": "A"]]), .invalidClassReference),
      (archive(["$null", ["$class": uid(9)]]), .invalidClassReference),
      (archive(["$null", ["$class": uid(1)]]), .invalidClassRecord),
      (archive(["$null", ["$class": uid(0)]]), .invalidClassRecord),
      (archive(["$null", ["$class": uid(2)], ["$classname": 3]]), .invalidClassRecord),
      (
        archive(["$null", ["$class": uid(2)], ["$classname": "A", "$classes": 1]]),
        .invalidClassRecord
      ),
      (
        archive(["$null", ["$class": uid(2)], ["$classname": "A", "$classhints": [1]]]),
        .invalidClassRecord
      ),
      (archive(["$null", ["a": uid(2), "$class": uid(2)], record]), .missingClass),
      // Unreachable objects may be invalid.
      (archive(["$null", 1, uid(9), ["$class": uid(9)], ["a": uid(99)]]), nil),
      (["$top": [:], "$objects": ["$null"]], nil), ([:], .notArchive), (["a"], .notArchive),
      (["$top": [], "$objects": []], .invalidTop),
      (["$top": [:], "$objects": [:]], .invalidObjects),
    ]
    for (plist, code) in cases {
      #expect(try compare(plist)?.code == code, "\(plist)")
    }
  }

  @Test("An object that is also $top or another value has $class as an ordinary key there")
  func valuesWithTwoUses() throws {
    func text(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + text.utf8 }
    let (top, root, null, classKey) = (text("$top"), text("root"), text("$null"), text("$class"))
    // 0 the archive, 1 and 2 its keys, 3 $objects, 4 $null, 5 an object, 6 "$class", 7 a reference
    // to 8, the class record, 9 "$classname", 10 "A".
    func file(top node: UInt8, _ objects: [UInt8], _ more: [[UInt8]]) -> [UInt8] {
      BinaryFile.file(
        [[0xD2, 1, 2, node, 3], top, text("$objects"), objects, null]
          + [[0xD1, 6, 7], classKey, [0x80, 2], [0xD1, 9, 10], text("$classname"), text("A")]
          + more)
    }
    let slots: [UInt8] = [0xA3, 4, 5, 8]
    let asTop = file(top: 5, slots, [])
    let inList = file(top: 12, slots, [root, [0xD1, 11, 13], [0xA1, 5]])
    let ofSlots = file(top: 12, slots, [root, [0xD1, 11, 3]])
    let reference = file(top: 12, slots, [root, [0xD1, 11, 13], [0x80, 1]])
    for (bytes, code) in [
      (asTop, ArchiveError.Code.missingClass), (inList, .missingClass), (ofSlots, .missingClass),
      (reference, nil),
    ] {
      let document = try PlistDocument(bytes)
      compare(document, Data(bytes), "\(document.root)")
      #expect(Door.views.fault(in: document, Data(bytes), scratch)?.code == code)
    }
  }

  @Test("Every reader finds that a file of $top and a number as a key has no $objects")
  func frameWithOtherKeys() throws {
    let bytes = BinaryFile.file([
      [0xD2, 1, 2, 3, 4], [0x54] + Array("$top".utf8), [0x10, 5], [0xD0], [0xA0],
    ])
    let document = try PlistDocument(bytes)
    compare(document, Data(bytes), "a number as a key")
    #expect(Door.views.fault(in: document, Data(bytes), scratch)?.code == .invalidObjects)
  }

  @Test("An archive with unreachable invalid objects is written again unchanged")
  func unreachable() throws {
    let objects: [Plist] = ["x", 1, Self.uid(9), ["$class": Self.uid(9)], ["a": Self.uid(99)]]
    for slots in [objects, [], ["$null"] + objects] {
      let plist = archive(slots, root: .array([]))
      let bytes = try plist.encoded(as: .binary)
      let again = try ObjectGraph(forReadingFrom: bytes).encoded()
      #expect(try Plist(again) == plist)
    }
  }

  // MARK: Faults of layouts

  /// A class with a layout, invalid fields, and the expected error.
  struct InvalidContents: Sendable {
    var className: String
    var fields: [(String, Plist)]
    var code: ArchiveError.Code
  }

  static let invalidContents: [InvalidContents] = [
    .init(className: "NSArray", fields: [("NS.objects", 1)], code: .invalidMembers),
    .init(className: "NSArray", fields: [("NS.objects", ["a"])], code: .invalidMembers),
    .init(className: "NSSet", fields: [("NS.objects", [uid(3), 1])], code: .invalidMembers),
    .init(className: "NSOrderedSet", fields: [("NS.object.0", 1)], code: .invalidMembers),
    .init(className: "NSDictionary", fields: [("NS.keys", [uid(3)])], code: .unevenMembers),
    .init(className: "NSDictionary", fields: [("NS.objects", [uid(3)])], code: .unevenMembers),
    .init(
      className: "NSDictionary",
      fields: [("NS.keys", [uid(3), uid(3)]), ("NS.objects", [uid(3)])],
      code: .unevenMembers),
    .init(
      className: "NSDictionary", fields: [("NS.keys", [uid(0)]), ("NS.objects", [uid(3)])],
      code: .nilKey),
    .init(
      className: "NSDictionary", fields: [("NS.keys", 1), ("NS.objects", [])], code: .invalidMembers
    ),
    .init(className: "NSCountedSet", fields: [("NS.count", -1)], code: .invalidCount),
    .init(className: "NSCountedSet", fields: [("NS.count", 1)], code: .invalidCount),
    .init(
      className: "NSCountedSet",
      fields: [("NS.count", 1), ("NS.object0", uid(3)), ("NS.count0", "x")],
      code: .invalidCount),
  ]

  @Test(
    "Invalid collections have the same code and location in every reader",
    arguments: invalidContents)
  func contents(_ contents: InvalidContents) throws {
    var object: Plist = ["$class": Self.uid(2)]
    for (key, value) in contents.fields { object[key] = value }
    let name = contents.className
    let plist = archive([
      "$null", object, ["$classname": .string(name), "$classes": [.string(name), "NSObject"]],
      "text",
    ])
    let bytes = try plist.encoded(as: .binary)
    let document = try PlistDocument(bytes)
    let json = #expect(throws: ArchiveError.self) { try KeyedArchive(document).json() }
    #expect(json?.code == contents.code)
    let verified = KeyedArchive.diagnose(document).filter { $0.severity == .error }.map(\.error)
    #expect(verified == [json])
    let any = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver(document).decode(AnyArchivedObject.self, forKey: "root")
    }
    #expect(any == json)
    let bridged = #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(
        ofClasses: [NSArray.self, NSSet.self, NSOrderedSet.self, NSDictionary.self], from: bytes)
    }
    #expect(bridged == json)
    let typed = #expect(throws: ArchiveError.self) {
      let unarchiver = try KeyedUnarchiver(document)
      switch name {
      case "NSDictionary": _ = try unarchiver.decode([String: String].self, forKey: "root")
      case "NSCountedSet": _ = try unarchiver.decode(ArchivedSet.self, forKey: "root")
      default: _ = try unarchiver.decode([String].self, forKey: "root")
      }
    }
    #expect(typed == json)
  }

  @Test(
    "Invalid dates, URLs, UUIDs and numbers have the same code and location",
    arguments: [
      ("NSDate", "NS.time"), ("NSURL", "NS.relative"), ("NSUUID", "NS.uuidbytes"),
      ("NSDecimalNumber", "NS.mantissa"),
    ] as [(String, String)])
  func values(name: String, key: String) throws {
    let object = Plist(dictionaryLiteral: (key, true), ("$class", Self.uid(2)))
    let plist = archive([
      "$null", object, ["$classname": .string(name), "$classes": [.string(name), "NSObject"]],
    ])
    let bytes = try plist.encoded(as: .binary)
    let unarchiver = try KeyedUnarchiver(PlistDocument(bytes))
    let any = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(AnyArchivedObject.self, forKey: "root")
    }
    #expect(any?.code == .typeMismatch)
    let bridged = #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(
        ofClasses: [NSDate.self, NSURL.self, NSUUID.self, NSDecimalNumber.self], from: bytes)
    }
    #expect(bridged == any)
    let typed = #expect(throws: ArchiveError.self) {
      switch name {
      case "NSDate": _ = try unarchiver.decode(Date.self, forKey: "root")
      case "NSURL": _ = try unarchiver.decode(URL.self, forKey: "root")
      case "NSUUID": _ = try unarchiver.decode(UUID.self, forKey: "root")
      default: _ = try unarchiver.decode(Decimal.self, forKey: "root")
      }
    }
    #expect(typed == any)
  }
}
