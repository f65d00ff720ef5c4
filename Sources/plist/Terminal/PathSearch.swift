// From a path of the command line to the value that is meant: keys that contain dots need no quotes
// where nothing else is at the path, and an error names keys that are nearly the same.

internal import PropertyLists

extension PlistNode {
  /// The value at a path. Where a step leads nowhere, it and steps after it are tried as one key, the
  /// longest first, and then so what follows one of the dictionaries on the way:
  /// `com.apple.security` is a key where there is none called `com`, and where it leads no further.
  ///
  /// - Parameter start: The path of this value, for errors.
  /// - Throws: `PlistError` with `noSuchPath`, with keys that are nearly the same as a suggestion.
  func found(
    at path: PlistPath, from start: PlistPath = PlistPath()
  ) throws(PlistError) -> PlistNode {
    try search(path, from: start).node
  }

  /// The same, with the path to the value, in which steps that are one key are one step.
  func search(
    _ path: PlistPath, from start: PlistPath = PlistPath()
  ) throws(PlistError) -> (node: PlistNode, path: PlistPath) {
    var node = self
    var done = 0
    var taken: [PlistPath.Step] = []
    var way: [(node: PlistNode, done: Int)] = []
    while done < path.steps.count {
      let rest = path.steps[done...]
      guard let (next, count) = node.next(rest) else {
        for (number, (holder, done)) in way.enumerated().reversed() {
          guard let (value, steps) = holder.value(ofJoined: path.steps[done...]) else { continue }
          return (value, PlistPath(taken.prefix(number) + steps))
        }
        throw missing(path, from: start)
          ?? node.missing(rest, after: PlistPath(start.steps + path.steps.prefix(done)))
      }
      way.append((node, done))
      taken.append(count == 1 ? path.steps[done] : .key(rest.prefix(count).joinedKey))
      (node, done) = (next, done + count)
    }
    return (node, PlistPath(taken))
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

  /// The value that steps lead to when the first ones are one key, the longest first, and these steps.
  private func value(
    ofJoined steps: ArraySlice<PlistPath.Step>
  ) -> (node: PlistNode, steps: [PlistPath.Step])? {
    for count in stride(from: steps.count, to: 1, by: -1) {
      let key = steps.prefix(count).joinedKey
      guard count == steps.count || count <= 64, let child = self[key] else { continue }
      let rest = Array(steps.dropFirst(count))
      if let value = try? child.value(at: PlistPath(rest)) { return (value, [.key(key)] + rest) }
    }
    return nil
  }

  /// The error of a path that is nearly one key.
  private func missing(_ path: PlistPath, from start: PlistPath) -> PlistError? {
    let key = path.steps[...].joinedKey
    // The key of the first step alone is not what was meant by more steps.
    guard path.steps.count > 1, PlistPath(ofPlistBuddy: key) == nil, let near = nearKey(to: [key]),
      near != "\(PlistPath(Array(path.steps.prefix(1))))"
    else { return nil }
    return PlistError(
      .noSuchPath, message: "there is no value at \(PlistPath(start.steps + path.steps))",
      suggestion: "did you mean \(near)?", position: position, path: start)
  }

  private func missing(
    _ steps: ArraySlice<PlistPath.Step>, after path: PlistPath
  ) -> PlistError {
    let ownPath = PlistPath(ofPlistBuddy: steps.joinedKey).flatMap { $0.isEmpty ? nil : "\($0)" }
    var wanted = [steps.joinedKey]
    if case .key(let first)? = steps.first { wanted.append(first) }
    do throws(PlistError) {
      _ = try value(at: PlistPath(steps.prefix(1).map(asIndex)))
    } catch {
      let message =
        path.isEmpty ? error.message : error.message.replacing("the root", with: "\(path)")
      return PlistError(
        error.code, message: message,
        suggestion: (ownPath ?? nearKey(to: wanted)).map { "did you mean \($0)?" },
        position: error.position, path: path)
    }
    return PlistError(.noSuchPath, message: "there is no value at this path", path: path)
  }

  /// A step of digits is an index in an array, however it is written.
  private func asIndex(_ step: PlistPath.Step) -> PlistPath.Step {
    guard kind == .array || kind == .set, case .key(let key) = step, let index = Int(key) else {
      return step
    }
    return .index(index)
  }

  /// A key that is nearly one of some texts, as a step of a path.
  private func nearKey(to texts: [String]) -> String? {
    guard kind == .dictionary, count <= 4096 else { return nil }
    let wanted = Set(texts).filter { $0.utf8.count <= 64 }.map(\.letters)
    var best: (key: String, distance: Int)?
    for key in keys where key.utf8.count <= 64 {
      let count = key.unicodeScalars.count
      // Three letters more or less are more changes than two.
      for text in wanted where abs(text.count - count) <= 2 {
        let distance = text.distance(to: key.letters)
        if distance < best?.distance ?? 3 { best = (key, distance) }
      }
    }
    return best.flatMap { $0.distance < $0.key.count ? "\(PlistPath([.key($0.key)]))" : nil }
  }
}

// MARK: - Wildcards

/// A value that a path of the command line leads to.
struct FoundValue {
  let node: PlistNode
  /// The path to it, without wildcards.
  let path: PlistPath
}

extension PlistDocument {
  /// The values at a path, in the order of the document: one, or with wildcards any number. Elements
  /// in which the path leads no further are left out. There are no more values than a walk over the
  /// document visits, which is limited when it is read.
  ///
  /// - Parameter keepsAbsent: Whether nil takes the place of what the path does not lead to.
  /// - Throws: `PlistError` with `noSuchPath` where all elements are left out, though there are some;
  ///   nothing with `keepsAbsent`.
  func found(
    at pattern: PlistPathPattern, keepsAbsent: Bool
  ) throws(PlistError) -> [FoundValue?] {
    var values: [FoundValue?] = [FoundValue(node: root, path: PlistPath())]
    for (number, segment) in pattern.segments.enumerated() {
      var next: [FoundValue?] = []
      var firstError: PlistError?
      for value in values {
        do throws(PlistError) {
          guard let value else {
            next.append(nil)
            continue
          }
          // The first segment begins at the root, the others at elements.
          let starts = number == 0 ? [value] : try value.elements
          for start in starts {
            try append(segment, from: start, keepsAbsent, &next, &firstError)
          }
        } catch {
          if error.code != .noSuchPath { throw error }
          if firstError == nil { firstError = error }
          if keepsAbsent { next.append(nil) }
        }
      }
      if next.isEmpty, let firstError { throw firstError }
      values = next
    }
    return values
  }

  private func append(
    _ segment: PlistPath, from start: FoundValue, _ keepsAbsent: Bool,
    _ found: inout [FoundValue?], _ firstError: inout PlistError?
  ) throws(PlistError) {
    do throws(PlistError) {
      let node = try start.node.found(at: segment, from: start.path)
      found.append(FoundValue(node: node, path: PlistPath(start.path.steps + segment.steps)))
    } catch {
      if firstError == nil { firstError = error }
      if keepsAbsent { found.append(nil) }
    }
  }

}

extension FoundValue {
  /// The elements of an array or set, or the values of a dictionary.
  fileprivate var elements: [FoundValue] {
    get throws(PlistError) {
      switch node.kind {
      case .array, .set:
        return node.children.enumerated().map { index, child in
          FoundValue(node: child, path: path.appending(.index(index)))
        }
      case .dictionary:
        return zip(node.keys, node.children).map { key, child in
          FoundValue(node: child, path: path.appending(.key(key)))
        }
      default:
        throw PlistError(
          .noSuchPath,
          message: "\(path.isEmpty ? "the root" : "\(path)") is no container, but \(node.kind)",
          position: node.position, path: path)
      }
    }
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
  /// The text without its case, a letter each.
  fileprivate var letters: [Unicode.Scalar] { Array(lowercased().unicodeScalars) }
}

extension [Unicode.Scalar] {
  /// How many letters must be added, removed or replaced to make this another text.
  fileprivate func distance(to other: [Unicode.Scalar]) -> Int {
    var row = [Int](0...other.count)
    for (place, scalar) in enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for column in 1..<row.count {
        let replaced = diagonal + (scalar == other[column - 1] ? 0 : 1)
        diagonal = row[column]
        row[column] = Swift.min(replaced, row[column] + 1, row[column - 1] + 1)
      }
    }
    return row[other.count]
  }
}
