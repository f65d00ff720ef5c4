// A lifecycle within one process: its order, its errors, its listeners. Signals that would end the
// tests are left to LifecycleSignalTests.

import Synchronization
import Testing

@testable import StateStorage

@Suite("A lifecycle", .serialized)
struct AppLifecycleTests {
  struct Failure: Error {}

  /// What has happened, in order.
  final class Journal: Sendable {
    private let entries = Mutex<[String]>([])
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  /// Watches no signal, as the tests' own must stay as they are.
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

  @Test("tells of the launch before the body and of the end after it")
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

  @Test("works for synchronous programs")
  func synchronous() throws {
    let journal = Journal()
    let lifecycle = recorded(journal)
    try lifecycle.start()
    try lifecycle.terminate()
    #expect(journal.all == ["didFinishLaunching", "willTerminate"])
  }

  @Test("saves a state that it keeps at the end")
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

  @Test("tells of the end once, and of nothing before it was started")
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

  @Test("runs handlers in the order in which they were added, past those that fail")
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

  @Test("tells of the end when the body throws, and throws that")
  func failingBody() async throws {
    let journal = Journal()
    let lifecycle = recorded(journal)
    await #expect(throws: Failure.self) { try await lifecycle.run { throw Failure() } }
    #expect(journal.all == ["didFinishLaunching", "willTerminate"])
  }

  @Test("is over when the launch fails: what could not be loaded is not saved")
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

  @Test("is started once, and alone in its process")
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

  @Test("sends its events to everyone who listens, until the end")
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

  @Test("refuses handlers that wait for it")
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

  @Test("cancels handlers that are not done in time, and says so")
  func limit() {
    let journal = Journal()
    let slow: AppLifecycle.Handler = { try await Task.sleep(for: .seconds(600)) }
    let error = HandlerRun.run(
      [slow], of: .didEnterBackground, while: { _ in false },
      report: { journal.add("\($0) \(($1 as? StateError)?.code.rawValue ?? "cancelled")") })
    #expect(error?.code == .handlersTimedOut)
    #expect(journal.all == ["didEnterBackground handlers-timed-out"])
  }

  @Test("has defaults that a user at a terminal can bear")
  func defaults() {
    let options = AppLifecycle.Options()
    #expect(options.suspensionLimit == .seconds(2))
    #expect(options.terminationLimit == .seconds(5))
    #expect(options.signals == Set(AppLifecycle.Signal.allCases))
    #expect(options.suspension == .stops)
  }
}
