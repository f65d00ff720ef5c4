// From a path of the command line to the value that is meant: keys that contain dots need no quotes
// where nothing else is at the path, and an error names keys that are nearly the same.

internal import PropertyLists

extension PlistNode {
  /// The value at a path. Where a step leads nowhere, it and steps after it are tried as one key, the
  /// longest first, and then all that follows one of the dictionaries on the way:
  /// `com.apple.security` is a key where there is none called `com`, and where it leads no further.
  ///
  /// - Throws: `PlistError` with `noSuchPath`, with keys that are nearly the same as a suggestion.
  func found(at path: PlistPath) throws(PlistError) -> PlistNode {
    var node = self
    var done = 0
    var way: [(node: PlistNode, done: Int)] = []
    while done < path.steps.count {
      let rest = path.steps[done...]
      guard let (next, count) = node.next(rest) else {
        for (holder, done) in way.reversed() {
          if let value = holder[path.steps[done...].joinedKey] { return value }
        }
        throw missing(path) ?? node.missing(rest, after: path.steps.prefix(done))
      }
      way.append((node, done))
      (node, done) = (next, done + count)
    }
    return node
  }

  /// The value of the next step, or of several as one key, and their number.
  private func next(_ steps: ArraySlice<PlistPath.Step>) -> (node: PlistNode, count: Int)? {
    guard let first = steps.first else { return nil }
    if let child = try? value(at: PlistPath([first])) { return (child, 1) }
    guard kind == .dictionary, case .key = first else { return nil }
    for count in stride(from: min(steps.count, 64), to: 1, by: -1) {
      if let child = self[steps.prefix(count).joinedKey] { return (child, count) }
    }
    return nil
  }

  /// The error of a path that is nearly one key.
  private func missing(_ path: PlistPath) -> PlistError? {
    guard path.steps.count > 1, let near = nearKey(to: [path.steps[...].joinedKey]) else {
      return nil
    }
    return PlistError(
      .noSuchPath, "there is no value at \(path)", suggestion: "did you mean \(near)?",
      position: position)
  }

  private func missing(
    _ steps: ArraySlice<PlistPath.Step>, after place: ArraySlice<PlistPath.Step>
  ) -> PlistError {
    let path = PlistPath(Array(place))
    var wanted = [steps.joinedKey]
    if case .key(let first)? = steps.first { wanted.append(first) }
    do throws(PlistError) {
      _ = try value(at: PlistPath(Array(steps.prefix(1))))
    } catch {
      let message =
        path.isEmpty ? error.message : error.message.replacing("the root", with: "\(path)")
      return PlistError(
        error.code, message, suggestion: nearKey(to: wanted).map { "did you mean \($0)?" },
        position: error.position, path: path)
    }
    return PlistError(.noSuchPath, "there is no value at this path", path: path)
  }

  /// A key that is nearly one of some texts, as a step of a path.
  private func nearKey(to texts: [String]) -> String? {
    guard kind == .dictionary, count <= 4096 else { return nil }
    let wanted = texts.filter { $0.utf8.count <= 64 }
    let near = keys.filter { $0.utf8.count <= 64 }.compactMap { key in
      wanted.map { $0.distance(to: key) }.min().map { (key, $0) }
    }
    guard let best = near.min(by: { $0.1 < $1.1 }), best.1 <= 2, best.1 < best.0.count else {
      return nil
    }
    return "\(PlistPath([.key(best.0)]))"
  }
}

extension ArraySlice<PlistPath.Step> {
  /// The steps as one key, with their dots and brackets.
  fileprivate var joinedKey: String {
    var key = ""
    for step in self {
      switch step {
      case .key(let name): key += (key.isEmpty ? "" : ".") + name
      case .index(let index): key += "[\(index)]"
      }
    }
    return key
  }
}

extension String {
  /// How many letters must be added, removed or replaced to make this another text; letters of
  /// another case are the same.
  fileprivate func distance(to other: String) -> Int {
    let (from, to) = (Array(lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars))
    var row = Array(0...to.count)
    for (place, scalar) in from.enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for column in 1..<row.count {
        let replaced = diagonal + (scalar == to[column - 1] ? 0 : 1)
        diagonal = row[column]
        row[column] = Swift.min(replaced, row[column] + 1, row[column - 1] + 1)
      }
    }
    return row[to.count]
  }
}
