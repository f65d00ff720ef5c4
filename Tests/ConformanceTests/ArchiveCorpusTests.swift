// Reads every keyed archive of the corpus: nothing that `$top` reaches is lost, and the
// JSON equals that of a simple second implementation.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("The archives of the corpus")
struct ArchiveCorpusTests {
  private static let files = Corpus.archives

  @Test("Every archive is read, and its diagnosis finds no error")
  func read() async {
    #expect(Self.files.count > (Corpus.hasSharedCollection ? 260 : 40))
    await forEachFile { file in
      let document = try PlistDocument(file.bytes)
      let archive = try KeyedArchive(document)
      let errors = KeyedArchive.diagnose(document).filter { $0.severity == .error }
      return (!archive.top.isEmpty || file.name.contains("no-keys")) && errors.isEmpty
    }
  }

  @Test("Every reachable object appears once with its index, and otherwise as references")
  func identity() async {
    await forEachFile { file in
      let document = try PlistDocument(file.bytes)
      let archive = try KeyedArchive(document)
      var options = KeyedArchive.JSONOptions()
      options.identity = .ofEverything
      return try [KeyedArchive.JSONOptions.StandardClasses.asContents, .asFields].allSatisfy {
        standard in
        options.standardClasses = standard
        let text = String(decoding: try archive.json(options), as: UTF8.self)
        let parts = text.components(separatedBy: "\n  \"$classes\": [")
        let found = numbers(after: "{\"$id\": ", in: parts[0])
        return parts.count == 2 && found.count == Set(found).count
          && Set(found) == reachable(document)
          && Set(numbers(after: "{\"$ref\": ", in: text)).isSubset(of: found)
      }
    }
  }

  @Test("A second implementation writes the same JSON in each mode")
  func agreement() async {
    await forEachFile { file in
      try [(false, false), (true, false), (false, true), (true, true)].allSatisfy { mode in
        let (isIdentical, isRaw) = mode
        let document = try PlistDocument(file.bytes)
        var options = KeyedArchive.JSONOptions()
        if isIdentical { options.identity = .ofEverything }
        if isRaw { options.standardClasses = .asFields }
        let simple = try SimpleArchive(document, isIdentical: isIdentical, isRaw: isRaw).json()
        return try Array(simple.utf8) == withoutSpace(KeyedArchive(document).json(options))
      }
    }
  }

  @Test(
    "The archives of single cases are read, and shown as by the second implementation",
    .enabled(if: Corpus.hasSharedCollection, "needs ../shared"))
  func vectors() throws {
    var count = 0
    for name in ["keyed-archive", "third-party/keyed-archive-apple"] {
      let file = Repository.shared?.appendingPathComponent("formats/vectors/\(name).json")
      let data = try #require(file.flatMap { FileManager.default.contents(atPath: $0.path) })
      for bytes in archives(try JSONSerialization.jsonObject(with: data)) {
        let archive = try KeyedArchive(bytes)
        let simple = try SimpleArchive(archive.document, isIdentical: false, isRaw: false).json()
        #expect(try withoutSpace(archive.json()) == Array(simple.utf8))
        count += 1
      }
    }
    #expect(count == 79)
  }

  /// The bytes of each `hex` in a file of cases.
  private func archives(_ json: Any) -> [[UInt8]] {
    if let list = json as? [Any] { return list.flatMap(archives) }
    guard let object = json as? [String: Any] else { return [] }
    let own = (object["hex"] as? String).map { [bytes(ofHex: $0)] } ?? []
    return own + object.values.flatMap(archives)
  }

  private func bytes(ofHex text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  // MARK: Traversals

  /// The slots that `$top` reaches and that are not nil, from a traversal of the plain document.
  private func reachable(_ document: PlistDocument) -> Set<Int> {
    guard let top = document.root["$top"], let objects = document.root["$objects"] else {
      return []
    }
    var (found, waiting): (Set<Int>, [PlistNode]) = ([], [top])
    while let node = waiting.popLast() {
      if let uid = node.uidValue.map({ Int($0.value) }), let target = objects[uid] {
        if target.stringValue != "$null", found.insert(uid).inserted { waiting.append(target) }
        continue
      }
      let isObject = node["$class"]?.uidValue != nil
      for index in 0..<node.count {
        if isObject, node.key(at: index)?.stringValue == "$class" { continue }
        if let child = node[index] ?? node.value(at: index) { waiting.append(child) }
      }
    }
    return found
  }

  private func numbers(after mark: String, in text: String) -> [Int] {
    text.components(separatedBy: mark).dropFirst().compactMap { part in
      Int(String(part.prefix { $0.isNumber }))
    }
  }

  /// JSON without the white space between its parts.
  private func withoutSpace(_ json: [UInt8]) -> [UInt8] {
    var (kept, isInside, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
    for byte in json {
      if isInside || byte != 0x20 && byte != 0x0A { kept.append(byte) }
      if byte == 0x22, !isEscaped { isInside.toggle() }
      isEscaped = byte == 0x5C && !isEscaped
    }
    return kept
  }

  /// Runs a check on every file.
  private func forEachFile(_ check: @escaping @Sendable (Corpus.File) throws -> Bool) async {
    await withTaskGroup(of: (Corpus.File, Result<Bool, any Error>).self) { group in
      for file in Self.files {
        group.addTask { (file, await onLargeStack { Result { try check(file) } }) }
      }
      for await (file, result) in group {
        do {
          let holds = try result.get()
          #expect(holds, "\(file)")
        } catch {
          Issue.record("\(file): \(error)")
        }
      }
    }
  }
}

/// Runs a closure on a thread whose stack is large enough for the recursion of the simple
/// implementation.
private func onLargeStack<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: work()) }
    thread.stackSize = 256 << 20
    thread.start()
  }
}
