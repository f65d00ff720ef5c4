// Edits one field of every archive of the corpus, and writes every archive again from its JSON.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Edits of the archives of the corpus")
struct ArchiveEditCorpusTests {
  @Test("One changed field leaves every other slot as it was, and reads back")
  func oneField() throws {
    var edited = 0
    for file in Corpus.archives {
      let archive = try KeyedArchive(PlistDocument(file.bytes))
      guard let change = ScalarChange(archive) else { continue }
      edited += 1
      let data = try archive.applying([.set(change.path, change.value)]).data
      let document = try PlistDocument(data)
      let after = try KeyedArchive(document)
      let (old, new) = (
        try Self.slots(archive, in: file.bytes), try Self.slots(after, in: data)
      )
      let changed = old.indices.filter { old[$0] != new[$0] }
      #expect(changed.count == 1 && new.count - old.count <= 1, "\(file): \(change.path)")
      #expect(changed.allSatisfy(change.slots.contains), "\(file): \(change.path)")
      #expect(try change.found(in: after) == change.value, "\(file): \(change.path)")
      #expect(KeyedArchive.diagnose(document).allSatisfy { $0.severity == .warning }, "\(file)")
    }
    #expect(edited > (Corpus.hasSharedCollection ? 200 : 20))
  }

  @Test("Foundation reads a changed string in the archives of its own classes")
  func foundation() throws {
    var read = 0
    for file in Corpus.archives {
      let archive = try KeyedArchive(PlistDocument(file.bytes))
      guard archive.top.contains(where: { $0.key == "root" && $0.value.object != nil }),
        archive.classes.allSatisfy({ Self.foundationClasses.contains($0.name) }),
        let original = Self.decoded(file.data),
        let object = archive.reachableObjects.first(where: { Self.stringMember(of: $0) != nil }),
        let (index, text) = Self.stringMember(of: object), original.contains(text)
      else { continue }
      let path = PlistPath([.key("@\(object.uid.value)"), .index(index)])
      let data = try archive.applying([.set(path, "changed by an edit")]).data
      let found = Self.decoded(data)
      #expect(found?.contains("changed by an edit") == true, "\(file)")
      read += 1
    }
    #expect(read > 0)
  }

  @Test("An archive without one of its objects is valid, and has no object that nothing refers to")
  func removals() throws {
    var edited = 0
    for file in Corpus.archives {
      let archive = try KeyedArchive(PlistDocument(file.bytes))
      let objects = archive.reachableObjects
      guard let object = objects.dropFirst().dropFirst(objects.count / 2).first else { continue }
      let path = PlistPath([.key("@\(object.uid.value)")])
      let document = try PlistDocument(archive.applying([.remove(path)]).data)
      let after = try KeyedArchive(document)
      #expect(after.objects.count == archive.objects.count, "\(file)")
      #expect(after.objects[Int(object.uid.value)].kind == .null, "\(file)")
      #expect(Set(after.unreachableObjects).isSubset(of: archive.unreachableObjects), "\(file)")
      #expect(KeyedArchive.diagnose(document).allSatisfy { $0.severity == .warning }, "\(file)")
      edited += 1
    }
    #expect(edited > (Corpus.hasSharedCollection ? 200 : 15))
  }

  @Test("Every archive is the same after it is written from its JSON, in slots and as a tree")
  func roundTrips() async {
    await withTaskGroup(of: (Corpus.File, Result<Bool, any Error>).self) { group in
      for file in Corpus.archives {
        group.addTask { (file, Result { try Self.survives(file) }) }
      }
      for await (file, result) in group {
        do {
          let survives = try result.get()
          #expect(survives, "\(file)")
        } catch {
          Issue.record("\(file): \(error)")
        }
      }
    }
  }

  /// Whether an archive that is written from its JSON has the same JSON, and the same tree.
  private static func survives(_ file: Corpus.File) throws -> Bool {
    let archive = try KeyedArchive(PlistDocument(file.bytes))
    var options = KeyedArchive.JSONOptions()
    options.identity = .ofEverything
    for standardClasses in [KeyedArchive.JSONOptions.StandardClasses.asContents, .asFields] {
      options.standardClasses = standardClasses
      let json = try archive.json(options)
      let again = try KeyedArchive(json: json)
      if try again.json(options) != json { return false }
      guard standardClasses == .asFields, file.bytes.count < 1 << 18,
        let tree = archive.graphTree()
      else { continue }
      guard let other = again.graphTree() else { return false }
      if try !PlistDifference(from: PlistDocument(tree), to: PlistDocument(other)).isEmpty {
        return false
      }
    }
    return true
  }

  // MARK: Helpers

  /// The slots as they are in the file, and as typed JSON, which has every detail of a value.
  private static func slots(_ archive: KeyedArchive, in bytes: some Collection<UInt8>) throws
    -> [SlotBytes]
  {
    let bytes = Array(bytes)
    return try archive.document.root["$objects"]?.children.map { node in
      SlotBytes(
        source: node.sourceRange.map { Array(bytes[$0]) } ?? [],
        value: try node.encoded(as: .typedJSON))
    } ?? []
  }

  private struct SlotBytes: Equatable {
    let source: [UInt8]
    let value: Data
  }

  private static let foundationClasses: Set = [
    "NSArray", "NSMutableArray", "NSString", "NSMutableString", "NSDictionary",
    "NSMutableDictionary", "NSDate", "NSSet", "NSMutableSet",
  ]

  /// The description of the root that Foundation decodes; nil if it cannot decode the archive.
  private static func decoded(_ data: Data) -> String? {
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    return unarchiver.decodeObject(forKey: "root").map { "\($0)" }
  }

  /// The first ASCII string among the members of a list, and its index.
  private static func stringMember(of object: ArchivedObject) -> (index: Int, text: String)? {
    guard case .items(let members)? = (try? object.standard())??.contents else { return nil }
    for (index, member) in members.enumerated() where member.kind == .scalar {
      guard let text = member.node.stringValue, !text.isEmpty,
        text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
      else { continue }
      return (index, text)
    }
    return nil
  }
}

/// A change of the first scalar field of an archive.
private struct ScalarChange {
  let path: PlistPath
  let value: Plist
  /// The slots that may change: that of the object, or that of the value.
  let slots: Set<Int>
  private let object: PlistUID
  private let key: String

  init?(_ archive: KeyedArchive) {
    for object in archive.reachableObjects
    where !object.className.hasSuffix("Dictionary") && !object.className.hasSuffix("Set") {
      for field in object.fields where field.value.kind == .scalar {
        guard let value = Self.changed(field.value.node) else { continue }
        path = PlistPath([.key("@\(object.uid.value)"), .key(field.key)])
        self.value = value
        self.object = object.uid
        key = field.key
        slots = Set([object.uid, field.value.uid].compactMap { $0.map { Int($0.value) } })
        return
      }
    }
    return nil
  }

  private static func changed(_ node: PlistNode) -> Plist? {
    switch node.kind {
    case .string: .string("changed by an edit")
    case .integer: node.integerValue == 77 ? 78 : 77
    case .real: .real(node.realValue == 77.5 ? 78.5 : 77.5)
    case .bool: .bool(node.boolValue == false)
    case .data: .data((node.dataValue ?? Data()) + [1])
    default: nil
    }
  }

  /// The value of the field in an edited archive.
  func found(in archive: KeyedArchive) throws -> Plist? {
    try archive[object]?.object?[key].map { try Plist($0.node) }
  }
}
