// Suggests single-byte encodings for text that is not UTF-8, in the error that rejects the text.
// The error only names them; the choice is up to the caller.

extension PlistError {
  /// Returns the error with suggested encodings if the input is text in a single-byte encoding that
  /// was read as UTF-8 or as the encoding that it declares.
  func namingEncodings(of view: ByteView) -> PlistError {
    guard let offset = position?.offset,
      [.invalidText, .unknownEncoding].contains(code)
        || suggestion == nil && view.byte(orZeroAt: offset) >= 0x80,
      Self.mayChooseEncoding(of: view), view.isTextOfBytes
    else { return self }
    guard let first = view.firstInvalidUTF8(in: 0..<view.count) else {
      return advising("the text is UTF-8; correct its encoding declaration")
    }
    let byte = view[first]
    let fits = SingleByteEncoding.fitting(view.highBytes).compactMap { encoding in
      encoding.scalar(byte).map { "\(encoding.rawValue) (“\($0)”)" }
    }
    guard !fits.isEmpty else { return self }
    let advice = "specify its encoding: the text is valid in " + fits.joined(separator: ", ")
    return advising(suggestion.map { "\($0), or \(advice)" } ?? advice)
  }

  /// Returns whether a choice by the caller would override the detected encoding: false if a
  /// byte-order mark or zero bytes determine it.
  private static func mayChooseEncoding(of view: ByteView) -> Bool {
    guard let detected = try? DetectedEncoding.detect(view, chosen: nil) else { return true }
    return detected.markLength == 0 && detected.encoding.unitWidth == 1
  }

  private func advising(_ advice: String) -> PlistError {
    PlistError(code, message: message, suggestion: advice, position: position, path: path)
  }
}

extension SingleByteEncoding {
  /// Returns the encodings in which all of the bytes are letters, digits, punctuation or symbols,
  /// the most common encoding first.
  fileprivate static func fitting(_ bytes: [UInt8]) -> [SingleByteEncoding] {
    let common: [SingleByteEncoding] = [
      .windows1252, .latin1, .macRoman, .latin9, .windows1250, .latin2, .windows1251, .cyrillic,
      .koi8R,
    ]
    return common.filter { encoding in
      bytes.allSatisfy { encoding.scalar($0)?.isPlainInText ?? false }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is common in text: not a control character, a private-use character or a
  /// box-drawing character.
  fileprivate var isPlainInText: Bool {
    if (0x2500...0x25FF).contains(value) { return false }
    switch properties.generalCategory {
    case .control, .privateUse, .unassigned, .surrogate: return false
    default: return true
    }
  }
}

extension ByteView {
  /// Whether the bytes below 0x80 are text.
  fileprivate var isTextOfBytes: Bool {
    for position in 0..<count where self[position] < 0x20 {
      if !self[position].isXMLSpace, self[position] != 0x0B, self[position] != 0x0C { return false }
    }
    return true
  }

  /// The bytes of 0x80 or more that occur, each once.
  fileprivate var highBytes: [UInt8] {
    var appears = [Bool](repeating: false, count: 256)
    for position in 0..<count where self[position] >= 0x80 { appears[Int(self[position])] = true }
    return (0x80...0xFF).filter { appears[Int($0)] }
  }
}
