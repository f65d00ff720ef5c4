// The life of an interactive app: its actions at each event of its lifecycle, and its terminal,
// which is restored first.

package import StateStorage

extension InteractiveApp {
  /// Runs the app until its input ends, the user quits, or a signal ends it.
  ///
  /// - Parameter container: The directories of the app, where the history of the terminal is kept.
  package func run(in container: AppContainer) async throws {
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
      device?.say(greeting)
      let loop = CommandLoop(self, device, container)
      await loop.run()
    }
  }
}
