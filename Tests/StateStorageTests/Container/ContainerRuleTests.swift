// Tests of which directories an app has, for each kind of system and each environment.

import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Container rules")
struct ContainerRuleTests {
  typealias Directory = AppContainer.Directory

  /// A layout, variables, a directory, its path, and the variable that determined it.
  struct Row: Sendable, CustomTestStringConvertible {
    var layout: ContainerLayout
    var variables: [String: String]
    var directory: Directory
    var path: String
    var variable: String?

    init(
      _ layout: ContainerLayout, _ variables: [String: String], _ directory: Directory,
      _ path: String, by variable: String?
    ) {
      self.layout = layout
      self.variables = variables
      self.directory = directory
      self.path = path
      self.variable = variable
    }

    var testDescription: String { "\(layout) \(variables.sorted { $0.key < $1.key }) \(path)" }
  }

  static let home = ["HOME": "/h"]

  static let xdg: [Row] = [
    Row(.xdg, home, .documents, "/h/.local/share/org.x.app/Documents", by: nil),
    Row(.xdg, home, .applicationSupport, "/h/.local/share/org.x.app", by: nil),
    Row(.xdg, home, .preferences, "/h/.config/org.x.app", by: nil),
    Row(.xdg, home, .caches, "/h/.cache/org.x.app", by: nil),
    Row(.xdg, home, .state, "/h/.local/state/org.x.app", by: nil),
    Row(.xdg, home, .temporary, "/tmp/org.x.app.tmp-XXXXXX", by: nil),
    Row(.xdg, [:], .caches, "/passwd/.cache/org.x.app", by: nil),
    Row(.xdg, ["HOME": ""], .caches, "/passwd/.cache/org.x.app", by: nil),
    Row(.xdg, ["HOME": "here"], .caches, "/passwd/.cache/org.x.app", by: nil),
    Row(
      .xdg, ["XDG_DATA_HOME": "/d"], .documents, "/d/org.x.app/Documents", by: "XDG_DATA_HOME"),
    Row(
      .xdg, ["XDG_DATA_HOME": "/d"], .applicationSupport, "/d/org.x.app", by: "XDG_DATA_HOME"),
    Row(
      .xdg, ["XDG_CONFIG_HOME": "/c/"], .preferences, "/c/org.x.app", by: "XDG_CONFIG_HOME"),
    Row(.xdg, ["XDG_CACHE_HOME": "/k"], .caches, "/k/org.x.app", by: "XDG_CACHE_HOME"),
    Row(.xdg, ["XDG_STATE_HOME": "/s"], .state, "/s/org.x.app", by: "XDG_STATE_HOME"),
    Row(.xdg, ["TMPDIR": "/t"], .temporary, "/t/org.x.app.tmp-XXXXXX", by: "TMPDIR"),
    Row(.xdg, ["TMPDIR": "t"], .temporary, "/tmp/org.x.app.tmp-XXXXXX", by: nil),
    Row(.xdg, ["TMPDIR": ""], .temporary, "/tmp/org.x.app.tmp-XXXXXX", by: nil),
  ]

  /// Empty and relative variables are ignored; the user's folders and the directory for sockets are
  /// never used.
  static let void: [Row] = ["", "here", "./here", "../here"].flatMap { value in
    [
      ("XDG_DATA_HOME", Directory.documents, "/h/.local/share/org.x.app/Documents"),
      ("XDG_DATA_HOME", .applicationSupport, "/h/.local/share/org.x.app"),
      ("XDG_CONFIG_HOME", .preferences, "/h/.config/org.x.app"),
      ("XDG_CACHE_HOME", .caches, "/h/.cache/org.x.app"),
      ("XDG_STATE_HOME", .state, "/h/.local/state/org.x.app"),
    ].map { Row(.xdg, ["HOME": "/h", $0.0: value], $0.1, $0.2, by: nil) } + [
      Row(
        .appleHome, ["HOME": "/h", "CFFIXED_USER_HOME": value], .caches,
        "/h/Library/Caches/org.x.app", by: "HOME"),
      Row(
        .appleHome, ["HOME": value], .caches, "/passwd/Library/Caches/org.x.app", by: nil),
    ]
  }

  static let notAsked: [Row] = [
    Row(
      .xdg, ["HOME": "/h", "XDG_DOCUMENTS_DIR": "/u"], .documents,
      "/h/.local/share/org.x.app/Documents", by: nil),
    Row(
      .xdg, ["HOME": "/h", "XDG_RUNTIME_DIR": "/run"], .temporary, "/tmp/org.x.app.tmp-XXXXXX",
      by: nil),
    Row(
      .xdg, ["HOME": "/h", "XDG_RUNTIME_DIR": "/run"], .state, "/h/.local/state/org.x.app",
      by: nil),
  ]

  static let apple: [Row] = [
    Row(.appleContainer, home, .documents, "/h/Documents", by: "HOME"),
    Row(
      .appleContainer, home, .applicationSupport, "/h/Library/Application Support", by: "HOME"),
    Row(.appleContainer, home, .preferences, "/h/Library/Preferences/org.x.app", by: "HOME"),
    Row(.appleContainer, home, .caches, "/h/Library/Caches", by: "HOME"),
    Row(.appleContainer, home, .state, "/h/Library/Saved Application State", by: "HOME"),
    Row(
      .appleContainer, ["HOME": "/h", "CFFIXED_USER_HOME": "/f"], .documents, "/f/Documents",
      by: "CFFIXED_USER_HOME"),
    Row(
      .appleHome, home, .documents, "/h/Library/Application Support/org.x.app/Documents",
      by: "HOME"),
    Row(.appleHome, home, .caches, "/h/Library/Caches/org.x.app", by: "HOME"),
    Row(.appleHome, home, .preferences, "/h/Library/Preferences/org.x.app", by: "HOME"),
    Row(
      .appleHome, [:], .state, "/passwd/Library/Saved Application State/org.x.app.savedState",
      by: nil),
  ]

  @Test("The rules determine each directory", arguments: xdg + void + notAsked + apple)
  func choice(row: Row) throws {
    let container = try AppContainer(
      identifier: "org.x.app",
      environment: .init(row.variables, userDatabaseHome: "/passwd"), layout: row.layout)
    let rule = try container.rule(for: row.directory)
    #expect(rule.path == FilePath(row.path))
    #expect(rule.variable == row.variable)
    #expect(rule.directory == row.directory)
  }

  @Test("Each choice is explained in a sentence")
  func sentences() throws {
    let environment = AppContainer.Environment([
      "HOME": "/h", "XDG_CACHE_HOME": "k", "XDG_STATE_HOME": "/s",
    ])
    let container = try AppContainer(
      identifier: "org.x.app", environment: environment, layout: .xdg)
    #expect(
      try container.rule(for: .documents).description
        == "XDG_DATA_HOME is not set, so the directory is .local/share/org.x.app/Documents in the "
        + "home directory that HOME names")
    #expect(
      try container.rule(for: .caches).description.hasPrefix(
        "XDG_CACHE_HOME is a relative path, which is ignored, so the directory is"))
    #expect(
      try container.rule(for: .state).description
        == "it is org.x.app in the directory that XDG_STATE_HOME names")
    #expect(
      try AppContainer(root: "/r").rule(for: .caches).description
        == "it is Library/Caches below the chosen root directory")
  }

  @Test(
    "A variable that chooses no directory is explained by what it is",
    arguments: [
      ([:], "is not set"), (["HOME": "", "TMPDIR": ""], "is empty"),
      (["HOME": "h", "TMPDIR": "t"], "is a relative path, which is ignored"),
    ] as [([String: String], String)])
  func reasons(variables: [String: String], reason: String) throws {
    let container = try AppContainer(
      identifier: "org.x.app", environment: .init(variables, userDatabaseHome: "/passwd"),
      layout: .xdg)
    #expect(
      try container.rule(for: .temporary).description
        == "TMPDIR \(reason), so the directory is a new private one in /tmp")
    #expect(
      try container.rule(for: .documents).description.hasSuffix(
        "in the home directory in the user database, because HOME \(reason)"))
    let homeless = try AppContainer(
      identifier: "org.x.app", environment: .init(variables), layout: .xdg)
    #expect {
      try homeless.rule(for: .documents)
    } throws: { error in
      (error as? StateError)?.message
        == "HOME \(reason), and the user database has no home directory"
    }
  }

  @Test("A home directory is required only by the directories inside it")
  func noHome() throws {
    let variables = ["XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"]
    let container = try AppContainer(
      identifier: "org.x.app", environment: .init(variables), layout: .xdg)
    #expect(try container.rule(for: .documents).path == "/d/org.x.app/Documents")
    #expect(try container.rule(for: .state).path == "/s/org.x.app")
    #expect(try container.rule(for: .temporary).path == "/tmp/org.x.app.tmp-XXXXXX")
    for directory in [Directory.preferences, .caches] {
      let error = failure { () throws(StateError) in try container.rule(for: directory) }
      #expect(error?.code == .noHomeDirectory)
    }
    let error = failure { () throws(StateError) in try container.path(of: .caches) }
    #expect(error?.suggestion == "set HOME or XDG_CACHE_HOME")
  }

  @Test(
    "An identifier must be in reverse-DNS form",
    arguments: [
      "", ".", "..", "app", "org..app", ".org.app", "org.app.", "org/app.x", "../org.app",
      "org.app\0", "org. app", "org.äpp", "org.-app", "org.app\n",
      "org.… (200 times a)",
    ])
  func identifiers(example: String) {
    let long = "org." + String(repeating: "a", count: 200)
    let identifier = example.contains("…") ? long : example
    #expect(throws: StateError(.invalidIdentifier, message: "")) {
      try AppContainer(identifier: identifier, environment: .init(["HOME": "/h"]))
    }
  }

  @Test("Identifiers that apps have are accepted", arguments: ["org.x", "com.Big-Nerd_1.2048.x"])
  func goodIdentifiers(identifier: String) throws {
    let container = try AppContainer(
      identifier: identifier, environment: .init(["HOME": "/h"]), layout: .xdg)
    #expect(try container.rule(for: .caches).path.lastComponent?.string == identifier)
  }

  @Test("Container variables in the process environment take effect on request")
  func processEnvironment() throws {
    let environment = AppContainer.Environment.process
    #expect(environment.variables["HOME"] != nil || environment.userDatabaseHome != nil)
    #expect(Set(environment.variables.keys).isSubset(of: AppContainer.Environment.names))
  }
}
