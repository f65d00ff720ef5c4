// Tests of every error code of archiving and unarchiving objects, with its location.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

private final class Knot: Codable {
  var name = "knot"
  var other: Knot?
}

private class Base: Codable { var name = "base" }
private final class Lossy: Base { var lost = 1 }

private enum First {
  struct Same: Codable, Archivable {
    var value = 1
    static var archivedClassName: String { "Same" }
  }
}
private enum Second {
  struct Same: Codable, Archivable {
    var value = 1
    static var archivedClassName: String { "Same" }
  }
}
private struct Both: Codable {
  var first = First.Same()
  var second = Second.Same()
}

private struct Twice: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(1)
    try container.encode(2)
  }
}

private indirect enum Deep: Codable {
  case more(Deep)
  case end
}

private struct Small: Codable { var values: [Int] }
private struct Texts: Codable, Archivable {
  var values: [String]
  static var archivedClassName: String { "Small" }
}

private struct Bytes: Codable, Archivable {
  var values: [Int8]
  static var archivedClassName: String { "Small" }
}

private struct Missing: Codable, Archivable {
  var absent: Int
  static var archivedClassName: String { "Small" }
}

/// A way to fail.
struct CodingFailure: Sendable, CustomTestStringConvertible {
  var code: ArchiveError.Code
  var path: String
  /// Whether there is an input with a location.
  var hasLocation: Bool
  var work: @Sendable () throws -> Void

  var testDescription: String { code.rawValue }
}

@Suite("Error codes of coding")
struct CodingErrorTests {
  private static func small() throws -> Data {
    try KeyedArchiver.archivedData(root: Small(values: [1, 300]))
  }

  static let failures: [CodingFailure] = [
    .init(code: .cycle, path: "root", hasLocation: false) {
      let knot = Knot()
      knot.other = knot
      defer { knot.other = nil }
      _ = try KeyedArchiver.archivedData(root: knot)
    },
    .init(code: .lostProperties, path: "root[0]", hasLocation: false) {
      _ = try KeyedArchiver.archivedData(root: [Lossy()])
    },
    .init(code: .ambiguousClass, path: "", hasLocation: false) {
      _ = try KeyedArchiver.archivedData(root: Both())
    },
    .init(code: .notRepresentable, path: "root[0]", hasLocation: false) {
      _ = try KeyedArchiver.archivedData(root: [Twice()])
    },
    .init(code: .depthLimit, path: "root.more._0", hasLocation: false) {
      var options = ArchivingOptions()
      options.maximumDepth = 2
      _ = try KeyedArchiver.archivedData(root: Deep.more(.more(.end)), options: options)
    },
    .init(code: .archiverFinished, path: "", hasLocation: false) {
      let archiver = KeyedArchiver()
      _ = try archiver.finishEncoding()
      try archiver.encode(1, forKey: "late")
    },
    .init(code: .valueNotFound, path: "root.absent", hasLocation: true) {
      _ = try KeyedUnarchiver.unarchivedObject(of: Missing.self, from: small())
    },
    .init(code: .typeMismatch, path: "root.values[0]", hasLocation: true) {
      _ = try KeyedUnarchiver.unarchivedObject(of: Texts.self, from: small())
    },
    .init(code: .outOfRange, path: "root.values[1]", hasLocation: true) {
      _ = try KeyedUnarchiver.unarchivedObject(of: Bytes.self, from: small())
    },
    .init(code: .unexpectedClass, path: "root", hasLocation: true) {
      _ = try KeyedUnarchiver.unarchivedObject(of: First.Same.self, from: small())
    },
  ]

  @Test("Each error has its path, and its location in the input", arguments: failures)
  func codes(failure: CodingFailure) {
    let error = #expect(throws: ArchiveError.self) { try failure.work() }
    #expect(error?.code == failure.code)
    #expect(error?.path.description == failure.path)
    #expect((error?.position != nil) == failure.hasLocation)
  }

  @Test("An input that is not an archive gives the same error as for the archive as data")
  func frames() throws {
    let noTop: Plist = ["$objects": []]
    #expect(code(try noTop.encoded(as: .binary)) == .invalidTop)
    let old: Plist = ["$version": 1, "$top": [:], "$objects": ["$null"]]
    #expect(code(try old.encoded(as: .binary)) == .unknownVersion)
  }

  private func code(_ data: Data) -> ArchiveError.Code? {
    failure(ArchiveError.self) { try KeyedUnarchiver(forReadingFrom: data) }?.code
  }
}
