// A server program: its directories, its log, its settings, a state that several processes change.
import Foundation
import StateStorage

func log(_ message: String) { FileHandle.standardError.write(Data("\(message)\n".utf8)) }

struct Visits: Codable, Sendable {
  var count = 0
}

func serve() async throws {
  let container = try AppContainer(identifier: "org.example.notes", environment: .process)
  for notice in container.notices { log("\(notice)") }

  let settings = try Preferences(domain: "org.example.notes", in: container)
  let port = try settings.integer(forKey: "port") ?? 8080
  let store = StateStore<Visits>(
    path: try container.path("visits.plist", in: .applicationSupport), format: .binary)

  let lifecycle = AppLifecycle { event, error in log("\(event): \(error)") }
  try await lifecycle.run {
    // For each request. Another process may do the same at the same time.
    let visits = try await store.update(initial: Visits()) { visits in
      visits.count += 1
      return visits.count
    }
    print("port \(port), visits: \(visits)")  // prints port 8080, visits: 1
  }
}
// snippet.hide

let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
defer { try? FileManager.default.removeItem(atPath: root) }
try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
setenv("STATE_DIRECTORY", root, 1)
setenv("HOME", root, 1)
for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
  unsetenv(name)
}
unsetenv("CONFIGURATION_DIRECTORY")
try await serve()
