// Tests of the directories that systemd creates for a service: only the intended program uses them,
// and only once data elsewhere has been moved.

import DurableFiles
import PropertyLists
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Containers of services")
struct ContainerServiceTests {
  typealias Directory = AppContainer.Directory

  private static let service = [
    "HOME": "/h", "STATE_DIRECTORY": "/var/lib/notes", "CACHE_DIRECTORY": "/var/cache/notes",
    "RUNTIME_DIRECTORY": "/run/notes", "CONFIGURATION_DIRECTORY": "/etc/notes",
  ]

  private func container(
    _ variables: [String: String] = service, on disk: PowerLossFileSystem = PowerLossFileSystem()
  ) throws -> AppContainer {
    try AppContainer(
      identifier: "org.x.notes", environment: .init(variables), layout: .xdg, in: disk)
  }

  private func write(_ path: FilePath, on disk: PowerLossFileSystem) throws {
    try DirectoryMaking(system: disk).make(path.removingLastComponent(), promise: .durable)
    _ = try AtomicReplacement.write([1].span, to: path, options: .init(), in: disk)
  }

  @Test(
    "A service has the directories that systemd created",
    arguments: [
      (Directory.applicationSupport, "/var/lib/notes", "STATE_DIRECTORY"),
      (.documents, "/var/lib/notes/Documents", "STATE_DIRECTORY"),
      (.preferences, "/var/lib/notes/Preferences", "STATE_DIRECTORY"),
      (.state, "/var/lib/notes/Saved Application State", "STATE_DIRECTORY"),
      (.caches, "/var/cache/notes", "CACHE_DIRECTORY"),
      (.temporary, "/run/notes/org.x.notes.tmp-XXXXXX", "RUNTIME_DIRECTORY"),
    ])
  func directories(directory: Directory, path: String, variable: String) throws {
    let container = try container()
    let rule = try container.rule(for: directory)
    #expect(rule.path == FilePath(path))
    #expect(rule.variable == variable)
    #expect(rule.description.hasSuffix("the directory that \(variable) names"))
    #expect(container.notices.isEmpty)
    #expect(container.configuration == "/etc/notes")
  }

  @Test("The first of several directories is used")
  func lists() throws {
    var variables = Self.service
    variables["STATE_DIRECTORY"] = "/var/lib/notes:/var/lib/other"
    variables["CONFIGURATION_DIRECTORY"] = "/etc/notes:/etc/other"
    let container = try container(variables)
    let rule = try container.rule(for: .applicationSupport)
    #expect(rule.path == "/var/lib/notes")
    #expect(rule.description == "it is the first directory that STATE_DIRECTORY names")
    #expect(container.configuration == "/etc/notes")
  }

  @Test(
    "Empty and relative variables are ignored", arguments: ["", "lib", ":/var/lib/x", "~/x"])
  func void(value: String) throws {
    let variables = Self.service.mapValues { $0 == "/h" ? $0 : value }
    let container = try container(variables)
    #expect(try container.rule(for: .state).path == "/h/.local/state/org.x.notes")
    #expect(try container.rule(for: .temporary).path == "/tmp/org.x.notes.tmp-XXXXXX")
    #expect(container.configuration == nil)
  }

  @Test("A service does not need a home directory")
  func noHome() throws {
    let container = try container(Self.service.filter { $0.key != "HOME" })
    for directory in Directory.allCases { _ = try container.rule(for: directory) }
  }

  @Test("Containers of other apps, or below a root, ignore the service directories")
  func others() throws {
    let environment = AppContainer.Environment(Self.service, executable: "/usr/bin/notes")
    let other = try AppContainer(
      identifier: "org.x.other", environment: environment.forOtherApps, layout: .xdg)
    for directory in Directory.allCases {
      let rule = try other.rule(for: directory)
      #expect(rule.path.components.contains { $0.string.hasPrefix("org.x.other") })
    }
    #expect(other.configuration == nil)
    let root = try AppContainer(root: "/r")
    #expect(try root.rule(for: .state).path == "/r/Library/Saved Application State")
    #expect(root.configuration == nil && root.notices.isEmpty)
  }

  @Test("Earlier directories that have data stay in use, with a warning")
  func earlierData() throws {
    let disk = PowerLossFileSystem()
    try DirectoryMaking(system: disk).make("/var/lib/notes", promise: .durable)
    try write("/h/.local/share/org.x.notes/Documents/a", on: disk)
    let container = try container(on: disk)
    #expect(try container.documents == "/h/.local/share/org.x.notes/Documents")
    #expect(try container.rule(for: .state).path == "/h/.local/state/org.x.notes")
    #expect(try container.rule(for: .documents).variable == nil)
    #expect(try container.rule(for: .documents).description.contains("stays in use"))
    #expect(try container.rule(for: .caches).path == "/var/cache/notes", "it has its own data")
    let notice = try #require(container.notices.first)
    #expect(container.notices.count == 1)
    #expect(notice.variable == "STATE_DIRECTORY" && notice.unusedDirectory == "/var/lib/notes")
    #expect(notice.usedDirectories == ["/h/.local/share/org.x.notes/Documents"])
    #expect("\(notice)".contains("until the data is moved"))
  }

  @Test("A service directory that has data is used, whatever is elsewhere")
  func movedData() throws {
    let disk = PowerLossFileSystem()
    try write("/h/.config/org.x.notes/a.plist", on: disk)
    #expect(try container(on: disk).notices.count == 1)
    try write("/var/lib/notes/Documents/a", on: disk)
    let container = try container(on: disk)
    #expect(container.notices.isEmpty)
    #expect(try container.preferences == "/var/lib/notes/Preferences")
  }

  @Test("A service keeps its directory after a reset, even with older data elsewhere")
  func resetData() throws {
    let disk = PowerLossFileSystem()
    try write("/h/.config/org.x.notes/a.plist", on: disk)
    try write("/var/lib/notes/Documents/a", on: disk)
    let report = try container(on: disk).reset()
    #expect(report.putAside.map(\.path) == ["/var/lib/notes"])
    let container = try container(on: disk)
    #expect(container.notices.isEmpty)
    #expect(stateErrorCode { _ = try container.reset() } == .containerMissing)
    #expect(try container.preferences == "/var/lib/notes/Preferences")
  }

  @Test("Empty directories and the mark of caches do not count as data")
  func noData() throws {
    let disk = PowerLossFileSystem()
    let variables = ["HOME": "/h"]
    let session = try container(variables, on: disk)
    for directory in [Directory.documents, .preferences, .state, .caches] {
      _ = try session.path(of: directory)
    }
    #expect(try container(on: disk).notices.isEmpty)
    try write("/h/.cache/org.x.notes/thumbnail", on: disk)
    let container = try container(on: disk)
    #expect(container.notices.map(\.variable) == ["CACHE_DIRECTORY"])
    #expect(try container.rule(for: .caches).path == "/h/.cache/org.x.notes")
    #expect(try container.rule(for: .documents).path == "/var/lib/notes/Documents")
  }

  // MARK: Settings of the administrator

  /// The preferences of the service with the administrator's settings.
  private func preferences(
    _ settings: String, on disk: PowerLossFileSystem
  ) throws -> Preferences {
    try DirectoryMaking(system: disk).make("/etc/notes", promise: .durable)
    _ = try AtomicReplacement.write(
      Array(settings.utf8).span, to: "/etc/notes/org.x.notes.plist", options: .init(), in: disk)
    return try Preferences(domain: "org.x.notes", in: container(on: disk))
  }

  @Test("The administrator's settings come after the program's own and before its defaults")
  func lowerDomain() throws {
    let disk = PowerLossFileSystem()
    let preferences = try preferences("{ port = <*I80>; host = localhost; }", on: disk)
    preferences.register(["port": 1, "depth": 3])
    #expect(try preferences.integer(forKey: "port") == 80)
    #expect(try preferences.integer(forKey: "depth") == 3)
    try preferences.set(8080, forKey: "port")
    try preferences.flush()
    #expect(try preferences.integer(forKey: "port") == 8080)
    #expect(try preferences.keys == ["port"])
    #expect(try preferences.dictionaryRepresentation["host"]?.stringValue == "localhost")
    preferences.remove("port")
    try preferences.flush()
    #expect(try preferences.integer(forKey: "port") == 80)
    let directory = try OpenDirectory("/etc/notes", for: .listing, in: disk)
    #expect(directory.names() == ["org.x.notes.plist"], "nothing is written there")
    #expect(preferences.path == "/var/lib/notes/Preferences/org.x.notes.plist")
  }

  @Test("Unreadable administrator settings are reported on use")
  func unreadableSettings() throws {
    let preferences = try preferences("{ broken", on: PowerLossFileSystem())
    try preferences.set("x", forKey: "own")
    #expect(try preferences.string(forKey: "own") == "x")
    #expect(throws: StateError.self) { try preferences.string(forKey: "other") }
    try preferences.flush()
  }
}
