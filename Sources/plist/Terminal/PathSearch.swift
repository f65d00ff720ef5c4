// The search for the value at a path of the command line. Keys that contain dots need no quotes if
// there is no other value at the path, and an error suggests keys that are similar.

internal import PropertyLists

extension PlistNode {
  /// Returns the value at a path. If there is no value for a step, this step and the following ones
  /// are tried as one key, the longest first. If that fails too, the same is tried for the steps
  /// after each dictionary that was visited. So `com.apple.security` is a key if there is no key
  /// `com`, or if the path does not continue below `com`. The error, with the path from `start`,
  /// suggests a similar key.
  func found(at path: PlistPath, from start: PlistPath = PlistPath()) throws(PlistError)
    -> PlistNode
  { try search(path, from: start).node }

  /// Returns the value at a path as ``found(at:from:)`` does, and its exact path, in which steps
  /// that form one key are one step.
  func search(_ path: PlistPath, from start: PlistPath = PlistPath()) throws(PlistError) -> (
    node: PlistNode, path: PlistPath
  ) {
    if let value = self[path] { return (value, path) }
    var node = self
    var done = 0
    var taken: [PlistPath.Step] = []
    var visited: [(node: PlistNode, done: Int)] = []
    while done < path.steps.count {
      let rest = path.steps[done...]
      guard let (next, count) = node.next(rest) else {
        for (number, (parent, done)) in visited.enumerated().reversed() {
          guard let (value, steps) = parent.value(ofJoined: path.steps[done...]) else { continue }
          return (value, PlistPath(taken.prefix(number) + steps))
        }
        throw missing(path, from: start)
          ?? node.missing(rest, after: PlistPath(start.steps + path.steps.prefix(done)))
      }
      visited.append((node, done))
      taken.append(count == 1 ? path.steps[done] : .key(rest.prefix(count).joinedKey))
      (node, done) = (next, done + count)
    }
    return (node, PlistPath(taken))
  }

  /// Returns the value of the next step, or of several steps as one key, and the number of steps.
  private func next(_ steps: ArraySlice<PlistPath.Step>) -> (node: PlistNode, count: Int)? {
    guard let first = steps.first else { return nil }
    if let child = try? value(at: PlistPath([first])) { return (child, 1) }
    guard kind == .dictionary, case .key = first else { return nil }
    for count in stride(from: min(steps.count, 64), to: 1, by: -1) {
      if let child = self[steps.prefix(count).joinedKey] { return (child, count) }
    }
    return nil
  }

  /// Joins as many of the first steps as possible into one key, and returns the value at the steps,
  /// and the steps with that key.
  private func value(ofJoined steps: ArraySlice<PlistPath.Step>) -> (
    node: PlistNode, steps: [PlistPath.Step]
  )? {
    for count in stride(from: steps.count, to: 1, by: -1) {
      let key = steps.prefix(count).joinedKey
      guard count == steps.count || count <= 64, let child = self[key] else { continue }
      let rest = Array(steps.dropFirst(count))
      if let value = try? child.value(at: PlistPath(rest)) { return (value, [.key(key)] + rest) }
    }
    return nil
  }

  /// Returns the error for a path that is similar to a single key; nil if there is no such key.
  private func missing(_ path: PlistPath, from start: PlistPath) -> PlistError? {
    let key = path.steps[...].joinedKey
    // The first step alone is not a suggestion for several steps.
    guard path.steps.count > 1, PlistPath(ofPlistBuddy: key) == nil, let near = nearKey(to: [key]),
      near != "\(PlistPath(Array(path.steps.prefix(1))))"
    else { return nil }
    return PlistError(
      .noSuchPath, message: "there is no value at \(PlistPath(start.steps + path.steps))",
      suggestion: "did you mean \(near.shellQuoted)?", position: position, path: start)
  }

  private func missing(_ steps: ArraySlice<PlistPath.Step>, after path: PlistPath) -> PlistError {
    let ownPath = PlistPath(ofPlistBuddy: steps.joinedKey).flatMap { $0.isEmpty ? nil : "\($0)" }
    var wanted = [steps.joinedKey]
    if case .key(let first)? = steps.first { wanted.append(first) }
    do throws(PlistError) {
      // In an array or a set, a step of digits is an index.
      _ = try value(
        at: PlistPath(
          steps.prefix(1).map { step in
            guard kind == .array || kind == .set, case .key(let key) = step, let index = Int(key)
            else { return step }
            return .index(index)
          }))
    } catch {
      let message =
        path.isEmpty ? error.message : error.message.replacing("the root", with: "\(path)")
      return PlistError(
        error.code, message: message,
        suggestion: (ownPath ?? nearKey(to: wanted)).map { "did you mean \($0.shellQuoted)?" },
        position: error.position, path: path)
    }
    return PlistError(.noSuchPath, message: "there is no value at this path", path: path)
  }

  /// Returns the key that is most similar to one of some strings, as a step of a path.
  private func nearKey(to texts: [String]) -> String? {
    guard kind == .dictionary, count <= 4096 else { return nil }
    let wanted = Set(texts).filter { $0.utf8.count <= 64 }.map(\.letters)
    var best: (key: String, distance: Int)?
    for key in keys where key.utf8.count <= 64 {
      let count = key.unicodeScalars.count
      // A difference in length of more than two cannot be bridged by two changes.
      for text in wanted where abs(text.count - count) <= 2 {
        let distance = text.distance(to: key.letters)
        if distance < best?.distance ?? 3 { best = (key, distance) }
      }
    }
    return best.flatMap { $0.distance < $0.key.count ? "\(PlistPath([.key($0.key)]))" : nil }
  }
}

// MARK: - Wildcards

/// A value at a path of the command line.
struct FoundValue {
  let node: PlistNode
  /// The path of the value, without wildcards.
  let path: PlistPath
}

extension PlistDocument {
  /// Returns the values at a path, in the order of the document: one value, or any number with
  /// wildcards. Elements without a value at the rest of the path are omitted. There are at most as
  /// many values as a traversal of the document visits, which is limited when the document is read.
  /// If `keepsAbsent` is set, the result contains nil for each absent value; otherwise it is an
  /// error if there are elements but all are omitted.
  func found(at pattern: PlistPathPattern, keepsAbsent: Bool) throws(PlistError) -> [FoundValue?] {
    var values: [FoundValue?]
    do throws(PlistError) {
      let node = try root.found(at: pattern.beginning)
      values = [FoundValue(node: node, path: pattern.beginning)]
    } catch {
      guard keepsAbsent else { throw error }
      values = [nil]
    }
    for continuation in pattern.continuations {
      var next: [FoundValue?] = []
      var firstError: PlistError?
      for value in values {
        do throws(PlistError) {
          guard let value else {
            next.append(nil)
            continue
          }
          for start in try value.elements {
            do throws(PlistError) {
              let node = try start.node.found(at: continuation, from: start.path)
              let path = PlistPath(start.path.steps + continuation.steps)
              next.append(FoundValue(node: node, path: path))
            } catch {
              firstError = firstError ?? error
              if keepsAbsent { next.append(nil) }
            }
          }
        } catch {
          if error.code != .noSuchPath { throw error }
          firstError = firstError ?? error
          if keepsAbsent { next.append(nil) }
        }
      }
      if next.isEmpty, let firstError { throw firstError }
      values = next
    }
    return values
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
          message: "expected a container at \(path.isEmpty ? "the root" : "\(path)"), "
            + "found a value of type \(node.kind)", position: node.position, path: path)
      }
    }
  }
}

extension ArraySlice<PlistPath.Step> {
  /// The steps joined to one key, with their dots and brackets.
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
