// `plist git-setup`: the configuration and the attributes that make git use this tool.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

struct GitSetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-setup", abstract: "Makes git compare and merge property lists by value.",
    discussion: """
      Prints the commands that configure git, and the lines of .gitattributes that select the \
      files. With --apply, the commands are run in the current repository, and the lines are added \
      to the .gitattributes file at its top level. Settings and attributes that are already there \
      are kept. .gitattributes can be committed; each clone needs the configuration.

      git log and git diff then show binary property lists and keyed archives as text, and git \
      merge, rebase, and cherry-pick merge property lists by value. See merge3.

      EXAMPLES:
        plist git-setup
        plist git-setup --apply
      """)

  @Flag(help: "Write the configuration and the attributes.")
  var apply = false

  @OptionGroup
  var shared: SharedOptions

  func run() throws {
    if !apply { return try StandardStream.output.write(GitSetup.script) }
    do {
      let top = try GitCommand.run("rev-parse", "--show-toplevel")
      guard top.status == 0 else {
        throw GitError(message: "the current folder is not in the working tree of a repository")
      }
      for setting in GitSetup.settings { try apply(setting) }
      let folder = ArgumentBytes.text(of: top.line)
      try addAttributes(to: folder + "/.gitattributes")
    } catch {
      let input = Input(name: ".gitattributes", argument: ".gitattributes", bytes: [])
      throw shared.runner.report(FileFailure(gitAware: error, in: input))
    }
  }

  private func apply(_ setting: GitSetup.Setting) throws {
    let current = try GitCommand.run("config", "--local", "--get", setting.key)
    if current.status == 0 {
      if current.line != Array(setting.value.utf8) {
        try report("\(setting.key) is kept: \(String(decoding: current.line, as: UTF8.self))")
      }
      return
    }
    let change = try GitCommand.run("config", "--local", setting.key, setting.value)
    guard change.status == 0 else {
      throw GitError(message: "git cannot set \(setting.key)")
    }
    try report("\(setting.key) = \(setting.value)")
  }

  private func addAttributes(to file: String) throws {
    var contents: [UInt8] = []
    var identity: FileIdentity?
    do throws(FileError) {
      let input = try Input.readToReplace(file)
      (contents, identity) = (input.bytes, input.identity)
    } catch { if error.code != .notFound { throw error } }
    let known = Set(
      contents.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        .map { line in
          String(
            decoding: line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") },
            as: UTF8.self)
        })
    let missing = GitSetup.attributes.filter { !known.contains($0.pattern) }
    if missing.isEmpty { return }
    if let last = contents.last, last != UInt8(ascii: "\n") { contents.append(UInt8(ascii: "\n")) }
    for attribute in missing {
      contents += "\(attribute.line)\n".utf8
      try report(".gitattributes: \(attribute.line)")
    }
    try Input.replace(file, with: Data(contents), as: .openStep, expecting: identity)
  }

  private func report(_ line: String) throws {
    try StandardStream.output.write(line.escaped() + "\n")
  }
}

/// The configuration of git.
enum GitSetup {
  struct Setting {
    let key: String
    let value: String
  }

  /// The attributes of the files that match a pattern.
  struct Attribute {
    let pattern: String
    let diff: String

    var line: String { "\(pattern) diff=\(diff) merge=plist" }
  }

  static let settings = [
    Setting(key: "diff.plist.textconv", value: textConversion("plist convert --to xml")),
    Setting(
      key: "diff.plist-strings.textconv",
      value: textConversion("plist convert --utf8 --to strings")),
    Setting(key: "diff.plist-archive.textconv", value: textConversion("plist archive print")),
    Setting(key: "diff.plist-project.xfuncname", value: "^\t\t([0-9A-F]{24} .*)$"),
    Setting(key: "merge.plist.name", value: "merge of property lists by value"),
    Setting(
      key: "merge.plist.driver",
      value: "plist merge3 --driver --path=%P --marker-size=%L %O %A %B"),
    Setting(key: "merge.plist.recursive", value: "text"),
  ]

  /// Returns a command that shows a file as it is if the tool cannot read it, since git ends a whole
  /// diff when the command for one file fails.
  private static func textConversion(_ command: String) -> String {
    "f() { \(command) \"$1\" 2>/dev/null || cat \"$1\"; }; f"
  }

  static let attributes = [
    Attribute(pattern: "*.plist", diff: "plist"),
    Attribute(pattern: "*.strings", diff: "plist-strings"),
    Attribute(pattern: "project.pbxproj", diff: "plist-project"),
    Attribute(pattern: "*.archive", diff: "plist-archive"),
    Attribute(pattern: "*.keyedarchive", diff: "plist-archive"),
  ]

  /// The commands and lines, for a person to run and add.
  static var script: String {
    let commands = settings.map { setting in
      "git config \(setting.key) '\(setting.value)'"
    }
    return
      (["# Configuration:"] + commands + ["", "# Lines of .gitattributes:"]
      + attributes.map(\.line)).joined(separator: "\n") + "\n"
  }
}
