// Which encodings of one byte a character a text would fit that is not UTF-8: for the error that
// refuses it. They are only named; nobody but the caller chooses one.

extension PlistError {
  /// The same error with the encodings that would fit, where the input is text of one byte a
  /// character that was taken for UTF-8, or for text of the encoding that it declares.
  func namingEncodings(of view: ByteView) -> PlistError {
    guard let offset = position?.offset,
      [.invalidText, .unknownEncoding].contains(code)
        || suggestion == nil && view.byte(orZeroAt: offset) >= 0x80,
      Self.mayChooseEncoding(of: view), view.isTextOfBytes
    else { return self }
    guard let first = view.firstInvalidUTF8(in: 0..<view.count) else {
      return advising("the text is UTF-8; correct the encoding that it declares")
    }
    let byte = view[first]
    let fits = SingleByteEncoding.fitting(view.highBytes).compactMap { encoding in
      encoding.scalar(byte).map { "\(encoding.rawValue) (“\($0)”)" }
    }
    guard !fits.isEmpty else { return self }
    let advice = "choose its encoding: the text would fit " + fits.joined(separator: ", ")
    return advising(suggestion.map { "\($0), or \(advice)" } ?? advice)
  }

  /// Whether a choice of the caller's would take the place of the encoding that a text has by its first
  /// bytes: not of one that they mark.
  private static func mayChooseEncoding(of view: ByteView) -> Bool {
    guard let detected = try? DetectedEncoding.detect(view, chosen: nil) else { return true }
    return detected.markLength == 0 && detected.encoding.unitWidth == 1
  }

  private func advising(_ advice: String) -> PlistError {
    PlistError(code, message: message, suggestion: advice, position: position, path: path)
  }
}

extension SingleByteEncoding {
  /// The encodings in which all of some bytes are letters, digits, marks and signs of text, the most
  /// common first.
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
  /// Whether this is usual in text: no control character, private character or drawing of boxes.
  fileprivate var isPlainInText: Bool {
    if (0x2500...0x25FF).contains(value) { return false }
    switch properties.generalCategory {
    case .control, .privateUse, .unassigned, .surrogate: return false
    default: return true
    }
  }
}

extension ByteView {
  /// Whether the bytes below 0x80 are those of text.
  fileprivate var isTextOfBytes: Bool {
    for position in 0..<count where self[position] < 0x20 {
      if !self[position].isXMLSpace, self[position] != 0x0B, self[position] != 0x0C { return false }
    }
    return true
  }

  /// The bytes from 0x80 on that appear, each once.
  fileprivate var highBytes: [UInt8] {
    var appears = [Bool](repeating: false, count: 256)
    for position in 0..<count where self[position] >= 0x80 { appears[Int(self[position])] = true }
    return (0x80...0xFF).filter { appears[Int($0)] }
  }
}
