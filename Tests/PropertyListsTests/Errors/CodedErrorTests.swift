// Tests of what all errors have in common: the spelling of codes, matching by code, advice and
// descriptions.

import DurableFiles
import PropertyLists
import Testing

@Suite("Errors of every module")
struct CodedErrorTests {
  @Test("An error can be handled without knowing its module")
  func oneProtocol() throws {
    let missing = #expect(throws: FileError.self) {
      try FileContents.read("/nowhere/at/all", limit: 1)
    }
    let errors: [any CodedError] = [
      PlistError(.cycle, message: "a container contains itself"), try #require(missing),
    ]
    #expect(errors.map { "\($0.code)" } == ["cycle", "not-found"])
    #expect(errors[1].message == errors[1].description)
    #expect(errors.allSatisfy { $0.position == nil && $0.keyPath.isEmpty })
  }

  @Test("A code is in lower case, with hyphens")
  func spelling() {
    let codes: [FileError.Code] = [
      .invalidPath, .notADirectory, .notARegularFile, .tooManySymbolicLinks, .readOnlyFileSystem,
      .outOfSpace, .inputOutput, .durabilityUnknown, .lockTimedOut, .lockingUnsupported,
    ]
    for code in codes {
      #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" }, "\(code)")
    }
    #expect(FileError.Code.tooManySymbolicLinks.description == "too-many-symbolic-links")
  }

  @Test("The description gives the message, then the advice and the locations")
  func advice() {
    let error = PlistError(
      .cycle, message: "it holds itself", suggestion: "make a link weak",
      position: SourcePosition(offset: 9, line: 2, column: 3), path: PlistPath([.key("a")]))
    #expect(error.description == "2:3: it holds itself; make a link weak (at a)")
    #expect(error.message == "it holds itself" && error.suggestion == "make a link weak")
    #expect(error == PlistError(.cycle, message: "", position: error.position, path: error.path))
  }
}
