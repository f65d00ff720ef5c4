// The house rules, each a function from a file to the lines that break it. Relies on the scanners
// and on the module table; the tests run them over the tree and over samples that must fail.

/// A line that breaks a rule.
struct Violation: Equatable, Sendable, CustomStringConvertible {
  var path: String
  var line: Int
  var reason: String

  var description: String { "\(path):\(line): \(reason)" }
}

extension SourceFile {
  private func violation(_ line: Int, _ reason: String) -> Violation {
    Violation(path: path, line: line, reason: reason)
  }

  private func isAt(_ homes: [String]) -> Bool {
    homes.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
  }
}

// MARK: - Text

extension SourceFile {
  /// A file stays under 500 lines.
  var lengthViolations: [Violation] {
    lineCount > 500 ? [violation(500, "the file has \(lineCount) lines")] : []
  }

  /// A file opens with a comment that says what it is.
  var openingViolations: [Violation] {
    let first = lines.first ?? ""
    return first.hasPrefix("//") || first.hasPrefix("/*")
      ? [] : [violation(1, "the file doesn't open with a comment")]
  }

  /// Nothing is left to be done in a comment.
  var leftoverViolations: [Violation] {
    scan.comments
      .filter { comment in ["TODO", "FIXME", "XXX"].contains { comment.text.contains($0) } }
      .map { violation($0.line, "a comment leaves something to be done") }
  }
}

// MARK: - Safety

extension SourceFile {
  /// Unsafe code is in its homes alone.
  var unsafeViolations: [Violation] {
    scan.tokens.compactMap { token in
      if isUnsafe(token.text), !isAt(unsafeHomes) {
        return violation(token.line, "`\(token.text)` outside of the homes of unsafe code")
      }
      guard token.text == "UnretainedReference", !isAt(unretainedHomes) else { return nil }
      return violation(token.line, "`\(token.text)` in a file that is not listed for it")
    }
  }

  private func isUnsafe(_ word: String) -> Bool {
    word == "OpaquePointer" || word == "unsafeBitCast" || word == "unsafe"
      || ["Unsafe", "withUnsafe", "AutoreleasingUnsafe"].contains { word.hasPrefix($0) }
  }

  /// Nothing stops the program: no `try!`, no forced cast, no `fatalError`.
  var trapViolations: [Violation] {
    scan.indexedTokens.compactMap { index, token in
      let forced =
        ["try", "as"].contains(token.text) && scan.text(at: index + 1) == "!"
        && scan.tokens[index + 1].isJoined
      let reason = forced ? "`\(token.text)!`" : "`\(token.text)`"
      return forced || token.text == "fatalError" ? violation(token.line, reason) : nil
    }
  }

  /// A library never prints.
  var printingViolations: [Violation] {
    guard let module, libraryModules.contains(module) else { return [] }
    return scan.indexedTokens.compactMap { index, token in
      let isCall =
        ["print", "debugPrint", "dump"].contains(token.text)
        && scan.text(at: index + 1) == "(" && ![".", "func"].contains(scan.text(at: index - 1))
      return isCall ? violation(token.line, "a library prints") : nil
    }
  }
}

// MARK: - Architecture

extension SourceFile {
  /// The modules the file imports, and where.
  var imports: [Token] {
    let kinds: Set = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
    return scan.indexedTokens.compactMap { index, token in
      guard token.text == "import", scan.text(at: index - 1) != "." else { return nil }
      let skipped = kinds.contains(scan.text(at: index + 1)) ? 2 : 1
      return Token(text: scan.text(at: index + skipped), line: token.line)
    }
  }

  /// A module imports what the table lets it.
  var importViolations: [Violation] {
    imports.filter { !mayImport($0.text) }
      .map { violation($0.line, "\(module ?? path) must not import \($0.text) here") }
  }

  private func mayImport(_ name: String) -> Bool {
    if foundationModules.contains(name) { return self.name == "FoundationTypes.swift" }
    if systemLibraries.contains(name) { return module == "CLibrary" }
    if name == "CLibrary" { return isAt(systemLibraryHomes) }
    if name == "Dispatch" { return isAt(dispatchHomes) }
    return module.flatMap { moduleTable[$0] }?.imports.contains(name) ?? false
  }

  /// Only `FoundationTypes.swift` chooses between Foundation and its smaller part.
  var foundationChoiceViolations: [Violation] {
    if name == "FoundationTypes.swift" { return [] }
    return scan.indexedTokens.compactMap { index, token in
      guard token.text == "canImport", foundationModules.contains(scan.text(at: index + 2)) else {
        return nil
      }
      return violation(token.line, "only FoundationTypes.swift chooses a Foundation")
    }
  }

  /// A file under `Sources` has a folder in the table.
  var homeViolations: [Violation] {
    guard let module, let rules = moduleTable[module] else {
      return [violation(1, "the file's module isn't in the module table")]
    }
    let inside = folder.split(separator: "/").dropFirst(2).joined(separator: "/")
    let isListed = inside.isEmpty ? rules.rootFiles?.contains(name) ?? true : true
    return rules.folders.contains(inside) && isListed
      ? [] : [violation(1, "no folder of the module table matches \(module)/\(inside)")]
  }
}

// MARK: - Signatures and functions

extension SourceFile {
  /// A public function has no Boolean parameter with a default.
  var booleanParameterViolations: [Violation] {
    guard let module, libraryModules.contains(module) else { return [] }
    return scan.indexedTokens.flatMap { index, token in
      isPublicFunction(index) ? booleanParameters(of: index) : []
    }
  }

  private func isPublicFunction(_ index: Int) -> Bool {
    guard ["func", "init", "subscript"].contains(scan.text(at: index)) else { return false }
    let modifiers: Set = [
      "class", "consuming", "borrowing", "convenience", "final", "mutating", "nonisolated",
      "nonmutating", "override", "required", "static",
    ]
    var before = index - 1
    while modifiers.contains(scan.text(at: before)) { before -= 1 }
    return ["public", "open"].contains(scan.text(at: before))
  }

  private func booleanParameters(of index: Int) -> [Violation] {
    guard let open = (index..<scan.tokens.count).first(where: { scan.text(at: $0) == "(" }) else {
      return []
    }
    return (open..<scan.closing(of: open)).filter { index in
      [":", "Bool", "="] == (index..<index + 3).map(scan.text(at:))
    }.map { violation(scan.tokens[$0].line, "a Boolean parameter has a default") }
  }

  /// A function over 40 lines says why.
  var functionLengthViolations: [Violation] {
    functions.filter { $0.lineCount > 40 && !$0.saysWhyItIsLong }
      .map { violation($0.line, "\($0.name) has \($0.lineCount) lines and says no reason") }
  }
}

extension SourceFile {
  /// A byte that is a character is written as one: `UInt8(ascii: "<")`, not its number.
  var characterNumberViolations: [Violation] {
    lines.enumerated().compactMap { index, line in
      guard hasText("0x", in: line) else { return nil }
      let code = line.prefix { $0 != "/" }
      let number =
        #/(?:==|!=|\bcase|append\(|\bof:|repeating:) *0x(?:09|0A|0D|2[0-9A-F]|[3-6][0-9A-F]|7[0-9A-E])\b/#
      guard code.contains(number) else { return nil }
      return violation(index + 1, "a character is written as a number")
    }
  }
}

/// Folders named for a mechanism.
func folderNameViolations(_ folders: [String]) -> [Violation] {
  folders.filter { path in
    path.split(separator: "/").last.map { refusedFolderNames.contains(String($0)) } ?? false
  }.map { Violation(path: $0, line: 0, reason: "the name of the folder is a mechanism") }
}
