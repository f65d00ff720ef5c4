// A program that prints the events of its lifecycle, and reads lines from its terminal in the
// meantime. The lifecycle tests stop, continue and end it.
//
//     lifecycle-program [exits] [slow] [fails] [noted] [raw] [descriptors] [prints] [gate FIFO]
//                       [leaves] [stuck EVENT] [root DIRECTORY] [home DIRECTORY] [preferences FILE]
//
// `gate`: each save waits for a byte from the FIFO. `slow`: a save exceeds its time limit. `fails`:
// a save fails. `leaves`: a save calls `exit`. `prints`: a save prints to the buffer of the C
// library. `noted`: the program waits for a signal. `stuck`: the handler of an event does not
// return. `exits`: the program exits on suspend, with status 3 after a failure. Extras.swift has
// the others.

import CSystemCalls
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
    if arguments.contains("descriptors") {
      // The dispatch queues open what they need on first use.
      try? await Task.sleep(for: .milliseconds(1))
      close(0)
      close(2)
    }
    LossAtExit.handle { say("\($0)") }
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
    if arguments.contains("stuck") {
      options.suspensionLimit = .seconds(5)
      options.terminationLimit = .seconds(10)
      return options
    }
    if arguments.contains("slow") {
      options.suspensionLimit = .milliseconds(100)
      options.terminationLimit = .milliseconds(100)
    } else {
      // A busy machine must not make the tests reach the limits.
      options.suspensionLimit = .seconds(120)
      options.terminationLimit = .seconds(120)
    }
    return options
  }

  static func addHandlers(to lifecycle: AppLifecycle) {
    lifecycle.on(.didFinishLaunching) {
      say("launched")
      try await stick(in: .didFinishLaunching)
    }
    lifecycle.on(.didEnterBackground) {
      say("background")
      try await stick(in: .didEnterBackground)
      try await save()
    }
    lifecycle.on(.willEnterForeground) {
      say("foreground")
      try await stick(in: .willEnterForeground)
    }
    lifecycle.on(.willTerminate) {
      say("terminating")
      try await save()
    }
  }

  private static func stick(in event: AppLifecycle.Event) async throws {
    if value(after: "stuck") == event.rawValue { try await Task.sleep(for: .seconds(600)) }
  }

  private static func save() async throws {
    if let gate = value(after: "gate") {
      _ = try FileHandle(forReadingAtPath: gate)?.read(upToCount: 1)
    }
    if arguments.contains("noted") { waitForSignal() }
    if arguments.contains("prints") { print("printed") }
    try preferences?.set(1, forKey: "inHandler")
    if arguments.contains("leaves") { exit(7) }
    if arguments.contains("slow") { try await Task.sleep(for: .seconds(600)) }
    if arguments.contains("fails") { throw SaveFailed() }
    say("saved")
  }

  /// The main thread waits for the terminal here, as that of a real program does.
  private static func readLines() throws {
    try doExtras()
    while let line = readLine(), line != "quit" {
      if line == "noted" { waitForSignal() }
      say("read:\(line)")
    }
  }

  /// Waits until the handler of a signal has run, on whatever thread the system has chosen for it.
  private static func waitForSignal() {
    while plinth_ending_signal() == 0, plinth_continue_count() == 0 { usleep(1_000) }
  }

  static func value(after name: String) -> String? {
    arguments.firstIndex(of: name).flatMap { index in
      index + 1 < arguments.count ? arguments[index + 1] : nil
    }
  }

  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
