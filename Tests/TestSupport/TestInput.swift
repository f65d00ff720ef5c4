// Inputs as the arguments of tests. The output of a test run has a line for each argument, so that
// an argument needs a short description.

/// Bytes as the argument of a test.
package struct TestInput: Sendable, CustomStringConvertible {
  package let bytes: [UInt8]
  package let description: String

  package init(_ bytes: [UInt8], _ description: String? = nil) {
    self.bytes = bytes
    self.description = description ?? Self.description(of: bytes)
  }

  /// The first bytes as printable text on one line, and the number of all bytes.
  package static func description(of bytes: some Collection<UInt8>) -> String {
    let text = bytes.prefix(40).map { byte in
      (0x20..<0x7F).contains(byte) ? String(Unicode.Scalar(byte)) : "·"
    }
    return bytes.count > 40 ? "\(text.joined())… (\(bytes.count) bytes)" : text.joined()
  }
}
