// Tests that the scripts for which the model predicts that Foundation's encoder stops the program
// do stop it: each runs in a separate process. STOPPING_SCRIPTS sets their number.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Scripts that stop Foundation's encoder")
struct StoppingScriptTests {
  @Test("The process stops as the model predicts, and this package throws an error")
  func stop() async throws {
    var seeds = ScriptGenerator(seed: 31)
    var confirmed = 0
    while confirmed < ScriptSettings.stoppingCount {
      let seed = seeds.next()
      var random = ScriptGenerator(exactSeed: seed)
      let script = EncodingScript.random(&random)
      do {
        _ = try ScriptModel.value(of: script)
        continue
      } catch is ScriptModel.Stops {}
      #expect(throws: EncodingError.self) { try PlistEncoder().document(script) }
      await #expect(processExitsWith: .failure, "seed \(seed): \(script)") {
        [seed = seed as UInt64] in
        // The process ends immediately instead of writing a backtrace.
        for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
        var random = ScriptGenerator(exactSeed: seed)
        _ = try? foundationData(EncodingScript.random(&random), .binary)
      }
      confirmed += 1
    }
  }
}
