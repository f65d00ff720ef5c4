// Tests of where an app finds the read-only files that are installed with it.

import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("App resources")
struct AppResourcesTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func directories(
    _ layout: ContainerLayout, _ variables: [String: String] = [:], executable: FilePath?
  ) throws -> [String] {
    let environment = AppContainer.Environment(
      variables.merging(["HOME": "/h"]) { $1 }, executable: executable)
    return try AppContainer(identifier: "org.x.app", environment: environment, layout: layout)
      .resources.directories.map(\.string)
  }

  @Test("Resources are next to the program, in its prefix, then in the system directories")
  func locations() throws {
    #expect(
      try directories(.xdg, executable: "/opt/x/bin/app") == [
        "/opt/x/bin/org.x.app.resources", "/opt/x/share/org.x.app", "/usr/local/share/org.x.app",
        "/usr/share/org.x.app",
      ])
    #expect(
      try directories(.xdg, ["XDG_DATA_DIRS": "/a:b:/c:"], executable: nil)
        == ["/a/org.x.app", "/c/org.x.app"])
  }

  @Test("Resources are in the bundle on Apple platforms")
  func bundle() throws {
    #expect(
      try directories(.appleHome, executable: "/A.app/Contents/MacOS/A")
        == ["/A.app/Contents/Resources"])
    #expect(try directories(.appleContainer, executable: "/A.app/A") == ["/A.app"])
  }

  @Test("A resource comes from the first directory that has its name")
  func order() throws {
    try scratch.makeFolder("a")
    try scratch.makeFolder("b/words")
    try scratch.write("", to: "b/words/en")
    try scratch.write("", to: "b/shared")
    try scratch.write("", to: "a/shared")
    let resources = AppResources(directories: [
      FilePath(scratch.file("none")), FilePath(scratch.file("a")), FilePath(scratch.file("b")),
    ])
    #expect(try resources.path("shared") == FilePath(scratch.file("a/shared")))
    #expect(try resources.path("words/en") == FilePath(scratch.file("b/words/en")))
  }

  @Test("Resources of a root are in its Resources folder, which is never created")
  func root() throws {
    let container = try AppContainer(root: scratch.file("root"))
    let error = failure { () throws(StateError) in try container.resources.path("words") }
    #expect(error?.code == .resourceMissing)
    #expect(error?.message.contains("root/Resources") == true)
    #expect(try scratch.names().isEmpty)
    try scratch.makeFolder("root/Resources")
    try scratch.write("", to: "root/Resources/words")
    #expect(try container.resources.path("words") == FilePath(scratch.file("root/Resources/words")))
  }

  @Test(
    "A resource name cannot lead out of its directory",
    arguments: ["..", "../x", "/etc/passwd", "out/x"])
  func escapes(name: String) throws {
    try scratch.makeFolder("outside")
    try scratch.write("", to: "outside/x")
    try scratch.makeFolder("a")
    try scratch.link("a/out", to: "../outside")
    let resources = AppResources(directories: [FilePath(scratch.file("a"))])
    let error = failure { () throws(StateError) in try resources.path(name) }
    #expect(error?.code == .escapesContainer)
  }

  @Test("The resources of this process are found through its executable")
  func process() {
    #expect(AppContainer.Environment.process.executable?.isAbsolute == true)
  }
}
