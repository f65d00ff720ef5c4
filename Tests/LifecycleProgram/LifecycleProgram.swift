// A program that tells what its lifecycle tells it, and reads lines from its terminal meanwhile. The
// lifecycle tests stop, continue and end it.
//
//     lifecycle-program [exits] [slow] [fails] [gate FIFO] [root DIRECTORY]
//
// `gate`: each save waits for a byte from the FIFO. `slow`: it takes longer than it
// may. `fails`: it fails. `exits`: exits on suspend, with status 3 after a failure.

import Foundation
import StateStorage

@main
enum LifecycleProgram {
  struct SaveFailed: Error {}

  static let arguments = Array(CommandLine.arguments.dropFirst())

  @MainActor static func main() async {
    #if ServiceLifecycle
      if arguments.first == "service" { return await runService() }
    #endif
    let lifecycle = AppLifecycle(options: options) { event, _ in say("failed:\(event)") }
    addHandlers(to: lifecycle)
    do {
      try await lifecycle.run { try readLines() }
      say("returned")
    } catch {
      say("threw:\((error as? StateError)?.code.rawValue ?? "other")")
      exit(3)
    }
  }

  static var options: AppLifecycle.Options {
    var options = AppLifecycle.Options(failureStatus: 3)
    if arguments.contains("exits") { options.suspension = .exitsOnSuspend }
    if arguments.contains("slow") {
      options.suspensionLimit = .milliseconds(100)
      options.terminationLimit = .milliseconds(100)
    } else {
      // A busy machine must not make the tests meet the limits.
      options.suspensionLimit = .seconds(120)
      options.terminationLimit = .seconds(120)
    }
    return options
  }

  static func addHandlers(to lifecycle: AppLifecycle) {
    lifecycle.on(.didFinishLaunching) { say("launched") }
    lifecycle.on(.didEnterBackground) {
      say("background")
      try await save()
    }
    lifecycle.on(.willEnterForeground) { say("foreground") }
    lifecycle.on(.willTerminate) {
      say("terminating")
      try await save()
    }
  }

  private static func save() async throws {
    if let gate = value(after: "gate") {
      _ = try FileHandle(forReadingAtPath: gate)?.read(upToCount: 1)
    }
    if arguments.contains("slow") { try await Task.sleep(for: .seconds(600)) }
    if arguments.contains("fails") { throw SaveFailed() }
    say("saved")
  }

  /// The main thread waits for the terminal here, as that of a real program does.
  private static func readLines() throws {
    if let root = value(after: "root") {
      let file = try AppContainer(root: root).path("scratch", in: .temporary)
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(file)"))
      say("temporary")
    }
    while let line = readLine(), line != "quit" { say("read:\(line)") }
  }

  private static func value(after name: String) -> String? {
    arguments.firstIndex(of: name).flatMap { place in
      place + 1 < arguments.count ? arguments[place + 1] : nil
    }
  }

  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
