// The life of an interactive app: its actions at each event of its lifecycle, and its terminal,
// which is restored first.

internal import StateStorage

extension InteractiveApp {
  /// Runs the app until its input ends, the user quits, or a signal ends it.
  package func run() async throws {
    let device = TerminalDevice()
    let lifecycle = ExampleProgram.lifecycle(of: Self.name)
    lifecycle.on(.didEnterBackground) {
      device?.restore()
      try await self.leave()
    }
    lifecycle.on(.willEnterForeground) {
      device?.resume()
      await self.refresh()
    }
    lifecycle.on(.willTerminate) {
      device?.restore()
      await self.ending()
      try await self.leave()
    }
    try await lifecycle.run {
      launched()
      if device != nil { Output.line(greeting) }
      var loop = CommandLoop(self, device)
      await loop.run()
    }
  }
}
