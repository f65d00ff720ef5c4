// Mistyped command names.

import Foundation
import TestSupport
import Testing

@Suite("A mistyped command")
struct UnknownCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "settings.plist") }

  @Test(
    "The error suggests the similar command",
    arguments: [
      ("conver x", "conver", "convert"), ("pritn settings.plist", "pritn", "print"),
      ("Lint settings.plist --strict", "Lint", "lint"), ("arch", "arch", "archive"),
      ("archive pritn settings.plist", "pritn", "print"), ("prefs raed", "raed", "read"),
      ("state lst settings.plist", "lst", "list"), ("hlep", "hlep", "help"),
      ("container wher --root r --bogus", "wher", "where"), ("gte -- x", "gte", "get"),
    ])
  func suggestion(arguments: String, name: String, similar: String) throws {
    let run = try folder.shell("plist \(arguments)")
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        "Error: unknown command '\(name)'; did you mean '\(similar)'?\nUsage: plist"),
      "\(run.errors)")
  }

  @Test(
    "The error suggests nothing if no command is similar",
    arguments: ["bogus", "x", "settings.plist", "''", "archive bogus", "archive help"])
  func noSuggestion(arguments: String) throws {
    let run = try folder.shell("plist \(arguments)")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("Error: unknown command '"), "\(run.errors)")
    #expect(!run.errors.contains("did you mean"))
  }

  @Test("The usage is that of the enclosing command")
  func usage() throws {
    let errors = try folder.run("archive", "pritn").errors
    #expect(
      errors.hasSuffix(
        """
        Usage: plist archive <subcommand>
          See 'plist archive --help' for more information.

        """))
  }

  @Test("An argument that looks like a command is not an unknown command")
  func otherArguments() throws {
    #expect(try !folder.run("print", "--bogus").errors.contains("unknown command"))
    #expect(try !folder.run("convert", "conver").errors.contains("unknown command"))
    #expect(try !folder.run("--bogus", "conver").errors.contains("unknown command"))
  }
}
