// Tests of property lists in files, read and written in one call: blocking and async, by path and
// by URL. Uses a separate scratch directory.

import DurableFiles
import Foundation
import PropertyLists
import TestSupport
import Testing

private struct Settings: Codable, Equatable {
  var name = "é"
  var sizes = [1, 2]
}

/// The blocking and the asynchronous form of a call.
enum Form: CaseIterable {
  case blocking
  case async
}

@Suite("Property lists in files")
struct FileTests {
  private let scratch: ScratchDirectory
  private let tree: Plist = ["name": "é", "sizes": [1, 2]]

  init() throws { scratch = try ScratchDirectory() }

  @Test(
    "A tree survives a round trip through a file, by path", arguments: Form.allCases,
    [PlistFormat.xml, .binary])
  func treeByPath(_ form: Form, _ format: PlistFormat) async throws {
    let path = scratch.file("a b%20é.plist")
    switch form {
    case .blocking:
      try Self.now { try tree.write(toFile: path, as: format) }
      #expect(try Self.now { try Plist(contentsOfFile: path) } == tree)
    case .async:
      try await tree.write(toFile: path, as: format)
      #expect(try await Plist(contentsOfFile: path) == tree)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == tree.encoded(as: format))
  }

  @Test("A tree survives a round trip through a file, by URL", arguments: Form.allCases)
  func treeByURL(_ form: Form) async throws {
    let url = scratch.url("a b%20é.plist")
    switch form {
    case .blocking:
      try Self.now { try tree.write(toFile: url, as: .binary) }
      #expect(try Self.now { try Plist(contentsOfFile: url) } == tree)
    case .async:
      try await tree.write(toFile: url)
      #expect(try await Plist(contentsOfFile: url) == tree)
    }
    #expect(FileManager.default.fileExists(atPath: scratch.file("a b%20é.plist")))
  }

  @Test("A document survives a round trip through a file, by path", arguments: Form.allCases)
  func document(_ form: Form) async throws {
    let path = scratch.file("d")
    let document = try PlistDocument(tree)
    switch form {
    case .blocking:
      try Self.now { try document.write(toFile: path, as: .binary) }
      #expect(try Plist(Self.now { try PlistDocument(contentsOfFile: path) }) == tree)
    case .async:
      try await document.write(toFile: path, as: .binary)
      #expect(try Plist(await PlistDocument(contentsOfFile: path)) == tree)
    }
  }

  @Test("A document survives a round trip through a file, by URL", arguments: Form.allCases)
  func documentByURL(_ form: Form) async throws {
    let url = scratch.url("d %41é")
    let document = try PlistDocument(tree)
    switch form {
    case .blocking:
      try Self.now { try document.write(toFile: url, as: .binary) }
      #expect(try Plist(Self.now { try PlistDocument(contentsOfFile: url) }) == tree)
    case .async:
      try await document.write(toFile: url, as: .binary)
      #expect(try Plist(await PlistDocument(contentsOfFile: url)) == tree)
    }
    #expect(try Data(contentsOf: url) == document.encoded(as: .binary))
  }

  @Test(
    "A typed value survives a round trip through a file, by URL", arguments: Form.allCases,
    [PlistFormat.xml, .binary])
  func typedByURL(_ form: Form, _ format: PlistFormat) async throws {
    let url = scratch.url("t %41é")
    let encoder = PlistEncoder(outputFormat: format)
    switch form {
    case .blocking:
      try Self.now { try encoder.encode(Settings(), toFile: url) }
      let read = try Self.now { try PlistDecoder().decode(Settings.self, fromFile: url) }
      #expect(read == Settings())
    case .async:
      try await encoder.encode(Settings(), toFile: url)
      #expect(try await PlistDecoder().decode(Settings.self, fromFile: url) == Settings())
    }
    #expect(try Data(contentsOf: url) == encoder.encode(Settings()))
  }

  @Test("The depth limit of the options applies to files, above and below the default")
  func depth() async throws {
    let path = scratch.file("deep")
    let url = URL(fileURLWithPath: path)
    let deep = (0..<600).reduce(Plist.array([])) { tree, _ in .array([tree]) }
    var options = PlistWritingOptions()
    options.maximumDepth = 601
    let generous = options
    try Self.now { try deep.write(toFile: path, options: generous) }
    try await deep.write(toFile: path, options: generous)
    try Self.now { try deep.write(toFile: url, options: generous) }
    try await deep.write(toFile: url, options: generous)
    options.maximumDepth = 1
    let strict = options
    let errors = await [
      Self.failure { try Self.now { try deep.write(toFile: path) } },
      Self.failure { try await deep.write(toFile: path) },
      Self.failure { try Self.now { try tree.write(toFile: path, options: strict) } },
      Self.failure { try await tree.write(toFile: url, options: strict) },
    ]
    #expect(errors.allSatisfy { ($0 as? PlistError)?.code == .depthLimit }, "\(errors)")
    #expect(try Data(contentsOf: url) == deep.encoded(as: .xml, options: generous))
  }

  @Test(
    "A typed value survives a round trip through a file, by path", arguments: Form.allCases,
    [PlistFormat.xml, .binary])
  func typed(_ form: Form, _ format: PlistFormat) async throws {
    let path = scratch.file("t")
    let encoder = PlistEncoder(outputFormat: format)
    switch form {
    case .blocking:
      try Self.now { try encoder.encode(Settings(), toFile: path) }
      let read = try Self.now { try PlistDecoder().decode(Settings.self, fromFile: path) }
      #expect(read == Settings())
    case .async:
      try await encoder.encode(Settings(), toFile: path)
      #expect(try await PlistDecoder().decode(Settings.self, fromFile: path) == Settings())
    }
  }

  @Test("A missing file and a directory have distinct error codes")
  func unreadable() async {
    let expected = [
      (scratch.file("missing"), FileError.Code.notFound), (scratch.path, .isDirectory),
      (scratch.file("no/such"), .notFound), ("", .invalidPath),
    ]
    for (path, code) in expected {
      let errors = await [
        Self.failure { try Self.now { try Plist(contentsOfFile: path) } },
        Self.failure { try await Plist(contentsOfFile: path) },
        Self.failure { try Self.now { try PlistDocument(contentsOfFile: path) } },
        Self.failure { try await PlistDocument(contentsOfFile: path) },
        Self.failure { try Self.now { try PlistDecoder().decode(Int.self, fromFile: path) } },
        Self.failure { try await PlistDecoder().decode(Int.self, fromFile: path) },
      ]
      #expect(errors.allSatisfy { ($0 as? FileError)?.code == code }, "\(path): \(errors)")
    }
  }

  @Test("A file cannot replace a directory, or be written to a missing one")
  func unwritable() async {
    for (path, code) in [
      (scratch.path, FileError.Code.isDirectory), (scratch.file("no/f"), .notFound),
    ] {
      let errors = await [
        Self.failure { try Self.now { try tree.write(toFile: path) } },
        Self.failure { try await tree.write(toFile: path) },
        Self.failure { try Self.now { try PlistEncoder().encode(1, toFile: path) } },
        Self.failure { try await PlistEncoder().encode(1, toFile: path) },
      ]
      #expect(errors.allSatisfy { ($0 as? FileError)?.code == code }, "\(path): \(errors)")
    }
  }

  @Test("A URL that is not a file URL is rejected")
  func otherURL() async throws {
    let url = try #require(URL(string: "https://example.org/a.plist"))
    let document = try PlistDocument(tree)
    let errors = await [
      Self.failure { try Self.now { try Plist(contentsOfFile: url) } },
      Self.failure { try await Plist(contentsOfFile: url) },
      Self.failure { try Self.now { try tree.write(toFile: url) } },
      Self.failure { try await tree.write(toFile: url) },
      Self.failure { try Self.now { try PlistDocument(contentsOfFile: url) } },
      Self.failure { try await PlistDocument(contentsOfFile: url) },
      Self.failure { try Self.now { try document.write(toFile: url, as: .xml) } },
      Self.failure { try await document.write(toFile: url, as: .xml) },
      Self.failure { try Self.now { try PlistEncoder().encode(1, toFile: url) } },
      Self.failure { try await PlistEncoder().encode(1, toFile: url) },
      Self.failure { try Self.now { try PlistDecoder().decode(Int.self, fromFile: url) } },
      Self.failure { try await PlistDecoder().decode(Int.self, fromFile: url) },
    ]
    #expect(errors.allSatisfy { ($0 as? FileError)?.code == .notAFileURL }, "\(errors)")
  }

  @Test("An invalid or too large file gives the reader's error")
  func invalidContent() async throws {
    let path = scratch.file("broken")
    try scratch.write("<plist>\n<array>", to: "broken")
    let error = await Self.failure { try await Plist(contentsOfFile: path) } as? PlistError
    #expect(error?.code == .unexpectedEnd)
    #expect(error?.position == SourcePosition(offset: 15, line: 2, column: 8))
    var options = PlistReadingOptions()
    options.maximumByteCount = 14
    let limited = options
    let large = await Self.failure { try await Plist(contentsOfFile: path, options: limited) }
    #expect((large as? FileError)?.code == .limitExceeded)
  }

  @Test("An unsupported value leaves the old file unchanged")
  func untouched() async throws {
    let path = scratch.file("kept")
    try Self.now { try tree.write(toFile: path, as: .xml) }
    let old = try scratch.data("kept")
    let errors = await [
      Self.failure { try Self.now { try Plist.array([.null]).write(toFile: path) } },
      Self.failure { try await Plist.array([.null]).write(toFile: path) },
      Self.failure { try Self.now { try PlistEncoder().encode("\0", toFile: path) } },
      Self.failure { try await PlistEncoder().encode([Int128.max], toFile: path) },
    ]
    #expect(errors.allSatisfy { ($0 as? PlistError)?.code == .notRepresentable }, "\(errors)")
    #expect(try scratch.data("kept") == old)
    #expect(try scratch.names() == ["kept"])
  }

  @Test("A symbolic link stays one, and the file keeps its mode", arguments: Form.allCases)
  func linkAndMode(_ form: Form) async throws {
    let (file, link) = (scratch.file("target"), scratch.file("link"))
    try scratch.create("target", "old", permissions: 0o640)
    try scratch.link("link", to: "target")
    switch form {
    case .blocking: try Self.now { try tree.write(toFile: link) }
    case .async: try await tree.write(toFile: link)
    }
    #expect(try scratch.linkTarget("link") == "target")
    #expect(try scratch.permissions("target") == 0o640)
    #expect(try await Plist(contentsOfFile: file) == tree)
  }

  /// Runs the blocking form of a call, which overload resolution would not choose in an async
  /// function.
  private static func now<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  private static func failure<Result>(_ body: () async throws -> Result) async -> (any Error)? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }
}
