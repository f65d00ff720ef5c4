// Paths with a tilde, which only a shell expands: refused wherever a path is taken.

import DurableFiles
import SystemPackage
import TestSupport
import Testing

@Suite("A path that begins with a tilde")
struct TildePathTests {
  @Test(
    "is refused where a shell would expand it",
    arguments: [
      ("~", true), ("~/a", true), ("~user/a", true), ("~//a", true), ("~/", true), ("~user", false),
      ("~$a.plist", false), ("./~", false), ("./~/a", false), ("a/~", false), ("/~/a", false),
      ("a~", false), ("", false),
    ])
  func rule(path: String, isRefused: Bool) {
    #expect(FilePath(path).beginsWithTilde == isRefused)
  }

  @Test("is neither read, replaced, locked nor watched, and no directory is made")
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
