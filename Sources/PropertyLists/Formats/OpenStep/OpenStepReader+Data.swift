// Data of the OpenStep family and GNUstep's typed values: all values in angle brackets.

extension OpenStepReader {
  /// Reads `<0fbd77 1c2735ae>`, `<*I5>` or `<[base64]>`.
  mutating func readData() throws(PlistError) {
    if isMergeMarker(at: position) { throw expectedValue(at: position) }
    switch view.byte(orZeroAt: position + 1) {
    case UInt8(ascii: "*"): try readTypedValue()
    case UInt8(ascii: "["): try readBase64()
    default: try readHexadecimal()
    }
  }

  private mutating func readHexadecimal() throws(PlistError) {
    let start = position
    if let end = view.endOfHexadecimalData(from: start + 1) {
      position = end + 1
      return try table.append(
        Node(.data, form: NodeForm.hexadecimal, count: end - start - 1, payload: UInt64(start + 1)),
        start: start)
    }
    try readUnusualHexadecimal()
  }

  private mutating func readUnusualHexadecimal() throws(PlistError) {
    let start = position
    var end = start + 1
    var digits = 0
    while end < view.count, view[end] != UInt8(ascii: ">") {
      if view[end].hexadecimalValue != nil {
        digits += 1
      } else {
        guard view[end].isXMLSpace || view.isPartOfLineSeparator(at: end) else {
          throw failure(
            .invalidData,
            message: "expected hexadecimal digits in data, found \(shownCharacter(at: end))",
            at: end)
        }
        if digits % 2 == 1, view[end - 1].hexadecimalValue != nil {
          try acceptLeniently(
            .invalidData, message: "white space between the two digits of a byte", at: end)
        }
      }
      end += 1
    }
    guard end < view.count else { throw unclosedData(start) }
    if digits % 2 == 1 {
      try table.report(.invalidData, message: "odd number of hexadecimal digits in data", at: start)
    }
    position = end + 1
    try table.append(
      Node(.data, form: NodeForm.hexadecimal, count: end - start - 1, payload: UInt64(start + 1)),
      start: start)
  }

  private mutating func readBase64() throws(PlistError) {
    let start = position
    let end = view.firstIndex(of: UInt8(ascii: ">"), from: start)
    guard end < view.count else { throw unclosedData(start) }
    try refuseGNUStep(start)
    let close = view.firstIndex(of: UInt8(ascii: "]"), from: start)
    guard close + 1 == end else {
      throw failure(
        .invalidData, message: "expected ]> to close the data", at: min(close + 1, end))
    }
    if let offset = view.firstNonBase64(in: start + 2..<close) {
      try table.report(.invalidData, message: "invalid character in base64 data", at: offset)
    }
    position = end + 1
    try table.append(
      Node(.data, form: NodeForm.base64, count: close - start - 2, payload: UInt64(start + 2)),
      start: start)
  }

  /// Reads `<*I5>`, `<*R1.5>`, `<*BY>` or `<*D2001-01-01 00:00:00 +0000>`. The payload may be
  /// quoted. A malformed payload is reported. Long because each letter has its own check.
  private mutating func readTypedValue() throws(PlistError) {
    let start = position
    let close = view.firstIndex(of: UInt8(ascii: ">"), from: start)
    guard close < view.count else { throw unclosedData(start) }
    try refuseGNUStep(start)
    var payload = min(start + 3, close)..<close
    if payload.count >= 2, view[payload.lowerBound] == UInt8(ascii: "\""),
      view[payload.upperBound - 1] == UInt8(ascii: "\"")
    {
      payload = payload.lowerBound + 1..<payload.upperBound - 1
    }
    let node: Node
    switch view[start + 2] {
    case UInt8(ascii: "I"): node = try typedInteger(payload)
    case UInt8(ascii: "R"):
      let value = view.real(at: payload.lowerBound, end: payload.upperBound)
      if value == nil {
        try table.report(
          .invalidReal, message: "\(shown(payload)) is not a number", at: payload.lowerBound)
      }
      node = Node(.real, payload: (value ?? 0).bitPattern)
    case UInt8(ascii: "B"):
      let letter = payload.isEmpty ? 0 : view[payload.lowerBound]
      if letter != UInt8(ascii: "Y"), letter != UInt8(ascii: "N") {
        try table.report(
          .unexpectedCharacter, message: "expected <*BY> or <*BN> as a Boolean",
          at: payload.lowerBound)
      }
      node = Node(.bool, payload: letter == UInt8(ascii: "Y") ? 1 : 0)
    case UInt8(ascii: "D"):
      let seconds = view.zonedDateSeconds(in: payload)
      if seconds == nil {
        try table.report(
          .invalidDate,
          message: "\(shown(payload)) is not a date of the form YYYY-MM-DD hh:mm:ss +hhmm",
          at: payload.lowerBound)
      }
      node = Node(.date, payload: (seconds ?? 0).bitPattern)
    default:
      throw failure(
        .unexpectedCharacter,
        message: "expected <*I, <*R, <*B or <*D at the beginning of a typed value, found "
          + shownCharacter(at: start + 2), at: start + 2)
    }
    position = close + 1
    try table.append(node, start: start)
  }

  private mutating func typedInteger(_ payload: Range<Int>) throws(PlistError) -> Node {
    switch view.integer(at: payload.lowerBound, end: payload.upperBound) {
    case .success(let value): return Node(integer: value)
    case .failure(.malformed):
      try table.report(
        .invalidInteger, message: "\(shown(payload)) is not a whole number", at: payload.lowerBound)
    case .failure(.outOfRange):
      try table.report(
        .integerOutOfRange,
        message: "\(shown(payload)) is out of the range of integers, -2^63 to 2^64-1",
        at: payload.lowerBound)
    }
    return Node(.integer)
  }

  private func shown(_ range: Range<Int>) -> String {
    PlistError.quoted(view.string(at: range.lowerBound, count: min(range.count, 80)))
  }

  /// Throws in strict mode, since Apple's parser does not support GNUstep's values.
  private mutating func refuseGNUStep(_ start: Int) throws(PlistError) {
    if isStrict {
      throw failure(
        .invalidData, message: "Apple's parser accepts only hexadecimal digits between < and >",
        at: start + 1)
    }
    hasGNUStepValues = true
  }
}

extension ByteView {
  /// Returns whether a byte is part of U+2028 or U+2029.
  fileprivate func isPartOfLineSeparator(at offset: Int) -> Bool {
    (0...2).contains { step in
      matches("\u{2028}", at: offset - step) || matches("\u{2029}", at: offset - step)
    }
  }

  /// Returns the seconds since 2001-01-01T00:00:00Z of a string `YYYY-MM-DD hh:mm:ss +hhmm`; nil
  /// for any other string. The year may have more digits, or a minus sign.
  fileprivate func zonedDateSeconds(in range: Range<Int>) -> Double? {
    guard range.count >= 25, range.count <= 40 else { return nil }
    let zone = range.upperBound - 5
    let sign = self[zone]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      self[zone - 1] == UInt8(ascii: " "), let hours = twoDigits(at: zone + 1),
      let minutes = twoDigits(at: zone + 3), minutes < 60
    else { return nil }
    // The XML form of a date has a T and a Z in place of the spaces.
    let time = zone - 10
    guard self[time] == UInt8(ascii: " ") else { return nil }
    var text = ByteWriter(minimumCapacity: 48)
    text.append(self, at: range.lowerBound, count: time - range.lowerBound)
    text.append("T")
    text.append(self, at: time + 1, count: 8)
    text.append("Z")
    guard let seconds = text.view.dateSeconds(at: 0, end: text.count) else { return nil }
    let shift = Double(hours * 3600 + minutes * 60)
    return sign == UInt8(ascii: "+") ? seconds - shift : seconds + shift
  }
}
