// Foundation's property lists, with which the tests compare.

import Foundation

/// Foundation's result for the same file in this process; the same code as the toolchain's
/// `plutil`.
struct FoundationReading {
  var root: Any

  /// Nil if Foundation rejects the file.
  init?(_ bytes: [UInt8]) {
    guard
      let root = try? unsafe PropertyListSerialization.propertyList(
        from: Data(bytes), format: nil)
    else { return nil }
    self.root = root
  }
}
