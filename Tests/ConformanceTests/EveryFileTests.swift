// Tests the promise of the package on every file of the corpus that Apple's software reads: the tool
// prints it, and it survives a round trip through XML with the same values, except as warned; the
// XML is read by Apple's software in turn. Files with keys that are not strings, which XML does not
// support, use the formats that do.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Every file")
struct EveryFileTests {
  /// The XML and binary files and the archives that Foundation reads.
  private static let files = Corpus.files.filter { FoundationReading($0.bytes) != nil }

  @Test("The tool prints every file without a warning")
  func printing() throws {
    let program = try ProgramFile.built("plist")
    for isShared in [false, true] {
      let folder = isShared ? Corpus.sharedPath : Corpus.committedPath
      let files = Self.files.filter { $0.isShared == isShared }
      for chunk in files.chunks(of: 500) {
        let names = chunk.map(\.name)
        let run = try ProgramRun.run(program, ["print", "--each"] + names, in: folder)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let titles = Set(run.lines.filter { $0.hasPrefix("==> ") })
        #expect(names.filter { !titles.contains("==> \($0) <==") }.isEmpty)
      }
    }
    #expect(Self.files.count > (Corpus.hasSharedCollection ? 950 : 95))
  }

  // One file after the other: hundreds of tasks at once would delay tests that wait for one.
  @Test("Every file survives a round trip through XML, except as warned")
  func throughXML() {
    let outcomes = Self.files.map(Self.throughXML)
    for case .failed(let reason) in outcomes { Issue.record("\(reason)") }
    // Only the integers of 128 bits, a committed file.
    #expect(outcomes.count { $0 == .unsupported } == 1)
    #expect(outcomes.count { $0 == .same } > (Corpus.hasSharedCollection ? 850 : 80))
    #expect(outcomes.count { $0 == .warned } > (Corpus.hasSharedCollection ? 5 : 0))
  }

  private enum Outcome: Equatable {
    /// Everything survived.
    case same
    /// Everything except what a warning reports survived.
    case warned
    /// Keys that are not strings prevented XML; it survived in the formats that support them.
    case otherKeys
    /// XML cannot hold a value, and writing it is an error.
    case unsupported
    case failed(String)
  }

  private static func throughXML(_ file: Corpus.File) -> Outcome {
    do {
      let document = try PlistDocument(file.bytes)
      var options = PlistWritingOptions()
      options.nullCharacters = .written
      let values = try document.encoded(as: .typedJSON)
      if hasOtherKeys(document.root) {
        for format in [PlistFormat.binary, .gnuStep, .typedJSON] {
          let again = try PlistDocument(document.encoded(as: format, options: options))
          guard try again.encoded(as: .typedJSON) == values else {
            return .failed("\(file): other values from \(format)")
          }
        }
        return .otherKeys
      }
      let xml = try document.encoded(as: .xml, options: options)
      let again = try PlistDocument(xml)
      let warnings = Set(document.losses(writtenAs: .xml).map(\.error.code))
      if warnings.contains(.controlCharacter), FoundationReading(Array(xml)) == nil {
        return .failed("\(file): Foundation rejects its XML")
      }
      if try again.encoded(as: .typedJSON) == values { return .same }
      var expected = SimpleValue(document.root)
      if warnings.contains(.lostFraction) { expected = expected.withWholeSeconds }
      guard expected == SimpleValue(again.root) else {
        return .failed("\(file): other values from XML")
      }
      // Text that `SimpleValue` has as U+FFFD anyway must have its warning as well.
      let isExplained = warnings.contains(.lostFraction) || warnings.contains(.loneSurrogate)
      return isExplained ? .warned : .failed("\(file): no warning")
    } catch  where error.code == .notRepresentable {
      return .unsupported
    } catch {
      return .failed("\(file): \(error)")
    }
  }

  private static func hasOtherKeys(_ root: PlistNode) -> Bool {
    var (waiting, seen): ([PlistNode], Set<Int>) = ([root], [])
    while let node = waiting.popLast() {
      guard seen.insert(node.id).inserted else { continue }
      if node.kind == .dictionary,
        (0..<node.count).contains(where: { node.key(at: $0)?.kind != .string })
      {
        return true
      }
      waiting += node.children.filter { $0.kind.isContainer }
    }
    return false
  }
}

extension SimpleValue {
  /// The same value as XML stores it: with each date rounded down to a whole second.
  fileprivate var withWholeSeconds: SimpleValue {
    switch self {
    case .date(let bits):
      .date(Double(bitPattern: bits).rounded(.down).bitPattern)
    case .array(let elements): .array(elements.map(\.withWholeSeconds))
    case .set(let elements): .set(elements.map(\.withWholeSeconds))
    case .dictionary(let pairs):
      .dictionary(pairs.map { Pair(key: $0.key, value: $0.value.withWholeSeconds) })
    default: self
    }
  }
}

extension Array {
  fileprivate func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
