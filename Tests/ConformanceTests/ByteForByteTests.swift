// Writes every file of the corpus in its own format, unchanged. A second reader and a
// second writer, not those under test, determine which XML files are in Apple's form.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Files written again unchanged")
struct ByteForByteTests {
  private struct Result {
    var name: String
    var isIdentical: Bool
    var firstDifference: Int
  }

  /// Committed files in a form that no writer of Apple makes, and whose values alone are preserved.
  private static let unusual: Set = [
    "valid/binary/gap-before-table.plist", "valid/binary/later-version.plist",
    "valid/binary/long-counts.plist",
  ]

  @Test("Binary files are the same to the byte, except 1 in 100 and those of unusual form")
  func binaryFiles() async throws {
    let all = await results { PlistFormat.detect($0) == .binary }
    let results = all.filter { !Self.unusual.contains($0.name) }
    let others = results.filter { !$0.isIdentical }
    #expect(all.count == results.count + Self.unusual.count)
    let share = Double(results.count - others.count) / Double(results.count)
    #expect(results.count > (Corpus.hasSharedCollection ? 380 : 70))
    #expect(share >= 0.99, "\(share) of \(results.count): \(others)")
  }

  @Test("Every XML file in Apple's form is the same to the byte")
  func xmlFiles() async throws {
    let results = await results {
      PlistFormat.detect($0) == .xml && SimpleXMLWriter.followsConvention($0)
    }
    let others = results.filter { !$0.isIdentical }
    #expect(results.count > (Corpus.hasSharedCollection ? 330 : 25))
    #expect(others.isEmpty, "\(others)")
  }

  /// The files of a kind that are read, each written in its own format.
  private func results(_ isWanted: @escaping @Sendable ([UInt8]) -> Bool) async -> [Result] {
    await withTaskGroup(of: Result?.self, returning: [Result].self) { group in
      for file in Corpus.files { group.addTask { isWanted(file.bytes) ? Self.result(file) : nil } }
      return await group.reduce(into: []) { list, result in list += result.map { [$0] } ?? [] }
    }
  }

  private static func result(_ file: Corpus.File) -> Result? {
    guard let document = try? PlistDocument(file.bytes), let format = document.format else {
      return nil
    }
    let written = Array((try? document.encoded(as: format)) ?? Data())
    let same = zip(written, file.bytes).prefix { $0 == $1 }.count
    return Result(name: file.name, isIdentical: written == file.bytes, firstDifference: same)
  }
}
