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
      ExampleProgram.moment("launched")
      let loaded = try load(store)
      ExampleProgram.moment("loaded")
      let state =
        try loaded
        ?? .initial(
          isFirstVersion: isFirstVersion, sharesFoo: arguments.flags.contains("--shared"))
      try await live(state, in: store) {
        show(loaded)
        if arguments.flags.contains("--wait") { while readLine() != nil {} }
      }
    }
  }

  /// What was archived; nil on the first run.
  private static func load(_ store: StateStore<FooArchive>) throws -> FooArchive? {
    let load = store.load()
    if case .missing = load { return nil }
    if let state = load.state { return state }
    throw load.error ?? StateError(.unreadable, "the state could not be read")
  }

  private static func show(_ state: FooArchive?) {
    guard let state else { return Output.line("first run: no name or age") }
    Output.line("nth run - name: \(state.foo.name.shown) age: \(state.foo.age)")
    for foo in state.bar?.foos ?? [] {
      Output.line("Foo: name: \(foo.name.shown), age: \(foo.age)")
    }
    if state.isShared { Output.note("one Foo, two references: myfoo is in mybar too") }
  }

  /// Until the app ends, by itself or because it was told to: then the state is archived.
  @MainActor
  private static func live(
    _ state: FooArchive, in store: StateStore<FooArchive>, _ body: () -> Void
  ) async throws {
    let lifecycle = ExampleProgram.lifecycle(of: "Encoding", suspension: .exitsOnSuspend)
    lifecycle.on(.willTerminate) { try await store.save(state) }
    try await lifecycle.run { body() }
  }
}
