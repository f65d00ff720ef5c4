// The rules of names: labels of parameters, names of private types, and the words that the vocabulary
// retires. Relies on the scanners and on `Documentation/Vocabulary.md`, which lists the retired words.

import Foundation
import TestSupport

// MARK: - Labels

/// The parameters of a function or initializer.
struct ParameterList: Sendable {
  var name: String
  var line: Int
  /// The number of parameters that a caller passes without a label.
  var unlabeled: Int

  /// An operator's operands have no labels.
  var isOperator: Bool { name.allSatisfy { !$0.isLetter && $0 != "_" } }
}

extension SourceFile {
  /// The parameters of every function and initializer that the file declares.
  var parameterLists: [ParameterList] {
    scan.indexedTokens.compactMap { index, token in
      guard ["func", "init"].contains(token.text), scan.text(at: index - 1) != "." else {
        return nil
      }
      return parameterList(at: index)
    }
  }

  private func parameterList(at index: Int) -> ParameterList? {
    guard let open = openingParenthesis(after: index) else { return nil }
    let close = scan.closing(of: open)
    var unlabeled = 0
    var depth = 0
    var beginsParameter = true
    for inside in open + 1..<max(close, open + 1) {
      let text = scan.text(at: inside)
      if beginsParameter, depth == 0, text == "_" { unlabeled += 1 }
      // An attribute comes before the label.
      beginsParameter =
        text == "," || (beginsParameter && (text == "@" || scan.text(at: inside - 1) == "@"))
      if ["(", "[", "{", "<"].contains(text) { depth += 1 }
      if [")", "]", "}"].contains(text) || (text == ">" && scan.text(at: inside - 1) != "-") {
        depth -= 1
      }
    }
    return ParameterList(
      name: scan.declarationName(at: index), line: scan.tokens[index].line, unlabeled: unlabeled)
  }

  /// The parenthesis that opens the parameters of a declaration; nil for a call of an initializer.
  private func openingParenthesis(after index: Int) -> Int? {
    if scan.text(at: index) == "init" {
      guard ["(", "<", "?"].contains(scan.text(at: index + 1)) else { return nil }
    }
    var position = index + 1
    while position < scan.tokens.count, scan.text(at: position) != "(" {
      if ["{", "}", "="].contains(scan.text(at: position)), scan.text(at: index) == "init" {
        return nil
      }
      position += 1
    }
    return position < scan.tokens.count ? position : nil
  }
}

// MARK: - Types

/// Names that say nothing outside the file that declares them.
let bareTypeNames: Set = [
  "Entry", "Frame", "Kind", "Look", "Mark", "Parts", "Place", "Slot", "State", "Way",
]

/// A type that is not public.
struct PrivateType: Sendable {
  var name: String
  var path: String
  var line: Int
}

extension SourceFile {
  /// The structures, classes, enumerations, actors and protocols of the file that are not public.
  var privateTypes: [PrivateType] {
    scan.indexedTokens.compactMap { index, token in
      guard ["struct", "class", "enum", "actor", "protocol"].contains(token.text),
        ![".", "import"].contains(scan.text(at: index - 1)),
        let initial = scan.text(at: index + 1).first,
        initial.isUppercase, !isPublicType(index)
      else { return nil }
      return PrivateType(name: scan.text(at: index + 1), path: path, line: token.line)
    }
  }

  private func isPublicType(_ index: Int) -> Bool {
    var before = index - 1
    while ["final", "indirect", "class"].contains(scan.text(at: before)) { before -= 1 }
    return ["public", "open"].contains(scan.text(at: before))
  }
}

/// Private types whose bare names say nothing, and names that two files declare.
func typeNameViolations(_ files: [SourceFile]) -> [Violation] {
  let types = files.flatMap(\.privateTypes)
  let bare = types.filter { bareTypeNames.contains($0.name) }.map {
    Violation(path: $0.path, line: $0.line, reason: "\($0.name) does not say the type's role")
  }
  let repeated = Dictionary(grouping: types, by: \.name).values.flatMap { group in
    // One file may declare a type once for each platform.
    Set(group.map(\.path)).count < 2
      ? []
      : group.map {
        Violation(path: $0.path, line: $0.line, reason: "another file declares \($0.name) too")
      }
  }
  return bare + repeated.sorted { $0.path < $1.path }
}

// MARK: - Words

/// The words that the vocabulary retires, as patterns.
struct RetiredWords {
  private let patterns: [(word: String, pattern: Regex<AnyRegexOutput>)]

  /// Uses in which a retired word is allowed, removed before the search: these phrases, and code in prose.
  private static var allowed: Regex<Substring> {
    #/(?i)\bin[- ]place\b|\bstand-?ins?\b|\bstand in\b|\bstands? for\b|\b(?:there|here|where) (?:is|are) no\b|\b(?:is|are) no longer\b|\bmay or may not\b|`[^`]*`|"\w+"|\.foreign\b/#
  }

  /// The words of the first column of the vocabulary's last table.
  init(vocabulary: String) throws {
    let table = vocabulary.components(separatedBy: "## Retired words").last ?? ""
    let words = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
    }
    patterns = try words.map { ($0, try Regex("(?i)\\b\($0)\\b")) }
  }

  var words: [String] { patterns.map(\.word) }

  /// The retired words of a line of prose or code. Words joined in an identifier are looked at one by one.
  func found(in line: String) -> [String] {
    // Most lines have none of the words, not even inside a longer one.
    let lowercase = line.lowercased()
    guard patterns.contains(where: { hasText($0.word, in: lowercase) }) else { return [] }
    let spaced = line.replacing(#/([a-z0-9])([A-Z])/#) {
      "\($0.output.1) \($0.output.2.lowercased())"
    }
    .replacing(Self.allowed, with: "")
    return patterns.filter { spaced.contains($0.pattern) }.map(\.word)
  }

  /// The lines of text with retired words.
  func violations(path: String, lines: [Substring]) -> [Violation] {
    lines.enumerated().flatMap { index, line in
      found(in: String(line)).map {
        Violation(path: path, line: index + 1, reason: "the word \"\($0)\" is retired")
      }
    }
  }
}

/// The lines of a page that are prose, not code: the others are empty.
func proseLines(of page: String) -> [Substring] {
  var isCode = false
  return page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    if line.drop(while: { $0 == " " }).hasPrefix("```") {
      isCode.toggle()
      return ""
    }
    return isCode ? "" : line
  }
}
