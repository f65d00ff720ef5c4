// Tests of errors as callers see them: codes, messages and values.

import StateStorage
import SystemPackage
import Testing

@Suite("State errors")
struct StateErrorTests {
  @Test("An error can be caught by its code")
  func pattern() {
    do {
      throw StateError(.invalidName, message: "no name")
    } catch StateError.Code.invalidName {
    } catch {
      Issue.record("caught as \(error)")
    }
  }

  @Test("The description has the path and the cause")
  func sentence() {
    let error = StateError(
      .directoryUnavailable, message: "the directory could not be made", path: "/x/y",
      underlyingError: Errno.permissionDenied)
    #expect(error.description == "the directory could not be made (/x/y: Permission denied)")
    #expect(StateError(.invalidName, message: "no name").description == "no name")
  }

  @Test("The description stays short")
  func bounds() {
    let long = String(repeating: "ab", count: 100_000)
    let error = StateError(.invalidName, message: long, path: FilePath(long))
    #expect(error.description.count < 1_200)
  }

  @Test("Errors with the same code and path are equal, whatever the message")
  func equality() {
    let errors: Set = [
      StateError(.invalidName, message: "one"), StateError(.invalidName, message: "two"),
      StateError(.invalidName, message: "one", path: "a"), StateError(.invalidRoot, message: "one"),
    ]
    #expect(errors.count == 3)
  }

  @Test("The description of a code is its name")
  func code() {
    #expect("\(StateError.Code.escapesContainer)" == "escapes-container")
  }
}
