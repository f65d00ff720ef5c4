// Tests in which every system call of a replacement and of a read fails in turn, until a run
// completes without a failing call. Each leaves old or new contents, no temporary file, no open
// descriptor, and no false success.

import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

/// The file before the replacement.
enum Beginning: String, CaseIterable {
  case existingFile, noFile, symbolicLink, missingDirectories

  var path: String {
    switch self {
    case .existingFile, .noFile: "a"
    case .symbolicLink: "l"
    case .missingDirectories: "d/e/a"
    }
  }

  /// The file that is actually replaced.
  var target: String { self == .missingDirectories ? path : "a" }
  var hasOldFile: Bool { self == .existingFile || self == .symbolicLink }

  func prepare(_ directory: ScratchDirectory) throws {
    guard hasOldFile else { return }
    try directory.create("a", "old", permissions: 0o640)
    try? directory.setAttribute("user.origin", to: "here", of: "a")
    if self == .symbolicLink { try directory.link("l", to: "a") }
  }
}

/// One way to fail: the previous contents, the promised durability, the error of the system.
struct Failure: CustomStringConvertible {
  let beginning: Beginning
  let durability: AtomicReplacement.Durability
  let error: Errno

  var description: String { "\(beginning.rawValue), \(durability), \(error)" }

  static let all: [Failure] = Beginning.allCases.flatMap { beginning in
    AtomicReplacement.Durability.allCases.flatMap { durability in
      [Errno.ioError, .noSpace, .interrupted, .diskQuotaExceeded, .permissionDenied].map {
        Failure(beginning: beginning, durability: durability, error: $0)
      }
    }
  }
}

@Suite("Failing system calls")
struct FailingCallTests {
  @Test(
    "A failing call leaves the complete old or new file, and is reported", arguments: Failure.all)
  func everyCall(failure: Failure) throws {
    var number = 1
    while try fails(call: number, failure) {
      number += 1
      try #require(number < 200)
    }
    #expect(number > 5)
  }

  /// Runs one replacement whose call with the given number fails; false when there is none.
  private func fails(call number: Int, _ failure: Failure) throws -> Bool {
    let directory = try ScratchDirectory()
    try failure.beginning.prepare(directory)
    let system = FailingFileSystem(
      failingCall: number, error: failure.error, longestWrite: 1000)
    let error = replace(failure, in: directory, system)
    try check(failure, error, in: directory, after: system.failedCall ?? "nothing")
    #expect(system.openFileCount == 0, "\(failure), call \(number)")
    return system.failedCall != nil
  }

  private let newText = String(repeating: "new contents\n", count: 200)

  private func replace(
    _ failure: Failure, in directory: ScratchDirectory, _ system: FailingFileSystem
  ) -> FileError? {
    let options = AtomicReplacement.Options(
      durability: failure.durability, missingDirectories: .created)
    let path = FilePath(directory.file(failure.beginning.path))
    let bytes = Array(newText.utf8)
    return TestSupport.failure { () throws(FileError) in
      _ = try AtomicReplacement.write(
        bytes.span, to: path, options: options, in: system)
    }
  }

  private func check(
    _ failure: Failure, _ error: FileError?, in directory: ScratchDirectory, after call: String
  ) throws {
    let names = try directory.names()
    let context = Comment(
      rawValue: "\(failure), failing: \(call), error: \(error?.description ?? "-")")
    #expect(!names.contains { $0.contains(".tmp") }, context)
    let text =
      try names.contains(failure.beginning.target)
      ? directory.text(failure.beginning.target) : nil
    let isNew = error == nil || error?.code == .durabilityUnknown
    #expect(text == (isNew ? newText : failure.beginning.hasOldFile ? "old" : nil), context)
    if failure.beginning.hasOldFile, mayNarrow(call) == false {
      #expect(try directory.permissions("a") == 0o640, context)
    }
    // A process that cannot inspect the parent directory cannot have created this one.
    let cannotBeOurs =
      failure.error == .permissionDenied && call == "open directory" && error == nil
    if failure.error == .interrupted || isHarmless(call) || (cannotBeOurs && text == newText) {
      // Only a failure to close the temporary file matters.
      if call != "close" { #expect(error == nil, context) }
    } else {
      #expect(error?.systemError == failure.error, context)
    }
  }

  /// The calls that a replacement does not require.
  private func isHarmless(_ call: String) -> Bool {
    let harmless = [
      "nothing", "close", "open inspecting", "attributeNames", "attribute", "setAttribute",
      "setOwner", "unlock", "removeAttribute", "names",
    ]
    return harmless.contains(call)
  }

  /// If the old file's access control list is unknown, the group has only the permissions of
  /// others.
  private func mayNarrow(_ call: String) -> Bool {
    ["open inspecting", "setOwner", "attributeNames", "removeAttribute"].contains(call)
  }

  @Test("A failure to close the temporary file is reported")
  func closingFails() throws {
    let reported = try (1...40).compactMap { number -> FileError? in
      let directory = try ScratchDirectory()
      let system = FailingFileSystem(failingCall: number)
      let failure = Failure(beginning: .noFile, durability: .durable, error: .ioError)
      let error = replace(failure, in: directory, system)
      return system.failedCall == "close" ? error : nil
    }
    #expect(reported.map(\.operation) == [.close])
  }

  @Test("A failure after the rename is a distinct error")
  func directoryNotSynchronized() throws {
    let errors = try (1...40).compactMap { number in
      replace(
        Failure(beginning: .noFile, durability: .durable, error: .ioError),
        in: try ScratchDirectory(), FailingFileSystem(failingCall: number, hidesLosses: true))
    }
    let unknown = errors.filter { $0.code == .durabilityUnknown }
    // The sync itself, and the check whether the file system still works after it.
    #expect(unknown.map(\.operation) == [.synchronizeDirectory, .synchronizeDirectory])
    #expect(unknown.first?.description.hasPrefix("replaced ") == true)
  }

  @Test("A system that writes nothing without an error does not block the program forever")
  func writesNothing() throws {
    let directory = try ScratchDirectory()
    let system = FailingFileSystem(longestWrite: 0)
    let failure = Failure(beginning: .noFile, durability: .fast, error: .ioError)
    let error = replace(failure, in: directory, system)
    #expect(error?.operation == .write)
    #expect(try directory.names().isEmpty)
  }

  @Test(
    "A failing call of a read is reported; an interrupted one, and one that is not ready, is repeated",
    arguments: [
      Errno.ioError, .interrupted, .permissionDenied, .resourceTemporarilyUnavailable,
    ])
  func everyReadingCall(error: Errno) throws {
    let directory = try ScratchDirectory()
    try directory.create("a", "contents")
    for number in 1...20 {
      let system = FailingFileSystem(failingCall: number, error: error, longestWrite: 3)
      let steps = ReadingSteps(system: system, path: FilePath(directory.file("a")), limit: 100)
      let result = Result { () throws(FileError) in try steps.run() }
      let isRepeated =
        error == .interrupted
        || error == .resourceTemporarilyUnavailable && system.failedCall == "read"
      let harmless = [nil, "close"].contains(system.failedCall) || isRepeated
      if harmless { #expect(try result.get() == Array("contents".utf8)) }
      if !harmless { #expect(throws: FileError.self) { try result.get() } }
      #expect(system.openFileCount == 0)
    }
  }
}
