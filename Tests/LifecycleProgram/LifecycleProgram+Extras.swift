// The program's features after its launch other than reading lines: temporary files, preferences,
// terminal modes.
//
// `root`, `home`: creates a file in the temporary directory of a container, below a root or of a
// user with that home. `preferences`: makes changes that only the lifecycle writes. `raw`: switches
// the terminal to raw mode. `descriptors`: closes standard input and standard error before the
// launch, and prints what occupies their numbers then.

import Foundation
import StateStorage
import SystemPackage

extension LifecycleProgram {
  /// Written automatically only after ten minutes.
  static let preferences = value(after: "preferences").map { file in
    var options = Preferences.Options()
    options.writingDelay = .seconds(600)
    return Preferences(path: FilePath(file), options: options)
  }

  static func doExtras() throws {
    if let root = value(after: "root") { try fill(AppContainer(root: root)) }
    if let home = value(after: "home") {
      let environment = AppContainer.Environment(["HOME": home, "TMPDIR": home])
      try fill(AppContainer(identifier: "org.example.lifecycle", environment: environment))
    }
    if let preferences {
      try preferences.set(1, forKey: "before")
      say("changed")
    }
    if arguments.contains("raw") {
      AppLifecycle.keepTerminalSettings()
      enterRawMode()
      say("raw")
    }
    if arguments.contains("descriptors") {
      let targets = [0, 2].map { number in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      }
      say("numbers:" + targets.map { "\($0?.prefix(4) ?? "none")" }.joined(separator: ","))
    }
  }

  private static func fill(_ container: AppContainer) throws {
    let file = try container.path("scratch", in: .temporary)
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(file)"))
    say("temporary")
  }

  private static func enterRawMode() {
    var modes = termios()
    unsafe tcgetattr(0, &modes)
    unsafe cfmakeraw(&modes)
    unsafe tcsetattr(0, TCSANOW, &modes)
  }
}
