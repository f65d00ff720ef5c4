// The basis of random programs for coders: a random number generator, and the number of programs in
// a test, which environment variables change.

import Foundation

/// The number of random scripts in tests, and their seed.
package enum ScriptSettings {
  /// `ENCODING_SCRIPTS`: scripts for `encode(to:)`.
  package static var encodingCount: Int { environment("ENCODING_SCRIPTS") ?? 2_000 }
  /// `DECODING_SCRIPTS`: scripts for `init(from:)`.
  package static var decodingCount: Int { environment("DECODING_SCRIPTS") ?? 2_000 }
  /// `STOPPING_SCRIPTS`: scripts that stop a process, each in a separate process.
  package static var stoppingCount: Int { environment("STOPPING_SCRIPTS") ?? 2 }
  /// `SCRIPT_SEED`: added to the seed of each test.
  static var seed: UInt64 { UInt64(environment("SCRIPT_SEED") ?? 0) }

  private static func environment(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// A random number generator with a fixed seed.
package struct ScriptGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &+ ScriptSettings.seed &* 0x1_0000_0001 }

  /// A generator with a seed that the environment does not change.
  package init(exactSeed seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
