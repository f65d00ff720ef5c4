// Warnings and errors of text, with their source locations and paths.

extension TextTable {
  /// The maximum number of warnings.
  static var mostWarnings: Int { 100 }

  mutating func warn(_ code: PlistError.Code, message: String, at offset: Int) {
    guard warnings.count < Self.mostWarnings else { return }
    warnings.append(
      TextWarning(severity: .warning, code: code, message: message, path: shortPath, offset: offset)
    )
  }

  /// Records a warning that a key is repeated in the dictionary that is being closed.
  mutating func warn(ofRepeated key: String, at offset: Int) {
    guard warnings.count < Self.mostWarnings else { return }
    let isShort = key.utf8.count <= Self.longestPath
    warnings.append(
      TextWarning(
        severity: .warning, code: .duplicateKey,
        message: "the key \(PlistError.quoted(key)) is repeated; the last value counts",
        path: isShort ? shortPath.appending(.key(key)) : PlistPath(), offset: offset))
  }

  /// Discards the warnings, for text that is read again.
  mutating func forgetWarnings() { warnings = TextWarnings() }

  /// Throws the fault of a value, or records it if the check continues after such faults.
  mutating func report(_ code: PlistError.Code, message: String, at offset: Int) throws(PlistError)
  {
    guard collectsFaults, warnings.count < Self.mostWarnings else {
      throw failure(code, message: message, at: offset)
    }
    warnings.append(
      TextWarning(severity: .error, code: code, message: message, path: shortPath, offset: offset))
  }

  /// Returns the warnings so far and the error that ended the reading.
  func findings(endingWith error: PlistError) -> [PlistDiagnostic] {
    let indexes = TextLocationIndex(origin, view: view)
    let noticed = warnings.list.map { warning in
      let position = indexes.location(of: warning.offset, in: view).position
      return PlistDiagnostic(
        severity: warning.severity,
        error: PlistError(
          warning.code, message: warning.message, position: position, path: warning.path))
    }
    return noticed + [PlistDiagnostic(severity: .error, error: error)]
  }

  /// Returns an error at a byte of the text.
  func failure(_ code: PlistError.Code, message: String, at offset: Int) -> PlistError {
    let position = origin.location(of: offset, in: view).position
    return PlistError(code, message: message, position: position, path: path)
  }

  /// Returns the line of a byte of the text, counted from 1.
  func line(of offset: Int) -> Int { origin.location(of: offset, in: view).line }

  /// Returns the character at a byte of the text, quoted for a message.
  func shownCharacter(at offset: Int) -> String {
    let text = view.string(at: offset, count: min(4, view.count - offset))
    return PlistError.quoted(text.unicodeScalars.first.map { String($0) } ?? "")
  }

  /// The path, or an empty path if its keys are so long that storing it for each warning would
  /// exhaust memory.
  private var shortPath: PlistPath {
    var length = 0
    for level in 0..<frames.count where frames[level].kind == .dictionary {
      let end = level + 1 < frames.count ? frames[level + 1].firstPending : pending.count
      let children = end - frames[level].firstPending
      guard children > 0 else { continue }
      let number = Int(pending[frames[level].firstPending + (children - 1) / 2 * 2])
      length += Int(keys.entries[number].count)
    }
    return length > Self.longestPath ? PlistPath() : path
  }

  /// The maximum length of the path of a warning, in bytes of its keys.
  private static var longestPath: Int { 1 << 14 }

  /// The keys and indexes that lead to the reader's position.
  private var path: PlistPath {
    var steps: [PlistPath.Step] = []
    for level in 0..<frames.count where !frames[level].isTransparent {
      let isTop = level == frames.count - 1
      let end = isTop ? pending.count : frames[level + 1].firstPending
      let children = end - frames[level].firstPending
      if let step = step(frames[level], children: children, isTop: isTop) { steps.append(step) }
    }
    return PlistPath(steps)
  }

  private func step(_ frame: OpenContainer, children: Int, isTop: Bool) -> PlistPath.Step? {
    if frame.kind != .dictionary { return .index(isTop ? children : children - 1) }
    if isTop, children & 1 == 0 { return nil }
    let number = Int(pending[frame.firstPending + (children - 1) / 2 * 2])
    return .key(nodes[Int(keys.entries[number].node)].text(in: source))
  }

  func tooDeep(_ start: Int) -> PlistError {
    failure(
      .depthLimit,
      message: "containers are nested more than \(options.maximumDepth.counting("level")) deep",
      at: start)
  }

  func tooManyObjects(_ start: Int) -> PlistError {
    failure(
      .objectLimit,
      message: "there are more than \(options.maximumObjectCount.counting("value"))", at: start)
  }

  func checkUTF8(_ range: Range<Int>) throws(PlistError) {
    if let offset = view.firstInvalidUTF8(in: range) {
      throw failure(.invalidText, message: "invalid UTF-8", at: offset)
    }
  }
}
