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
  /// The files that Foundation reads with the same values.
  static let sameInFoundation = Set(
    Corpus.files.map(\.name).filter { CorpusTests.differences[$0] == nil })

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
  /// Whether Foundation, and so `plutil`, reads the file.
  let isReadByFoundation: Bool
  var random: SeededNumbers

  init(_ file: Corpus.File, seed: UInt64) {
    self.file = file
    isReadByFoundation =
      EditingCorpusTests.sameInFoundation.contains(file.name)
      && FoundationReading(file.bytes) != nil
    random = SeededNumbers(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
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
      if isReadByFoundation {
        guard let foundation = FoundationReading([UInt8](data)) else {
          return found + ["\(file): \(edit.edit): Foundation does not read it"]
        }
        var comparison = FoundationComparison(result, foundation)
        if let difference = comparison.firstDifference() {
          found.append("\(file): \(edit.edit): in Foundation, \(difference)")
        }
      }
      if try result.applying([edited.inverse]).data != file.data {
        found.append("\(file): \(edit.edit): the inverse differs")
      }
      if let lines = edit.lines, let old = document.inputText, let new = result.inputText,
        document.warnings.isEmpty
      {
        let changed = ChangedLines(old, new)
        if changed.removed > lines || changed.added > lines {
          found.append(
            "\(file): \(edit.edit): -\(changed.removed) +\(changed.added) lines, not \(lines)")
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
    let isOneLine =
      isLeaf && current.kind != .data && current.kind != .uid
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

/// The numbers of lines that differ between two texts, without comments that leave with their pair.
private struct ChangedLines {
  var removed = 0
  var added = 0

  init(_ old: [UInt8], _ new: [UInt8]) {
    let (old, new) = Self.differing(Self.breakingLines(old), Self.breakingLines(new))
    let difference = LineDifference(old, new).unified(oldName: "a", newName: "b")
    let lines = difference.split(separator: UInt8(ascii: "\n")).dropFirst(2)
    for line in lines {
      let text = String(decoding: line.dropFirst(), as: UTF8.self)
      if text.trimmingCharacters(in: .whitespaces).hasPrefix("/*") { continue }
      if line.first == UInt8(ascii: "-") { removed += 1 }
      if line.first == UInt8(ascii: "+") { added += 1 }
    }
  }

  /// Returns the texts without the lines at the start and at the end that are equal.
  private static func differing(_ old: [UInt8], _ new: [UInt8]) -> ([UInt8], [UInt8]) {
    let (left, right) = (Data(old), Data(new))
    let limit = min(old.count, new.count)
    let start = Self.largest(upTo: limit) { left.prefix($0) == right.prefix($0) }
    let end = Self.largest(upTo: limit - start) { left.suffix($0) == right.suffix($0) }
    let newline = UInt8(ascii: "\n")
    // Whole lines only.
    let first = left.prefix(start).lastIndex(of: newline).map { $0 + 1 } ?? 0
    let last = left.suffix(end).firstIndex(of: newline).map { left.count - $0 - 1 } ?? 0
    return (Array(old[first..<old.count - last]), Array(new[first..<new.count - last]))
  }

  /// Returns the largest number for which a condition is true. It must be true for all smaller
  /// numbers, and false for all greater ones.
  private static func largest(upTo limit: Int, _ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, limit)
    while low < high {
      let middle = (low + high + 1) / 2
      if condition(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the text with CR as a line break of its own.
  private static func breakingLines(_ text: [UInt8]) -> [UInt8] {
    text.contains(UInt8(ascii: "\n")) ? text : text.map { $0 == 0x0D ? UInt8(ascii: "\n") : $0 }
  }
}

/// A small generator of random numbers with a seed.
private struct SeededNumbers {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 11) % UInt64(limit))
  }
}
