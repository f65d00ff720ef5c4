// Random single edits of every file of the corpus: the result differs only on the lines of the edited
// element, reads back as the intended value, and the inverse restores the first bytes.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("Editing the files of the corpus")
struct EditingCorpusTests {
  static let textFiles =
    (Corpus.files + Corpus.openStep + Corpus.json).filter { !$0.isBinary }
  static let allFiles = Corpus.files + Corpus.openStep + Corpus.json

  @Test("Without edits, every file keeps its bytes")
  func noEdit() throws {
    for file in Self.allFiles {
      guard let document = try? PlistDocument(file.bytes) else { continue }
      #expect(try document.applying([]).data == file.data, "\(file)")
    }
  }

  @Test("A random edit changes only the lines of its element, in each file of text")
  func randomEdits() async {
    let failures = await withTaskGroup(of: [String].self) { group in
      for (index, file) in Self.textFiles.enumerated() {
        group.addTask { RandomEdits(file, seed: UInt64(index)).failures(count: 20) }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures == [])
  }

  @Test("A random edit of a binary file reads back as intended, and its inverse restores the bytes")
  func binaryEdits() async {
    let failures = await withTaskGroup(of: [String].self) { group in
      for (index, file) in Self.allFiles.enumerated() where file.isBinary {
        group.addTask { RandomEdits(file, seed: UInt64(index)).failures(count: 5) }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures == [])
  }
}

/// Random edits of one file.
private struct RandomEdits {
  let file: Corpus.File
  var random: SystemLikeGenerator

  init(_ file: Corpus.File, seed: UInt64) {
    self.file = file
    random = SystemLikeGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
  }

  /// Returns descriptions of what went wrong.
  func failures(count: Int) -> [String] {
    var copy = self
    guard let document = try? PlistDocument(file.bytes), let value = try? Plist(document) else {
      return []
    }
    return (0..<count).flatMap { _ in copy.failures(document, value: value) }
  }

  private mutating func failures(_ document: PlistDocument, value: Plist) -> [String] {
    guard let edit = edit(of: value) else { return [] }
    var expected = value
    do {
      try expected.apply([edit.edit])
    } catch {
      return []
    }
    do {
      let edited = try document.applying([edit.edit])
      let data = edited.data
      var found: [String] = []
      let result = try PlistDocument(data)
      if try !result.hasSameValues(as: PlistDocument(expected)) {
        found.append("\(file): \(edit.edit): other value")
      }
      if try result.applying([edited.inverse]).data != file.data {
        found.append("\(file): \(edit.edit): the inverse differs")
      }
      if document.format != .binary, let lines = edit.lines {
        let changed = ChangedLines(file.data, data)
        if changed.removed > lines || changed.added > lines {
          found.append(
            "\(file): \(edit.edit): -\(changed.removed) +\(changed.added) lines, expected \(lines)")
        }
      }
      return found
    } catch {
      // A format can refuse a value, and a dictionary that would be read as a reference.
      if case .notRepresentable = error.code { return [] }
      return ["\(file): \(edit.edit): \(error)"]
    }
  }

  /// Returns an edit, and the number of lines that it may change.
  private mutating func edit(of value: Plist) -> (edit: PlistEdit, lines: Int?)? {
    var path = PlistPath()
    var current = value
    for _ in 0..<12 {
      if random.next(below: 4) == 0, !path.isEmpty { break }
      if let pairs = current.pairs, !pairs.isEmpty {
        let index = random.next(below: pairs.count)
        path = path.appending(.key(Array(pairs.keys)[index]))
        current = Array(pairs.values)[index]
      } else if let elements = current.elements, !elements.isEmpty {
        let index = random.next(below: elements.count)
        path = path.appending(.index(index))
        current = elements[index]
      } else {
        break
      }
    }
    guard !path.isEmpty else { return nil }
    let isLeaf = !current.kind.isContainer
    let isOneLine = isLeaf && current.kind != .data
      && !(current.stringValue?.contains(where: \.isNewline) ?? false)
    switch random.next(below: 4) {
    case 0:
      let new: Plist = current.kind == .integer ? 4711 : "new <value>"
      return (.set(path, new), isOneLine ? 1 : nil)
    case 1:
      guard case .key = path.steps.last else {
        return (.insert(path, "inserted"), 2)
      }
      let parent = PlistPath(Array(path.steps.dropLast()))
      return (.insert(parent.appending(.key("new key")), "inserted"), 3)
    case 2: return (.remove(path), isOneLine ? 3 : nil)
    default:
      guard case .key = path.steps.last else { return (.remove(path), isOneLine ? 3 : nil) }
      return (.rename(path, to: "renamed key"), 1)
    }
  }
}

/// The number of lines that differ between two texts.
private struct ChangedLines {
  var removed: Int
  var added: Int

  init(_ old: Data, _ new: Data) {
    let (a, b) = (Self.lines(old), Self.lines(new))
    var head = 0
    while head < min(a.count, b.count), a[head] == b[head] { head += 1 }
    var tail = 0
    while tail < min(a.count, b.count) - head, a[a.count - 1 - tail] == b[b.count - 1 - tail] {
      tail += 1
    }
    removed = a.count - head - tail
    added = b.count - head - tail
  }

  private static func lines(_ data: Data) -> [Data] {
    data.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
  }
}

/// A small generator of random numbers with a seed.
private struct SystemLikeGenerator {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 11) % UInt64(limit))
  }
}
