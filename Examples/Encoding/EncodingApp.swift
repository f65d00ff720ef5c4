// Encoding: objects in a keyed archive, loaded at launch and saved when the app ends, which it does
// on suspend too. `--version1` is the first version, with one object; `--shared` has the first run
// make an object with two references; `--wait` stays until the end of input, to be suspended.

import ExampleTerminal
import StateStorage

@main
enum EncodingApp {
  static let flags: Set<String> = ["--version1", "--shared", "--wait"]

  static func main() async {
    await ExampleProgram.run("Encoding", flags: flags) { arguments, container in
      let isFirstVersion = arguments.flags.contains("--version1")
      let path = try container.path(
        isFirstVersion ? "foo.archive" : "foo2.archive", in: .documents)
      let store = StateStore(
        path: path, format: isFirstVersion ? FooArchive.firstFormat : FooArchive.secondFormat)
      let state = try launch(
        store, isFirstVersion: isFirstVersion, sharesFoo: arguments.flags.contains("--shared"))
      try await live(state, in: store, waits: arguments.flags.contains("--wait"))
    }
  }

  /// Loads what was archived and shows it; on the first run there is nothing.
  private static func launch(
    _ store: StateStore<FooArchive>, isFirstVersion: Bool, sharesFoo: Bool
  ) throws -> FooArchive {
    let load = store.load()
    if case .missing = load {
      Output.line("first run: no name or age")
      return try .initial(isFirstVersion: isFirstVersion, sharesFoo: sharesFoo)
    }
    let state = try load.state.orThrow(load.error)
    show(state)
    return state
  }

  private static func show(_ state: FooArchive) {
    Output.line("nth run - name: \(state.foo.name.shown) age: \(state.foo.age)")
    for foo in state.bar?.foos ?? [] {
      Output.line("Foo: name: \(foo.name.shown), age: \(foo.age)")
    }
    if state.isShared { Output.note("one Foo, two references: myfoo is in mybar too") }
  }

  /// Until the app ends, by itself or because it was told to.
  private static func live(
    _ state: FooArchive, in store: StateStore<FooArchive>, waits: Bool
  ) async throws {
    let lifecycle = ExampleProgram.lifecycle(of: "Encoding", suspension: .exitsOnSuspend)
    lifecycle.on(.willTerminate) { try await store.save(state) }
    try await lifecycle.run {
      if waits { while readLine() != nil {} }
    }
  }
}

extension Optional {
  /// The value, or the reason that there is none.
  fileprivate func orThrow(_ error: (any Error)?) throws -> Wrapped {
    if let self { return self }
    throw error ?? StateError(.unreadable, "the state could not be read")
  }
}
