// Errors as callers see them: by their codes, as sentences, as values.

import StateStorage
import SystemPackage
import Testing

@Suite("A state error")
struct StateErrorTests {
  @Test("is caught by its code")
  func pattern() {
    do {
      throw StateError(.invalidName, message: "no name")
    } catch StateError.Code.invalidName {
    } catch {
      Issue.record("caught as \(error)")
    }
  }

  @Test("is a sentence with the path and the cause")
  func sentence() {
    let error = StateError(
      .directoryUnavailable, message: "the directory could not be made", path: "/x/y",
      underlyingError: Errno.permissionDenied)
    #expect(error.description == "the directory could not be made (/x/y: Permission denied)")
    #expect(StateError(.invalidName, message: "no name").description == "no name")
  }

  @Test("stays short whatever it is about")
  func bounds() {
    let long = String(repeating: "ab", count: 100_000)
    let error = StateError(.invalidName, message: long, path: FilePath(long))
    #expect(error.description.count < 1_200)
  }

  @Test("equals another with the same code and path, whatever the sentence")
  func equality() {
    let errors: Set = [
      StateError(.invalidName, message: "one"), StateError(.invalidName, message: "two"),
      StateError(.invalidName, message: "one", path: "a"), StateError(.invalidRoot, message: "one"),
    ]
    #expect(errors.count == 3)
  }

  @Test("has a code that is shown by its name")
  func code() {
    #expect("\(StateError.Code.escapesContainer)" == "escapes-container")
  }
}
