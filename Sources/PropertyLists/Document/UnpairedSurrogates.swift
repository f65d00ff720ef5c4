// Text with an unpaired surrogate. A Swift string cannot contain one, so the text is decoded with
// U+FFFD. The document retains the code units for the formats that can represent them.

extension Node {
  /// Returns the UTF-16 code units of a string with an unpaired surrogate; nil for other nodes.
  func unpairedUnits(in source: NodeSource) -> [UInt16]? {
    guard kind == .string else { return nil }
    let view = source.view
    switch form {
    case NodeForm.utf16:
      guard view.firstLoneSurrogate(at: start, units: count) != nil else { return nil }
      return (0..<count).map { index in
        UInt16(truncatingIfNeeded: view.bigEndian(at: start + index * 2, width: 2))
      }
    case NodeForm.escapedUnpaired: return source.codec?.unpairedUnits(of: self, in: view)
    default: return nil
    }
  }
}

/// A part of UTF-16 text.
enum UTF16Piece {
  case scalar(Unicode.Scalar)
  /// A surrogate that is not part of a pair.
  case unpaired(UInt16)
}

extension [UInt16] {
  /// Whether a surrogate is not part of a pair.
  var hasUnpairedSurrogate: Bool {
    var isUnpaired = false
    forEachPiece { if case .unpaired = $0 { isUnpaired = true } }
    return isUnpaired
  }

  /// Calls the closure with each scalar and each unpaired surrogate.
  func forEachPiece(_ body: (UTF16Piece) -> Void) {
    var index = 0
    while index < count {
      let unit = self[index]
      index += 1
      if let scalar = Unicode.Scalar(unit) {
        body(.scalar(scalar))
      } else if unit < 0xDC00, index < count, self[index] & 0xFC00 == 0xDC00 {
        let value = 0x10000 + (UInt32(unit & 0x3FF) &<< 10 | UInt32(self[index] & 0x3FF))
        body(.scalar(Unicode.Scalar(value) ?? "\u{FFFD}"))
        index += 1
      } else {
        body(.unpaired(unit))
      }
    }
  }
}
