// Tests of paths with a tilde, which only a shell expands: rejected wherever a path is accepted.

import DurableFiles
import SystemPackage
import TestSupport
import Testing

@Suite("Paths that begin with a tilde")
struct TildePathTests {
  @Test(
    "A path is rejected where a shell would expand it",
    arguments: [
      ("~", true), ("~/a", true), ("~user/a", true), ("~//a", true), ("~/", true), ("~user", false),
      ("~$a.plist", false), ("./~", false), ("./~/a", false), ("a/~", false), ("/~/a", false),
      ("a~", false), ("", false),
    ])
  func rule(path: String, isRefused: Bool) {
    #expect(FilePath(path).beginsWithTilde == isRefused)
  }

  @Test("Such a path is neither read, replaced, locked nor watched, and creates no directory")
  func everywhere() throws {
    let options = AtomicReplacement.Options(missingDirectories: .created)
    let path: FilePath = "~/plinth-none/a"
    let errors = [
      failure { () throws(FileError) in _ = try FileContents.read(path) },
      failure { () throws(FileError) in _ = try FileContents.snapshot(of: path) },
      failure { () throws(FileError) in
        _ = try AtomicReplacement.write([1], to: path, options: options)
      },
      failure { () throws(FileError) in _ = try PreviousGenerations.paths(of: path) },
      failure { () throws(FileError) in _ = try FileWatcher(path) },
    ]
    #expect(errors.allSatisfy { $0?.code == .invalidPath })
    #expect(errors.allSatisfy { $0.map { "\($0)".contains("./~") } ?? false })
    #expect(try POSIXFileSystem().kind(following: "~") == nil)
  }
}
