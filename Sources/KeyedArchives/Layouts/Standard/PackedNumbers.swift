// Packed numbers: seven bits in each byte, lowest first; the high bit is set if more follow.

/// Numbers in the packed form of index sets, index paths and attributed strings.
package enum PackedNumbers {
  /// Returns the packed form of numbers.
  package static func bytes(of numbers: some Sequence<UInt64>) -> Data {
    var bytes = Data()
    for number in numbers {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    return bytes
  }

  /// Returns the numbers in packed bytes; nil if the last one is truncated or too large.
  package static func numbers(in bytes: Data) -> [UInt64]? {
    var numbers: [UInt64] = []
    var (number, shift) = (UInt64(0), UInt64(0))
    for byte in bytes {
      let bits = UInt64(byte & 0x7F)
      guard shift < 64, (bits << shift) >> shift == bits else { return nil }
      number |= bits << shift
      shift += 7
      if byte & 0x80 != 0 { continue }
      numbers.append(number)
      (number, shift) = (0, 0)
    }
    return shift == 0 ? numbers : nil
  }
}
