// The errors of the XML reader: sentences, places in the input, and the path to the value at hand.

extension XMLReader {
  /// An error at a byte of the text.
  func failure(_ code: PlistError.Code, _ message: String, at offset: Int) -> PlistError {
    let position = origin.text.place(of: offset, in: view).position
    return PlistError(code, message, position: position, path: path)
  }

  /// After so many findings a check stops: each costs a look for its line.
  static var mostFindings: Int { 100 }

  /// Throws, or remembers when faults that can be stepped over are collected.
  mutating func report(_ error: PlistError) throws(PlistError) {
    guard let collected, collected.count < Self.mostFindings else { throw error }
    note(.error, error)
  }

  mutating func note(_ severity: PlistDiagnostic.Severity, _ error: PlistError) {
    collected?.append(PlistDiagnostic(severity: severity, error: error))
  }

  /// The keys and indices that lead to where the reader is.
  private var path: PlistPath {
    var steps: [PlistPath.Step] = []
    for level in 0..<frames.count {
      let frame = frames[level]
      let isTop = level == frames.count - 1
      let end = isTop ? pending.count : frames[level + 1].firstPending
      if let step = step(frame, children: end - frame.firstPending, isTop) { steps.append(step) }
    }
    return PlistPath(steps)
  }

  private func step(_ frame: Frame, children: Int, _ isTop: Bool) -> PlistPath.Step? {
    switch frame.element {
    case .array: return .index(isTop ? children : children - 1)
    case .dict:
      if isTop, children & 1 == 0 { return nil }
      let number = Int(pending[frame.firstPending + (children - 1) / 2 * 2])
      return .key(keyText(number))
    default: return nil
    }
  }

  private func keyText(_ number: Int) -> String {
    let node = nodes[Int(keys.entries[number].node)]
    if node.form != NodeForm.escaped { return view.string(at: node.start, count: node.count) }
    let text = view.resolvedText(at: node.start, count: node.count)
    return text.view.string(at: 0, count: text.count)
  }

  // MARK: Sentences

  private func line(of offset: Int) -> Int { origin.text.place(of: offset, in: view).line }

  func unexpectedEnd() -> PlistError {
    guard frames.count > 0 else {
      return failure(.unexpectedEnd, "the input ends before a value", at: view.count)
    }
    let frame = frames[frames.count - 1]
    let name = frame.element.name
    return failure(
      .unexpectedEnd,
      "the input ends before </\(name)>; <\(name)> was opened at line \(line(of: frame.opening))",
      at: view.count)
  }

  func strayText() -> PlistError {
    let scalar = view.string(at: position, count: min(4, view.count - position)).unicodeScalars
      .first
    let shown = PlistError.quoted(scalar.map { String($0) } ?? "")
    return failure(.unexpectedCharacter, "expected a tag, found \(shown)", at: position)
  }

  func notAPropertyList() -> PlistError {
    let scalar = view.string(at: position, count: min(4, view.count - position)).unicodeScalars
      .first
    let shown = PlistError.quoted(scalar.map { String($0) } ?? "")
    return failure(
      .unknownFormat, "this is no property list that can be read: it begins with \(shown)",
      at: position)
  }

  func missingKey(_ start: Int) -> PlistError {
    failure(
      .missingKey, "expected <key> or </dict>; every value of a dictionary follows its key",
      at: start)
  }

  func missingValue(_ frame: Frame, _ start: Int) -> PlistError {
    let number = Int(pending[pending.count - 1])
    let key = PlistError.quoted(keyText(number))
    return failure(.missingValue, "the key \(key) has no value before </dict>", at: start)
  }

  func mismatchedTag(_ element: XMLElement, _ start: Int) -> PlistError {
    guard frames.count > 0 else {
      return failure(.mismatchedTag, "</\(element.name)> closes nothing", at: start)
    }
    let frame = frames[frames.count - 1]
    let open = frame.element.name
    return failure(
      .mismatchedTag,
      "expected </\(open)> to close <\(open)> of line \(line(of: frame.opening)), found </\(element.name)>",
      at: start)
  }

  func missingClosingTag(_ element: XMLElement, _ start: Int) -> PlistError {
    let name = element.name
    let opened = "<\(name)> of line \(line(of: start))"
    if position >= view.count {
      return failure(
        .unexpectedEnd, "the input ends before </\(name)> closes \(opened)", at: view.count)
    }
    let found = view.slice(position..<min(position + 24, view.count))
    let end = min(found.firstIndex(of: 0x3E, from: 0) + 1, found.count)
    let shown = PlistError.quoted(found.string(at: 0, count: end))
    let code: PlistError.Code = view[position] == 0x3C ? .mismatchedTag : .unexpectedCharacter
    return failure(code, "expected </\(name)> to close \(opened), found \(shown)", at: position)
  }

  func secondValue(_ start: Int) -> PlistError {
    failure(.unexpectedCharacter, "<plist> holds one value, and this is a second", at: start)
  }

  func tooDeep(_ start: Int) -> PlistError {
    failure(.depthLimit, "containers are nested more than \(options.maximumDepth) deep", at: start)
  }

  func tooManyObjects(_ start: Int) -> PlistError {
    failure(.objectLimit, "there are more than \(options.maximumObjectCount) values", at: start)
  }
}
