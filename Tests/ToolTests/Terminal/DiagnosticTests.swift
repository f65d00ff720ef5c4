// The diagnostics and exit statuses for invalid files and invalid command lines.

import Foundation
import TestSupport
import Testing

@Suite("Diagnostics of the tool")
struct DiagnosticTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "broken.plist", "settings.plist") }

  @Test("lint reports every error of a file with its line and a caret")
  func lint() throws {
    let run = try folder.run("lint", "broken.plist", "settings.plist")
    #expect(run.status == 1)
    #expect(run.text == "settings.plist: OK\n")
    #expect(
      run.errors == """
        broken.plist:9:12: error: “twelve” is not a whole number (at cards[0])
          <integer>twelve</integer>
                   ^
        broken.plist:11:2: error: expected </array> to close <array> on line 8, found </dict> (at cards[2])
         </dict>
         ^

        """)
  }

  @Test("Warnings are errors with --strict")
  func strict() throws {
    try folder.write(xml("<dict><key>a</key><true/><key>a</key><false/></dict>"), to: "twice")
    let lenient = try folder.run("lint", "twice")
    #expect(lenient.status == 0)
    #expect(lenient.text == "twice: OK\n")
    #expect(lenient.errors.contains("warning:"))
    let strict = try folder.run("lint", "--strict", "twice")
    #expect(strict.status == 1)
    #expect(strict.text.isEmpty)
    #expect(!strict.errors.contains("warning:"))
  }

  @Test("Findings in JSON are printed one per line")
  func json() throws {
    let run = try folder.run("lint", "broken.plist", "none", "--diagnostics", "json")
    #expect(run.status == 3)
    let objects = try run.errors.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      objects.compactMap { $0["code"] as? String } == [
        "invalid-integer", "mismatched-tag", "not-found",
      ])
    #expect(objects[1]["file"] as? String == "broken.plist")
    #expect(objects[1]["line"] as? Int == 11)
    #expect(objects[1]["column"] as? Int == 2)
    #expect(objects[1]["offset"] as? Int == 296)
    #expect(objects[1]["path"] as? String == "cards[2]")
    #expect(objects[1]["severity"] as? String == "error")
    #expect(objects[2]["line"] is NSNull)
  }

  @Test("An error in a binary file has an offset")
  func binary() throws {
    try folder.data("settings.plist").dropLast(20).write(to: folder.file("cut"))
    let run = try folder.run("print", "cut")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("cut:@"))
  }

  @Test("A long line is shortened, and the caret counts the columns of wide characters and tabs")
  func longLine() throws {
    let padding = String(repeating: "<true/>", count: 2000)
    try folder.write(
      xml("<array>\(padding)\t<string>日本</string><integer>x</integer>\(padding)</array>"), to: "f")
    let lines = try folder.run("lint", "f").errors.split(separator: "\n")
    #expect(lines[1].hasPrefix("…"))
    #expect(lines[1].hasSuffix("…"))
    // Two characters of the line are two columns wide.
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let column = lines[2].distance(from: lines[2].startIndex, to: caret)
    #expect(lines[1].dropFirst(column - 2).hasPrefix("x</integer>"))
  }

  @Test("The exit status distinguishes absent values, missing files, and invalid command lines")
  func exitCodes() throws {
    let absent = try folder.run("get", "settings.plist", "nope")
    #expect(absent.status == 4)
    #expect(absent.errors.contains("the root has no key “nope”"))
    let missing = try folder.run("print", "none")
    #expect(missing.status == 3)
    #expect(missing.errors == "none: error: there is no such file\n")
    #expect(try folder.run("print", ".").status == 3)
    #expect(try folder.run("get").status == 2)
    #expect(try folder.run("print", "settings.plist", "a..b").status == 2)
    #expect(try folder.run("bogus").status == 2)
    #expect(try folder.run("lint", "-").errors == "<stdin>:@0: error: the input is empty\n")
  }

  @Test("A closed pipe causes no message")
  func closedPipe() throws {
    let run = try folder.shell(
      "trap '' PIPE; (sleep 0.2; plist print settings.plist; echo $? >status) | true; cat status")
    #expect(run.errors.isEmpty)
    #expect(run.text == "3\n")
  }

  @Test(
    "A full device is an output error",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDevice() throws {
    let run = try folder.shell("plist print settings.plist >/dev/full")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("<stdout>: error: cannot write: "))
  }

  @Test(
    "A full device is an output error for help, too",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "--help", "--version", "help get", "archive --help", "print -h",
      "--generate-completion-script bash",
    ])
  func fullDeviceForHelp(arguments: String) throws {
    let run = try folder.shell("plist \(arguments) >/dev/full")
    #expect(run.status == 3)
    #expect(run.errors == "<stdout>: error: cannot write: No space left on device\n")
  }

  @Test(
    "-q prints nothing and sets the exit status",
    arguments: [
      ("print -q settings.plist", 0), ("get settings.plist theme -q", 0),
      ("get --quiet settings.plist nope", 4), ("lint -q broken.plist settings.plist", 1),
      ("keys -q none", 3), ("keys -rq .", 1), ("get -q --lines settings.plist none", 3),
      ("convert -q settings.plist --to xml", 0), ("archive verify -q settings.plist", 1),
      ("archive print -q settings.plist", 1), ("state show -q none", 3),
      ("prefs read -q --root r s", 1), ("print -q --bogus", 2), ("-q bogus", 2),
      ("get -q settings.plist", 2),
    ] as [(String, Int32)])
  func quiet(arguments: String, status: Int32) throws {
    let run = try folder.shell("plist \(arguments)")
    #expect(run.output.isEmpty)
    #expect(run.errors.isEmpty)
    #expect(run.status == status)
  }

  @Test("-q does not change the exit status or the files that are written")
  func quietWriting() throws {
    #expect(try folder.run("convert", "-q", "settings.plist", "--to", "xml", "-o", "x").status == 0)
    #expect(try folder.run("get", "x", "theme").text == "dark\n")
    for arguments in [
      ["lint", "broken.plist"], ["get", "settings.plist", "nope"], ["keys", "none"],
    ] {
      let loud = try folder.run(arguments)
      #expect(try folder.run(arguments + ["-q"]).status == loud.status)
      #expect(!loud.errors.isEmpty)
    }
  }

  @Test(
    "A verb of plutil or PlistBuddy is answered with the equivalent command",
    arguments: [
      ("-p settings.plist", "plist print FILE"),
      ("-lint settings.plist", "plist lint FILE..."),
      ("-convert xml1 settings.plist", "plist convert FILE... --to FORMAT [--in-place | -o OUT]"),
      ("-extract theme raw settings.plist", "plist get FILE PATH [--as FORMAT]"),
      ("-type theme settings.plist", "plist type FILE PATH"),
      ("-insert a -string b -append settings.plist", "plist append FILE PATH VALUE [--type TYPE]"),
      ("print -p settings.plist", "plist print FILE"),
      ("-c 'Print :window:width' settings.plist", "plist get FILE 'window.width'"),
    ])
  func verbsOfOtherTools(arguments: String, command: String) throws {
    let run = try folder.shell("plist \(arguments)")
    #expect(run.status == 2)
    #expect(run.errors.hasSuffix(", write: \(command)\n"))
  }

  @Test("The hint for a verb of plutil never names a command that does not exist")
  func editingVerbs() throws {
    let commands = try folder.run("--help").text
    for (verb, command) in [("-replace", "set"), ("-insert", "insert"), ("-remove", "remove")] {
      let hint = try folder.run(verb, "a", "-bool", "NO", "settings.plist").errors
      let isThere = commands.contains("\n  \(command)  ")
      #expect(hint.hasPrefix("Error: Unknown option '\(verb)'"))
      #expect(hint.contains("write: plist \(command) FILE PATH") == isThere)
      #expect(hint.contains("This tool has no equivalent for plutil's \(verb).") != isThere)
    }
  }

  @Test("The version and the help are printed")
  func help() throws {
    #expect(try folder.run("--version").text.split(separator: ".").count == 3)
    let help = try folder.run("--help")
    #expect(help.status == 0)
    let commands = try #require(help.text.components(separatedBy: "SUBCOMMANDS:\n").last)
    #expect(
      commands == """
          print                   Shows a property list as an outline with types.
          convert                 Converts property lists to another format.
          lint                    Checks property lists.
          get                     Prints the value at a path.
          type                    Prints the type of a value.
          keys                    Prints a dictionary's keys, or an array's length.
          set                     Replaces a value, or adds a key to a dictionary.
          insert                  Adds a new key to a dictionary, or an array element.
          append                  Adds an element at the end of an array.
          remove                  Removes values, with their keys.
          rename                  Renames a key of a dictionary.
          merge                   Adds the values of another property list.
          edit                    Applies several edits in one call.
          diff                    Compares two property lists by their values.
          patch                   Applies a list of edits to a property list.
          merge3                  Merges two versions of a property list and their base.
          resolve                 Merges files that git left in conflict.
          git-setup               Makes git compare and merge property lists by value.
          archive                 Shows, checks, and edits keyed archives.
          prefs                   Reads and writes the preferences of an app.
          state                   Shows, checks, recovers, and restores the saved state
                                  of an app.
          container               Shows, exports, imports, and resets the directories
                                  of an app.

          See 'plist help <subcommand>' for detailed help.

        """)
  }

}
