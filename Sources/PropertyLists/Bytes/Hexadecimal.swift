// Hexadecimal text, as OpenStep property lists have data.

extension ByteView {
  /// Decodes hexadecimal digits; everything else is skipped, and half a byte at the end.
  func hexadecimalDecoded() -> Data {
    var output = ByteWriter(minimumCapacity: count / 2 + 8)
    var high: UInt64?
    for position in 0..<count {
      guard let digit = self[position].hexadecimalValue else { continue }
      if let first = high {
        output.append(UInt8(truncatingIfNeeded: first << 4 | digit))
        high = nil
      } else {
        high = digit
      }
    }
    return output.data()
  }
}
