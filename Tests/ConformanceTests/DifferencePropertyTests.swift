// The law of differences: the edits of the difference of two property lists turn the first into the
// second. Random values of all formats, and pairs of files of the corpus.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("The law of differences")
struct DifferencePropertyTests {
  /// Expects that the edits turn the first document into the second, and survive as a patch.
  private func expectLaw(_ old: PlistDocument, _ new: PlistDocument, _ name: String) throws {
    let difference = PlistDifference(from: old, to: new)
    #expect(difference.isEmpty == old.hasSameValues(as: new), "\(name)")
    let edits = try difference.edits
    var result = try Plist(old)
    try result.apply(edits)
    let document = try PlistDocument(result)
    #expect(PlistDifference(from: document, to: new).isEmpty, "\(name)")
    try expectFileLaw(old, new, edits, name)
    guard let patch = try? PlistPatch(edits: edits).encoded() else { return }
    var patched = try Plist(old)
    try patched.apply(PlistPatch(patch).edits)
    #expect(PlistDifference(from: try PlistDocument(patched), to: new).isEmpty, "\(name)")
  }

  /// Expects that the edits turn the file of the first document into the second, if both have the
  /// same format, so that it can hold every value.
  private func expectFileLaw(
    _ old: PlistDocument, _ new: PlistDocument, _ edits: [PlistEdit], _ name: String
  ) throws {
    guard let format = old.format, format == new.format else { return }
    // An empty strings file is not readable.
    if format == .strings, new.root.count == 0 { return }
    let edited = try old.applying(edits)
    let document = try PlistDocument(edited.data)
    #expect(PlistDifference(from: document, to: new).isEmpty, "\(name) as \(format)")
  }

  private static let formats: [PlistFormat] = [.xml, .binary, .typedJSON, .openStep, .gnuStep]

  /// A value as a document of a format; in memory if the format cannot hold it.
  private func document(_ value: Plist, as format: PlistFormat) throws -> PlistDocument {
    var options = PlistWritingOptions()
    options.unsupportedValues = .asText
    if let data = try? value.encoded(as: format, options: options) {
      if let document = try? PlistDocument(data), (try? Plist(document)) != nil { return document }
    }
    return try PlistDocument(value)
  }

  @Test("Edits turn any random value into any other, in all formats", arguments: 0..<20)
  func random(seed: Int) throws {
    var plists = RandomPlists(seed: UInt64(seed) &+ 7000)
    for number in 0..<200 {
      let old = plists.value(depth: 4)
      let new = number % 4 == 0 ? plists.value(depth: 4) : plists.mutated(old, depth: 4)
      let first = try document(old, as: plists.random.element(of: Self.formats))
      let second = try document(new, as: plists.random.element(of: Self.formats))
      try expectLaw(first, second, "seed \(seed), value \(number)")
    }
  }

  @Test("Edits turn any file of the corpus into another")
  func corpus() throws {
    let files = (Corpus.files + Corpus.openStep + Corpus.json).filter { $0.bytes.count < 20_000 }
    let documents = files.compactMap { file -> (String, PlistDocument)? in
      guard let document = try? PlistDocument(file.data), (try? Plist(document)) != nil else {
        return nil
      }
      return (file.name, document)
    }
    #expect(documents.count > 50)
    for distance in [1, 50] {
      for (old, new) in zip(documents, documents.dropFirst(distance)) {
        try expectLaw(old.1, new.1, "\(old.0) and \(new.0)")
      }
    }
  }
}

extension RandomPlists {
  /// Returns a value with a few random changes. Recursive, by the depth.
  mutating func mutated(_ value: Plist, depth: Int) -> Plist {
    switch value {
    case .array(let elements): return .array(mutated(elements, depth: depth))
    case .set(let elements): return .set(mutated(elements, depth: depth))
    case .dictionary:
      var result: Plist = [:]
      for key in (try? PlistDocument(value).root.keys) ?? [] {
        guard let value = value[key] else { continue }
        switch random.number(below: 8) {
        case 0: continue
        case 1: result[key + "!"] = value
        case 2: result[key] = mutated(value, depth: depth - 1)
        default: result[key] = value
        }
      }
      if random.number(below: 4) == 0 { result["new"] = self.value(depth: max(0, depth - 1)) }
      return result
    default: return random.number(below: 2) == 0 ? value : self.value(depth: max(0, depth - 1))
    }
  }

  private mutating func mutated(_ elements: [Plist], depth: Int) -> [Plist] {
    var elements = elements
    for _ in 0..<random.number(below: 4) where !elements.isEmpty {
      let index = random.number(below: elements.count)
      switch random.number(below: 4) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(value(depth: max(0, depth - 1)), at: index)
      case 2: elements.swapAt(index, random.number(below: elements.count))
      default: elements[index] = mutated(elements[index], depth: depth - 1)
      }
    }
    return elements
  }
}
