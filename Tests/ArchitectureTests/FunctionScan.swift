// Finds the functions of a source file and measures their bodies in lines of code. Relies on the
// tokens of `SourceScan`: braces in strings and comments are out of the way already.

/// The body of a function, an initializer, a subscript or a computed property.
struct FunctionBody: Sendable {
  var name: String
  /// The line of the declaration's first word after its modifiers.
  var line: Int
  /// The line of the closing brace.
  var lastLine: Int
  /// Lines between the braces that hold code; 1 for a body on one line.
  var lineCount: Int
  /// Whether a comment above or inside gives the reason for the length.
  var saysWhyItIsLong: Bool
}

extension SourceFile {
  /// Every function body of the file, in order; nested ones count for themselves and for the outer.
  var functions: [FunctionBody] {
    let codeLines = scan.codeLines
    return scan.tokens.indices.compactMap { index in
      scan.bodyOfDeclaration(at: index).map {
        measure(declaration: index, brace: $0, codeLines: codeLines)
      }
    }
  }

  private func measure(declaration: Int, brace: Int, codeLines: Set<Int>) -> FunctionBody {
    let line = scan.tokens[declaration].line
    let first = scan.tokens[brace].line
    let close = min(scan.closing(of: brace), scan.tokens.count - 1)
    let last = scan.tokens[close].line
    let inside = first < last ? (first + 1..<last).count(where: codeLines.contains) : 1
    return FunctionBody(
      name: scan.declarationName(at: declaration), line: line, lastLine: last,
      lineCount: max(inside, 1), saysWhyItIsLong: saysWhy(from: line, to: last))
  }

  /// Looks for the reason inside and in the comment and attribute lines right above.
  private func saysWhy(from line: Int, to last: Int) -> Bool {
    var first = line
    while first > 1, isComment(lines[first - 2]) { first -= 1 }
    return scan.comments.contains {
      (first...last).contains($0.line) && $0.text.contains("Long because")
    }
  }

  private func isComment(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    return text.hasPrefix("//") || text.hasPrefix("@") || text.hasPrefix("*")
      || text.hasPrefix("/*")
  }
}

extension SourceScan {
  /// The index of the brace that opens the body of the declaration at `index`, if one is there.
  func bodyOfDeclaration(at index: Int) -> Int? {
    guard text(at: index - 1) != "." else { return nil }
    switch text(at: index) {
    case "func": return bodyAfterParameters(from: index + 1)
    case "init": return opensInitializer(index + 1) ? bodyAfterParameters(from: index + 1) : nil
    case "subscript": return bodyAfterParameters(from: index + 1)
    case "deinit": return text(at: index + 1) == "{" ? index + 1 : nil
    case "var": return bodyOfProperty(at: index)
    default: return nil
    }
  }

  /// The declaration's own name: the keyword itself where it has none.
  func declarationName(at index: Int) -> String {
    let keyword = text(at: index)
    return ["func", "var"].contains(keyword) ? text(at: index + 1) : keyword
  }

  private func opensInitializer(_ index: Int) -> Bool {
    ["(", "<", "?", "!"].contains(text(at: index))
  }

  private func bodyAfterParameters(from start: Int) -> Int? {
    guard let open = (start..<tokens.count).first(where: { text(at: $0) == "(" }) else {
      return nil
    }
    var index = closing(of: open) + 1
    while index < tokens.count {
      switch text(at: index) {
      case "{": return index
      case "(", "[": index = closing(of: index) + 1
      case "}": return nil
      default:
        if beginsDeclaration(index) { return nil }
        index += 1
      }
    }
    return nil
  }

  /// A word on a new line that can only begin another declaration: the one before has no body.
  private func beginsDeclaration(_ index: Int) -> Bool {
    guard index > 0, tokens[index].line > tokens[index - 1].line else { return false }
    return !["-", "where", "throws", "async", "rethrows", "{", "&", ",", ":", "="]
      .contains(text(at: index))
      && !["-", ">", "where", ",", "&", ":", "="].contains(text(at: index - 1))
  }

  /// A computed property says its type, then opens a brace on the same line.
  private func bodyOfProperty(at index: Int) -> Int? {
    guard text(at: index + 2) == ":" else { return nil }
    let line = tokens[index].line
    let rest = (index + 3..<tokens.count).prefix { tokens[$0].line == line }
    guard let end = rest.first(where: { ["=", "{", "}", ";"].contains(text(at: $0)) }) else {
      return nil
    }
    return text(at: end) == "{" && !isRequirement(end) ? end : nil
  }

  /// A protocol's `{ get }` or `{ get set }` is not a body.
  private func isRequirement(_ brace: Int) -> Bool {
    let inside = (brace + 1..<closing(of: brace)).map(text(at:))
    return inside.allSatisfy(["get", "set", "async", "throws", "mutating"].contains)
  }
}
