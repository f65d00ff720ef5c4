// Shell completions: the generated scripts offer the possible values of options and arguments.

import Foundation
import TestSupport
import Testing

@Suite("Shell completions")
struct CompletionTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "settings.plist") }

  private static let formats = [
    "xml", "binary", "openstep", "gnustep", "strings", "pbxproj", "glyphs", "json", "typed-json",
  ]
  private static let encodings = [
    "us-ascii", "iso-8859-1", "iso-8859-2", "iso-8859-5", "iso-8859-15", "windows-1250",
    "windows-1251", "windows-1252", "koi8-r", "macintosh",
  ]
  private static let types = [
    "string", "integer", "real", "bool", "date", "data", "array", "dict", "json",
  ]
  private static let directories = [
    "documents", "applicationSupport", "preferences", "caches", "temporary", "state",
  ]
  private static let booleans = ["true", "false", "yes", "no"]

  /// Every option and argument with a fixed list of values, after the command line that precedes it.
  static let lists: [(line: String, values: [String])] = [
    ("convert --to", formats), ("convert settings.plist --to", formats),
    ("get settings.plist theme --as", formats), ("prefs read settings --as", formats),
    ("prefs write settings theme --type", types), ("prefs write settings large -bool", booleans),
    ("prefs write settings large -boolean", booleans),
    ("print --encoding", encodings), ("archive json --encoding", encodings),
    ("lint --color", ["auto", "always", "never"]), ("state show --diagnostics", ["text", "json"]),
    ("container where", directories), ("container where --root r", directories),
  ]

  @Test("The script for each shell contains the values", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) throws {
    let run = try folder.run("--generate-completion-script", shell)
    #expect(run.status == 0)
    for values in Set(Self.lists.map(\.values)) {
      let list =
        switch shell {
        case "bash": values.map { "'\($0)'" }.joined(separator: "$'\\n'")
        case "zsh": "(" + values.map { "'\($0)'" }.joined(separator: " ") + ")"
        default: "'" + values.joined(separator: " ") + "'"
        }
      #expect(run.text.contains(list), "\(values)")
    }
  }

  @Test("Every argument with a fixed list of values has them as completions")
  func declarations() throws {
    var count = 0
    for command in try CommandTree(of: folder).commands {
      for argument in command.arguments {
        guard let values = argument["allValues"] as? [String] else { continue }
        let completion = argument["completionKind"] as? [String: Any]
        let list = (completion?["list"] as? [String: Any])?["values"] as? [String]
        #expect(list == values, "\(command.path) \(argument["valueName"] ?? "")")
        count += 1
      }
    }
    #expect(count > 50)
  }

  @Test("bash offers all values after an option", arguments: lists)
  func values(line: String, values: [String]) throws {
    #expect(try completions(of: line + " ") == values)
  }

  @Test(
    "bash offers the values that begin with the current word",
    arguments: [
      ("convert --to o", ["openstep"]),
      ("convert settings.plist --to xml --color a", ["auto", "always"]),
      ("get settings.plist theme --as x", ["xml"]), ("prefs write -bool y", ["yes"]),
      ("container where st", ["state"]), ("convert --to none", []),
    ])
  func prefixes(line: String, values: [String]) throws {
    #expect(try completions(of: line) == values)
  }

  @Test(
    "bash offers commands, options, and files",
    arguments: [
      ("conv", ["convert"]), ("archive ", ["print", "json", "classes", "verify"]),
      ("convert --in", ["--in-place"]), ("print sett", ["settings.plist"]),
      ("container import ", ["folder"]),
    ])
  func names(line: String, names: [String]) throws {
    try folder.prepare("mkdir folder")
    #expect(Set(try completions(of: line)).isSuperset(of: names))
  }

  @Test(
    "bash offers the commands that can follow help",
    arguments: [
      ("help ", ["print", "lint", "git-setup", "container"]), ("help arch", ["archive"]),
      ("help archive ", ["print", "rename-class"]), ("help prefs d", ["delete", "domains"]),
    ])
  func helpTopics(line: String, names: [String]) throws {
    let found = try completions(of: line)
    #expect(Set(found).isSuperset(of: names), "\(found)")
    #expect(!found.contains("help"))
    #expect(try completions(of: "help print ") == [])
  }

  @Test(
    "The script for each shell has the commands that can follow help",
    arguments: [
      ("bash", "'help prefs') COMPREPLY+=($(compgen -W 'read write delete domains' --"),
      ("zsh", "'help prefs') ___names=(read write delete domains) ;;"),
      ("zsh", #"'*:subcommand:{__plist_complete "${___names[@]}"}'"#),
      ("fish", #"= "plist help prefs"' -fka 'read write delete domains'"#),
    ])
  func helpTopics(shell: String, line: String) throws {
    #expect(try folder.run("--generate-completion-script", shell).text.contains(line))
  }

  /// The script for bash, which the tool creates once for all tests.
  private static let script = Result {
    try ToolFolder().run("--generate-completion-script", "bash").text
  }

  /// Returns the completions of the last word of a command line, as bash computes them.
  private func completions(of line: String) throws -> [String] {
    try folder.write(Self.script.get(), to: "script")
    let words =
      ["plist"] + line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let run = try ProgramRun.run(
      "/bin/bash",
      [
        "-c",
        """
        . ./script
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*"
        COMP_POINT=${#COMP_LINE} COMPREPLY=()
        "$(complete -p plist | sed 's/.* -F \\([^ ]*\\) .*/\\1/')" plist "${COMP_WORDS[COMP_CWORD]}" \
          "${COMP_WORDS[COMP_CWORD - 1]}"
        for reply in "${COMPREPLY[@]}"; do echo "$reply"; done
        """, "bash",
      ] + words, in: folder.path)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.lines
  }
}
