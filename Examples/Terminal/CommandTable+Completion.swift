// What Tab can add to a command: its name, the words of its usage that are typed unchanged, and the
// path of a file.

/// The texts that the end of a line can become.
struct LineCompletion: Equatable {
  /// The end of the line that is completed, perhaps empty.
  var begun = ""
  var candidates: [String] = []
  /// What follows a candidate if it is the only one: nothing after a path, which can be extended.
  var end = " "

  /// The certain part: what all candidates have after the text that was begun.
  var addition: String {
    let common = candidates.dropFirst().reduce(candidates.first ?? "") { common, text in
      String(zip(common, text).prefix { $0 == $1 }.map(\.0))
    }
    return common.dropFirst(begun.count) + (candidates.count == 1 ? end : "")
  }

  /// A word that can become one of some words.
  fileprivate init(_ begun: Substring, words: [String]) {
    (self.begun, candidates) = (String(begun), words.filter { $0.hasPrefix(begun) })
  }

  /// The beginning of the path of a file.
  fileprivate init(path: Substring) {
    (begun, candidates, end) = (String(path), FileCompletion.paths(of: String(path)), "")
  }
}

extension CommandTable {
  /// The texts that the end of a line can become; none where any text can follow.
  func completion(of line: String) -> LineCompletion {
    let (word, rest) = Self.first(of: line[...])
    guard let rest else { return LineCompletion(word, words: names) }
    let name = try? name(of: String(word))
    let all = commands.filter { $0.words[0] == name }
      .flatMap { completions(of: rest, by: $0.parts[...]) }
    // The forms of a command can have the same words.
    return all.dropFirst().reduce(into: all.first ?? LineCompletion("", words: [])) { all, other in
      all.candidates += other.candidates.filter { !all.candidates.contains($0) }
    }
  }

  /// The first word of a text, and the text after it; nil where the word can go on.
  private static func first(of text: Substring) -> (word: Substring, rest: Substring?) {
    let text = text.drop { $0.isWhitespace }
    let word = text.prefix { !$0.isWhitespace }
    return (word, word.endIndex == text.endIndex ? nil : text[word.endIndex...])
  }

  /// The completions of a text after a command or after some of its parts, one for each part that
  /// can be next.
  private func completions(
    of text: Substring, by parts: ArraySlice<UsagePart>
  ) -> [LineCompletion] {
    guard let part = parts.first else { return [] }
    switch part {
    case .list(let labels): return [Self.completion(of: text, inListWith: labels)]
    case .word(_, .file, _): return [LineCompletion(path: text.drop { $0.isWhitespace })]
    case .word(let fixed, let argument, let isOptional):
      let others = isOptional ? completions(of: text, by: parts.dropFirst()) : []
      let (word, rest) = Self.first(of: text)
      guard let rest else {
        return [LineCompletion(word, words: fixed + (argument == .command ? names : []))] + others
      }
      return (part.accepts(String(word)) ? completions(of: rest, by: parts.dropFirst()) : [])
        + others
    }
  }

  /// Completes a label after a comma: one that was not typed yet.
  private static func completion(
    of text: Substring, inListWith labels: [String]
  ) -> LineCompletion {
    var words = text.split(omittingEmptySubsequences: false) { $0.isWhitespace }
    let begun = words.popLast() ?? ""
    words.removeAll(where: \.isEmpty)
    guard words.last?.hasSuffix(",") == true else { return LineCompletion(begun, words: []) }
    let typed = zip(words, words.dropFirst()).filter { $0.0.hasSuffix(",") }.map { String($0.1) }
    return LineCompletion(begun, words: labels.filter { !typed.contains($0) })
  }
}
