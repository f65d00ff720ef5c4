// Lists of numbers as Apple's index sets and attributed strings have them: seven bits a byte, the
// lowest first, the high bit set where more follow.

/// Lists of numbers in as few bytes as they need.
enum VariableLength {
  /// The bytes of some numbers.
  static func data(of numbers: [Int]) -> Data {
    var data = Data()
    for number in numbers {
      var rest = UInt64(bitPattern: Int64(number))
      while rest > 0x7F {
        data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      data.append(UInt8(rest))
    }
    return data
  }

  /// The numbers in some bytes; nil when one is cut off or no number of 64 bits.
  static func numbers(in data: Data) -> [Int]? {
    var numbers: [Int] = []
    var (number, shift): (UInt64, UInt64) = (0, 0)
    for byte in data {
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || shift == 63 && bits <= 1 else { return nil }
      number |= bits << shift
      shift += 7
      if byte & 0x80 != 0 { continue }
      numbers.append(Int(truncatingIfNeeded: number))
      (number, shift) = (0, 0)
    }
    return shift == 0 ? numbers : nil
  }
}
