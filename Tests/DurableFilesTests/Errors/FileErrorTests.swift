// Tests of the messages and the matching of errors.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("File errors")
struct FileErrorTests {
  private func error(
    _ code: FileError.Code, _ operation: FileError.Operation, _ system: Errno?,
    path: FilePath = "/x/y"
  ) -> FileError {
    FileError(
      code: code, path: path, operation: operation, systemError: system, task: .replace)
  }

  @Test("A description is one sentence with the path, the reason and the step")
  func sentences() {
    #expect(
      error(.outOfSpace, .write, .noSpace).description
        == "cannot replace /x/y: no space left on device (ENOSPC) while writing the temporary file")
    #expect(
      error(.durabilityUnknown, .synchronizeDirectory, .ioError).description
        == "replaced /x/y, but its durability is unknown: input/output error (EIO) while "
        + "syncing its directory")
  }

  @Test("A description stays short for a long path")
  func bounded() {
    let path = FilePath("/" + String(repeating: "long/", count: 10_000))
    #expect(error(.nameTooLong, .resolve, .fileNameTooLong, path: path).description.count < 400)
  }

  @Test("An error can be caught by its code")
  func matching() {
    do {
      throw error(.outOfSpace, .write, .noSpace)
    } catch FileError.Code.quotaExceeded {
      Issue.record("another code matched")
    } catch FileError.Code.outOfSpace {
      return
    } catch {
      Issue.record("no code matched")
    }
  }

  @Test("Each relevant error number has a code")
  func codes() {
    let expected: [(Errno, FileError.Code)] = [
      (.noSuchFileOrDirectory, .notFound), (.permissionDenied, .permissionDenied),
      (.notPermitted, .permissionDenied), (.noSpace, .outOfSpace),
      (.diskQuotaExceeded, .quotaExceeded), (.readOnlyFileSystem, .readOnlyFileSystem),
      (.ioError, .inputOutput), (.tooManyOpenFiles, .tooManyOpenFiles),
      (.resourceBusy, .other), (.notDirectory, .notADirectory), (.isDirectory, .isDirectory),
      (.tooManySymbolicLinkLevels, .tooManySymbolicLinks), (.fileNameTooLong, .nameTooLong),
      (.fileTooLarge, .fileTooLarge), (.tooManyOpenFilesInSystem, .tooManyOpenFiles),
    ]
    for (number, code) in expected { #expect(FileError.Code(number) == code) }
  }

  @Test("Each error of the library itself has a code and a message")
  func ownReasons() {
    let codes: [FileError.Code] = [
      .invalidPath, .isDirectory, .notARegularFile, .tooManySymbolicLinks, .limitExceeded,
      .conflict, .lockTimedOut, .lockingUnsupported, .cancelled,
    ]
    let sentences = codes.map { error($0, .lock, nil).description }
    #expect(Set(sentences).count == codes.count)
    for (code, sentence) in zip(codes, sentences) {
      #expect(!"\(sentence) while".contains(": \(code.rawValue) while"), "\(sentence)")
    }
  }

  @Test(
    "A reason that says everything is not followed by the step",
    arguments: [
      (.invalidPath, "the path is empty or contains a zero byte"),
      (.notAFileURL, "the URL does not name a file"), (.isDirectory, "it is a directory"),
      (.notARegularFile, "it is a pipe, socket or device, not a regular file"),
      (.limitExceeded, "it is larger than the limit"),
      (.cancelled, "the task was canceled while reading it"),
    ] as [(FileError.Code, String)])
  func reasonWithoutStep(code: FileError.Code, reason: String) {
    #expect(error(code, .read, nil).description.hasSuffix(": \(reason)"))
  }

  @Test("New contents that are larger than the limit are not confused with the file")
  func limitOfNewContents() {
    #expect(
      error(.limitExceeded, .write, nil).description
        .hasSuffix(": the new contents are larger than the limit"))
  }

  @Test("A description names every step in words")
  func steps() {
    let steps: [FileError.Operation] = [
      .resolve, .open, .read, .openDirectory, .createDirectory, .createTemporary, .reserve, .write,
      .setPermissions, .synchronize, .close, .lock, .compare, .keepPrevious, .rename,
      .synchronizeDirectory, .watch,
    ]
    for step in steps {
      let words = error(.inputOutput, step, .ioError).description
      #expect(!words.hasSuffix("while \(step.rawValue)"), "\(words)")
    }
  }

  @Test("A description names the other file that is in the way")
  func companions() throws {
    let directory = try ScratchDirectory()
    try directory.create("a", "old")
    try directory.makeFolder("a.bak")
    let path = FilePath(directory.file("a"))
    let options = AtomicReplacement.Options(previousGenerations: 1)
    func sentence() -> String? {
      failure { () throws(FileError) in
        try AtomicReplacement.write([1].span, to: path, options: options)
      }?.description
    }
    #expect(sentence()?.contains(": its previous generation a.bak is a directory") == true)
    try FileManager.default.removeItem(atPath: directory.file(".a.lock"))
    try directory.makeFolder(".a.lock")
    #expect(sentence()?.contains(": its lock file .a.lock is a directory") == true)
    try FileManager.default.removeItem(atPath: directory.file(".a.lock"))
    try directory.link(".a.lock", to: "elsewhere")
    #expect(sentence()?.contains(": its lock file .a.lock is a symbolic link") == true)
    #expect(try directory.text("a") == "old")
  }

  @Test("A description says what was to be made durable, and that it was not replaced")
  func makingDurable() throws {
    let directory = try ScratchDirectory()
    try directory.create("a", "old")
    let path = FilePath(directory.file("a"))
    let identity = try #require(try FileContents.identity(of: path, in: POSIXFileSystem()))
    let system = FailingFileSystem(unsupported: ["synchronize": .ioError])
    let error = failure { () throws(FileError) in
      try FileContents.synchronize(path, expecting: identity, in: system)
    }
    #expect(error?.code == .durabilityUnknown)
    #expect(error?.description.hasPrefix("cannot make durable ") == true)
    #expect(error?.description.hasSuffix("(EIO) while syncing it") == true)
  }
}
