// How a command is typed, as its usage describes it: lowercase words that are typed unchanged, the
// names of arguments in capitals, `[` and `]` around what can be left out, and `|` between what excludes
// each other. `N` and `M` are numbers of objects, `COMMAND` is the name of a command, and `FILE`, the
// path of a file, extends to the end of the line. In a list with commas, the first argument extends
// to the first word that ends with a comma; then labels such as `serial` begin the others, in any order.

/// A part of a usage.
enum UsagePart: Equatable {
  /// One of some words that are typed unchanged, or the argument.
  case word(fixed: [String], argument: UsageArgument?, isOptional: Bool)
  /// A list with commas, and its labels.
  case list(labels: [String])
}

/// What is typed for an argument.
enum UsageArgument: Equatable {
  case text
  case number
  case command
  case file
}

extension UsagePart {
  /// The parts of a usage, from the words after its name.
  static func parts(of words: ArraySlice<String>) -> [UsagePart] {
    let listStart = words.firstIndex { $0.hasSuffix(",") } ?? words.endIndex
    var (parts, isOptional) = ([UsagePart](), false)
    for word in words[..<listStart] {
      if word.hasPrefix("[") { isOptional = true }
      parts.append(part(word.withoutBrackets, isOptional: isOptional))
      if word.hasSuffix("]") { isOptional = false }
    }
    if listStart < words.endIndex {
      let list = words[listStart...]
      let starts = zip(list, list.dropFirst()).filter { $0.0.hasSuffix(",") }.map(\.1)
      parts.append(.list(labels: starts.map(\.withoutBrackets).filter(isFixed)))
    }
    return parts
  }

  private static func part(_ word: String, isOptional: Bool) -> UsagePart {
    let choices = word.split(separator: "|").map(String.init)
    let argument = choices.last { !isFixed($0) }.map(argument)
    return .word(fixed: choices.filter(isFixed), argument: argument, isOptional: isOptional)
  }

  private static func argument(_ name: String) -> UsageArgument {
    switch name {
    case "N", "M": .number
    case "COMMAND": .command
    case "FILE": .file
    default: .text
    }
  }

  /// Whether a word is typed unchanged.
  private static func isFixed(_ word: String) -> Bool { word.allSatisfy { $0.isLowercase } }

  /// Whether a typed word can be this part. A word that is typed unchanged can be abbreviated.
  func accepts(_ word: String) -> Bool {
    guard case .word(let fixed, let argument, _) = self else { return false }
    if fixed.contains(word.expanded(to: fixed)) { return true }
    return argument == .number ? Int(word) != nil : argument != nil
  }
}

extension String {
  fileprivate var withoutBrackets: String { filter { $0 != "[" && $0 != "]" } }
}
