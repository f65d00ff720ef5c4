// Tests of a lifecycle within one process: event order, errors and listeners. LifecycleSignalTests
// covers the signals that end a process.

import Synchronization
import Testing

@testable import ObservableState
@testable import StateStorage

@Suite("App lifecycle", .waits, .serialized)
struct AppLifecycleTests {
  struct Failure: Error {}

  /// The events in the order in which they happened.
  final class Journal: Sendable {
    private let entries = Mutex<[String]>([])
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  /// Watches no signals, so that those of the test process stay unchanged.
  static let quiet = AppLifecycle.Options(signals: [])

  private func recorded(_ journal: Journal) -> AppLifecycle {
    let lifecycle = AppLifecycle(options: Self.quiet) { event, _ in
      journal.add("failed \(event)")
    }
    for event in AppLifecycle.Event.allCases {
      lifecycle.on(event) { journal.add("\(event)") }
    }
    return lifecycle
  }

  @Test("The launch event precedes the body and the termination event follows it")
  func order() async throws {
    let journal = Journal()
    let lifecycle = recorded(journal)
    #expect(lifecycle.phase == .notStarted)
    let result = try await lifecycle.run {
      journal.add("body in the \(lifecycle.phase)")
      return 42
    }
    #expect(result == 42)
    #expect(
      journal.all == ["didFinishLaunching", "body in the foreground", "willTerminate"])
    #expect(lifecycle.phase == .terminated)
  }

  @Test("A synchronous program can start and terminate its lifecycle")
  func synchronous() throws {
    let journal = Journal()
    let lifecycle = recorded(journal)
    try lifecycle.start()
    try lifecycle.terminate()
    #expect(journal.all == ["didFinishLaunching", "willTerminate"])
  }

  @Test("A state that the lifecycle keeps is saved at the end")
  func keptState() async throws {
    let file = InMemoryStateFile()
    let store = StateStore<[String]>(inMemory: file, format: .xml)
    let state = try SavedState(
      store, initial: [],
      autosave: AutosavePolicy(quietTime: .seconds(3600), longestDelay: .seconds(3600)))
    let lifecycle = AppLifecycle(options: Self.quiet)
    lifecycle.keep(state)
    try await lifecycle.run { state.change { $0.append("a") } }
    #expect(await store.load().state == ["a"])
  }

  @Test("Termination is reported once, and not before the lifecycle was started")
  func once() async throws {
    let journal = Journal()
    let lifecycle = recorded(journal)
    try await lifecycle.terminate()
    #expect(journal.all.isEmpty)
    try await lifecycle.start()
    try await lifecycle.terminate()
    try await lifecycle.terminate()
    #expect(journal.all == ["didFinishLaunching", "willTerminate"])
  }

  @Test("Handlers run in the order in which they were added, even after one fails")
  func failing() async throws {
    let journal = Journal()
    let lifecycle = recorded(journal)
    lifecycle.on(.willTerminate) { throw Failure() }
    lifecycle.on(.willTerminate) { journal.add("last") }
    try await lifecycle.start()
    do throws(StateError) {
      try await lifecycle.terminate()
      Issue.record("no error")
    } catch {
      #expect(error.code == .handlerFailed)
      #expect(error.underlyingError is Failure)
    }
    #expect(
      journal.all == ["didFinishLaunching", "willTerminate", "failed willTerminate", "last"])
  }

  @Test("An error of the body is thrown after the termination handlers have run")
  func failingBody() async throws {
    let journal = Journal()
    let lifecycle = recorded(journal)
    await #expect(throws: Failure.self) { try await lifecycle.run { throw Failure() } }
    #expect(journal.all == ["didFinishLaunching", "willTerminate"])
  }

  @Test("A failed launch ends the lifecycle without saving")
  func failingLaunch() async throws {
    let journal = Journal()
    let lifecycle = recorded(journal)
    lifecycle.on(.didFinishLaunching) { throw Failure() }
    await #expect(throws: StateError(.handlerFailed, message: "")) {
      try await lifecycle.run { journal.add("body") }
    }
    #expect(journal.all == ["didFinishLaunching", "failed didFinishLaunching"])
    #expect(lifecycle.phase == .terminated)
  }

  @Test("A lifecycle starts once, and only one runs in a process")
  func alone() async throws {
    let one = AppLifecycle(options: Self.quiet)
    try await one.start()
    await #expect(throws: StateError(.lifecycleStarted, message: "")) { try await one.start() }
    let other = AppLifecycle(options: Self.quiet)
    await #expect(throws: StateError(.lifecycleStarted, message: "")) { try await other.start() }
    try await one.terminate()
    try await other.start()
    try await other.terminate()
    await #expect(throws: StateError(.lifecycleStarted, message: "")) { try await one.start() }
  }

  @Test("Every listener receives the events until the lifecycle ends")
  func events() async throws {
    let lifecycle = AppLifecycle(options: Self.quiet)
    let streams = [lifecycle.events, lifecycle.events]
    try await lifecycle.run {}
    for stream in streams {
      var found: [AppLifecycle.Event] = []
      for await event in stream { found.append(event) }
      #expect(found == [.didFinishLaunching, .willTerminate])
    }
    var late = 0
    for await _ in lifecycle.events { late += 1 }
    #expect(late == 0)
  }

  @Test("A handler that waits for its own lifecycle gets an error")
  func reentered() async throws {
    let journal = Journal()
    let lifecycle = AppLifecycle(options: Self.quiet)
    lifecycle.on(.willTerminate) {
      do {
        try await lifecycle.terminate()
      } catch StateError.Code.lifecycleReentered {
        journal.add("refused")
      }
    }
    try await lifecycle.run {}
    #expect(journal.all == ["refused"])
  }

  @Test("A handler that exceeds the time limit is canceled and reported")
  func limit() {
    let journal = Journal()
    let slow: AppLifecycle.Handler = { try await Task.sleep(for: .seconds(600)) }
    let error = HandlerRun.run(
      [slow], of: .didEnterBackground, while: { _ in false },
      report: { journal.add("\($0) \(($1 as? StateError)?.code.rawValue ?? "cancelled")") })
    #expect(error?.code == .handlersTimedOut)
    #expect(journal.all == ["didEnterBackground handlers-timed-out"])
  }

  @Test("The default time limits are acceptable at a terminal")
  func defaults() {
    let options = AppLifecycle.Options()
    #expect(options.suspensionLimit == .seconds(2))
    #expect(options.terminationLimit == .seconds(5))
    #expect(options.signals == Set(AppLifecycle.Signal.allCases))
    #expect(options.suspension == .stops)
  }
}
