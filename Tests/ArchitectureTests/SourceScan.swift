// Takes Swift source apart into tokens and comments, so that a rule never mistakes a word in a
// string or a comment for code. Knows nested comments, strings of every form with their
// interpolations, and `#/regular expressions/#`; it takes a bare `/…/` literal for operators.

/// A word or a single punctuation mark of code.
struct Token: Equatable, Sendable {
  var text: String
  var line: Int
  /// Whether the token before ends where this one begins: `try!`, but not `try !x`.
  var isJoined = false
}

/// A comment, one line of it at a time.
struct CommentLine: Equatable, Sendable {
  var text: String
  var line: Int
}

/// The tokens and comments of one source text. Lines count from 1.
struct SourceScan: Sendable {
  private(set) var tokens: [Token] = []
  private(set) var comments: [CommentLine] = []

  private let bytes: [UInt8]
  private var at = 0
  private var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
    scanCode(untilParenthesis: nil)
  }

  /// The lines that hold code, whatever else they hold.
  var codeLines: Set<Int> { Set(tokens.map(\.line)) }

  /// The tokens with their indexes in `tokens`.
  var indexedTokens: [(index: Int, token: Token)] {
    tokens.enumerated().map { (index: $0.offset, token: $0.element) }
  }

  /// The text of the token at `index`, or an empty text outside of the file.
  func text(at index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  /// The index of the token that closes the bracket at `index`, or of the file's end.
  func closing(of index: Int) -> Int {
    let pairs = ["(": ")", "{": "}", "[": "]"]
    let open = text(at: index)
    guard let close = pairs[open] else { return index }
    var depth = 0
    for other in index..<tokens.count {
      if tokens[other].text == open { depth += 1 }
      if tokens[other].text == close { depth -= 1 }
      if depth == 0 { return other }
    }
    return tokens.count
  }
}

extension SourceScan {
  private func byte(_ ahead: Int = 0) -> UInt8 {
    at + ahead < bytes.count ? bytes[at + ahead] : 0
  }

  private func starts(with text: StaticString) -> Bool {
    let wanted = Array(text.description.utf8)
    return bytes[at...].starts(with: wanted)
  }

  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where at < bytes.count {
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
  }

  /// Scans to the end, or to the parenthesis that closes an interpolation.
  private mutating func scanCode(untilParenthesis depth: Int?) {
    var depth = depth
    while at < bytes.count {
      if starts(with: "//") {
        scanLineComment()
      } else if starts(with: "/*") {
        scanBlockComment()
      } else if let pounds = literalStart() {
        scanLiteral(pounds: pounds)
      } else if isWord(byte()) {
        scanWord()
      } else {
        if let open = depth {
          let change = byte() == UInt8(ascii: "(") ? 1 : byte() == UInt8(ascii: ")") ? -1 : 0
          if open + change == 0 { return step() }
          depth = open + change
        }
        scanMark()
      }
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF: true
    default: false
    }
  }

  private mutating func scanWord() {
    let start = at
    while at < bytes.count, isWord(byte()) { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    tokens.append(Token(text: word, line: line, isJoined: isJoined(start)))
  }

  /// Returns whether a byte follows another without white space between them.
  private func isJoined(_ start: Int) -> Bool { start > 0 && bytes[start - 1] > 0x20 }

  private mutating func scanMark() {
    if byte() > 0x20 {
      let mark = String(UnicodeScalar(byte()))
      tokens.append(Token(text: mark, line: line, isJoined: isJoined(at)))
    }
    step()
  }
}

extension SourceScan {
  private mutating func scanLineComment() {
    let start = at
    while at < bytes.count, byte() != UInt8(ascii: "\n") { at += 1 }
    addComment(from: start, firstLine: line)
  }

  private mutating func scanBlockComment() {
    let start = at
    let firstLine = line
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        step(2)
      } else if starts(with: "*/") {
        depth -= 1
        step(2)
      } else {
        step()
      }
    } while depth > 0 && at < bytes.count
    addComment(from: start, firstLine: firstLine)
  }

  private mutating func addComment(from start: Int, firstLine: Int) {
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      comments.append(CommentLine(text: String(part), line: firstLine + index))
    }
  }
}

extension SourceScan {
  /// How many `#` open the string or extended regular expression that begins here; nil for none.
  private func literalStart() -> Int? {
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    let isString = byte(pounds) == UInt8(ascii: "\"")
    let isExpression = pounds > 0 && byte(pounds) == UInt8(ascii: "/")
    return isString || isExpression ? pounds : nil
  }

  /// Leaves an empty literal as its token: its contents are text, except for interpolations.
  private mutating func scanLiteral(pounds: Int) {
    let quote = byte(pounds)
    let isString = quote == UInt8(ascii: "\"")
    tokens.append(Token(text: isString ? "\"\"" : "#//#", line: line))
    step(pounds)
    let isMultiline = isString && byte(1) == quote && byte(2) == quote
    let length = isMultiline ? 3 : 1
    step(length)
    while at < bytes.count, !closes(quote, length: length, pounds: pounds) {
      scanLiteralByte(pounds: pounds, isString: isString)
    }
    step(length + pounds)
  }

  private mutating func scanLiteralByte(pounds: Int, isString: Bool) {
    guard byte() == UInt8(ascii: "\\") else { return step() }
    guard (0..<pounds).allSatisfy({ byte(1 + $0) == UInt8(ascii: "#") }) else { return step() }
    guard isString, byte(1 + pounds) == UInt8(ascii: "(") else { return step(pounds + 2) }
    step(pounds + 2)
    scanCode(untilParenthesis: 1)
  }

  private func closes(_ quote: UInt8, length: Int, pounds: Int) -> Bool {
    (0..<length).allSatisfy { byte($0) == quote }
      && (0..<pounds).allSatisfy { byte(length + $0) == UInt8(ascii: "#") }
  }
}
