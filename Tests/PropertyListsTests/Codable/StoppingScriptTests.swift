// The scripts of which the model says that they stop a program with Foundation's encoder do stop it:
// each runs in a process of its own. STOPPING_SCRIPTS says how many.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Scripts that stop Foundation's encoder")
struct StoppingScriptTests {
  @Test("stop the process, as the model says; this package throws an error")
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
        // The process ends at once instead of writing where it was.
        for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
        var random = ScriptGenerator(exactSeed: seed)
        _ = try? foundationData(EncodingScript.random(&random), .binary)
      }
      confirmed += 1
    }
  }
}
