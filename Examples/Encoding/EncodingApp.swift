// Encoding: objects in a keyed archive, loaded at launch and saved when the app ends, including on
// suspend.

import ExampleTerminal
import StateStorage

@main
enum EncodingApp {
  static let options: KeyValuePairs = [
    "--version1": "the first version, with one object",
    "--shared": "on the first run, create two references to one object",
    "--wait": "wait for the end of the input, so that the program can be suspended",
  ]

  static func main() async {
    await ExampleProgram.run("Encoding", options: options) { arguments, container in
      let flags = arguments.flags
      let isFirstVersion = flags.contains("--version1")
      let path = try container.path(
        isFirstVersion ? "foo.archive" : "foo2.archive", in: .documents)
      let store = StateStore(path: path, format: FooArchive.format)
      Output.line("\(path)".shown)
      ExampleProgram.moment("launched")
      let loaded = try store.opened(arguments)
      ExampleProgram.moment("loaded")
      let shares = flags.contains("--shared")
      let state = try loaded ?? .initial(isFirstVersion: isFirstVersion, sharesFoo: shares)
      try await live(state, in: store, over: arguments.overwriting) {
        show(loaded)
        if flags.contains("--wait") { await LineReader.waitForEnd() }
      }
    }
  }

  private static func show(_ state: FooArchive?) {
    guard let state else { return Output.line("first run: no name or age") }
    Output.line("nth run - name: \((state.foo?.name).shown) age: \(state.foo?.age ?? 0)")
    for foo in state.bar?.foos ?? [] {
      Output.line("Foo: name: \(foo.name.shown), age: \(foo.age ?? 0)")
    }
    if state.isShared { Output.note("one Foo, two references: myfoo is in mybar too") }
  }

  /// Until the app ends, normally or by a signal: then the state is archived.
  @MainActor
  private static func live(
    _ state: FooArchive, in store: StateStore<FooArchive>, over overwriting: StateOverwriting,
    _ body: () async -> Void
  ) async throws {
    let lifecycle = ExampleProgram.lifecycle(of: "Encoding", suspension: .exitsOnSuspend)
    lifecycle.on(.willTerminate) { @MainActor in
      do { try store.save(state, over: overwriting) } catch {
        Output.line("writing failed....")
        throw error
      }
    }
    try await lifecycle.run { await body() }
  }
}
