// Parses the text form of paths, with and without wildcards.

extension PlistPath {
  /// Creates a path from its text form.
  ///
  /// - Throws: `PlistError` with the code `invalidPath`, whose position is the byte offset in the
  ///   text.
  public init(_ text: String) throws(PlistError) {
    if PathParser.isPlainKey(text) {
      self.init(key: text)
      return
    }
    var parser = PathParser(text)
    self.init(try parser.steps())
  }
}

/// A parser for the text of a path, which reads one Unicode scalar at a time.
struct PathParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Whether a text is a single key that does not begin with a quotation mark and contains no
  /// backslash, as most paths are. It is then the only step of the path.
  static func isPlainKey(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "\"") else { return false }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "\\"): return false
      default: continue
      }
    }
    return true
  }

  mutating func steps() throws(PlistError) -> [PlistPath.Step] {
    var steps: [PlistPath.Step] = []
    while position < scalars.count {
      if isAtWildcard {
        throw failure("[*] matches several values; expected a path to one value", at: position)
      }
      steps.append(try step(isFirst: steps.isEmpty))
    }
    return steps
  }

  /// Returns the steps before, between and after the wildcards `[*]`: one more list than there are
  /// wildcards.
  mutating func stepsBetweenWildcards() throws(PlistError) -> [[PlistPath.Step]] {
    var lists: [[PlistPath.Step]] = [[]]
    while position < scalars.count {
      if isAtWildcard {
        position += 3
        lists.append([])
      } else {
        let isFirst = lists == [[]]
        lists[lists.count - 1].append(try step(isFirst: isFirst))
      }
    }
    return lists
  }

  private var isAtWildcard: Bool { scalars[position...].starts(with: "[*]".unicodeScalars) }

  private mutating func step(isFirst: Bool) throws(PlistError) -> PlistPath.Step {
    if scalars[position] == "[" { return try index() }
    if !isFirst { try expect(".") }
    return try scalars.count > position && scalars[position] == "\"" ? quotedKey() : plainKey()
  }

  private mutating func index() throws(PlistError) -> PlistPath.Step {
    let start = position
    position += 1
    var digits = ""
    while position < scalars.count, scalars[position] != "]" {
      digits.unicodeScalars.append(scalars[position])
      position += 1
    }
    try expect("]")
    let magnitude = digits.utf8.drop { $0 == UInt8(ascii: "-") }
    guard let index = Int(digits), magnitude.allSatisfy(\.isDigit),
      index != 0 || digits.first != "-"
    else {
      throw failure("expected an integer index, found \(PlistError.quoted(digits))", at: start)
    }
    return .index(index)
  }

  private mutating func quotedKey() throws(PlistError) -> PlistPath.Step {
    position += 1
    var key = ""
    while position < scalars.count, scalars[position] != "\"" { try appendScalar(to: &key) }
    try expect("\"")
    return .key(key)
  }

  private mutating func plainKey() throws(PlistError) -> PlistPath.Step {
    let start = position
    var key = ""
    while position < scalars.count, scalars[position] != ".", scalars[position] != "[" {
      try appendScalar(to: &key)
    }
    if key.isEmpty { throw failure("expected a key; write an empty key as \"\"", at: start) }
    return .key(key)
  }

  private mutating func appendScalar(to key: inout String) throws(PlistError) {
    if scalars[position] == "\\" { position += 1 }
    guard position < scalars.count else {
      throw failure("expected a character after the backslash", at: position)
    }
    key.unicodeScalars.append(scalars[position])
    position += 1
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(PlistError) {
    guard position < scalars.count, scalars[position] == scalar else {
      throw failure("expected “\(scalar)”", at: position)
    }
    position += 1
  }

  private func failure(_ message: String, at index: Int) -> PlistError {
    let offset = scalars.prefix(index).reduce(0) { $0 + UTF8.width($1) }
    return PlistError(
      .invalidPath, message: "invalid path: \(message)", position: SourcePosition(offset: offset))
  }
}
