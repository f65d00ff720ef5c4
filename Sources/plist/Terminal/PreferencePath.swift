// The search for a preference that a command-line argument names: a key of the domain, or the path
// of a value in the domain. Relies on `PathSearch` for paths.

internal import PropertyLists
internal import StateStorage
internal import SystemPackage

/// The key of a preference, or the path of a value in a preference.
struct PreferencePath {
  private let text: String
  private let file: FilePath

  /// Creates a path from a command-line argument.
  ///
  /// - Parameter file: The file of the preferences, for errors.
  init(_ text: String, in file: FilePath) {
    self.text = text
    self.file = file
  }

  /// Returns the value in a domain.
  ///
  /// - Throws: `StateError` with `missingKey`, or `PlistError` with `noSuchPath`.
  func value(in domain: Plist) throws -> Plist {
    if let key = try key(in: { domain[$0] != nil }) { return domain[key] ?? .null }
    return try Plist(PlistDocument(domain).root.found(at: path))
  }

  /// Returns the key to change, with its new value: what the closure returns for the previous
  /// value.
  ///
  /// - Throws: `PlistError` with `noSuchPath` if the container of the value is missing.
  func change(of values: [String: Plist], _ change: (Plist?) throws -> Plist) throws -> [String:
    Plist?]
  {
    if let key = try key(mustExist: false, in: { values[$0] != nil }) {
      return [key: try change(values[key])]
    }
    let root = try PlistDocument(.dictionary(values, isSorted: true)).root
    let path = try path
    var steps: [PlistPath.Step]
    do throws(PlistError) { steps = try root.search(path).path.steps } catch {
      // A new value in an existing dictionary.
      guard error.code == .noSuchPath, case .key(let key)? = path.steps.last else { throw error }
      let parent = try parent(of: path, in: root)
      guard parent.node.kind == .dictionary else { throw error }
      steps = parent.path.steps + [.key(key)]
    }
    return try edited(values, at: steps) { try change($0) }
  }

  /// Returns the key to remove, or a key with its value after a part of the value is removed.
  ///
  /// - Throws: `StateError` with `missingKey`, or `PlistError` with `noSuchPath`.
  func removal(from values: [String: Plist]) throws -> [String: Plist?] {
    if let key = try key(in: { values[$0] != nil }) { return [key: nil] }
    let root = try PlistDocument(.dictionary(values, isSorted: true)).root
    return try edited(values, at: root.search(path).path.steps) { _ in nil }
  }

  /// Returns the error for a value of another type.
  func wrongType(_ value: Plist?, expected: String) -> StateError {
    let found = value.map { "a value of type \($0.kind)" } ?? "no value"
    return StateError(
      .wrongType, message: "expected \(expected) at “\(text.shortened)”, found \(found)", path: file
    )
  }

  // MARK: Steps

  /// The argument as a path.
  private var path: PlistPath {
    get throws {
      do throws(PlistError) { return try PlistPath(text) } catch {
        throw FileFailure(
          code: .usage,
          diagnostic: Diagnostic(
            file: ArgumentBytes.shown(file), PlistError(error.code, message: error.message)))
      }
    }
  }

  /// Returns the key of the domain that the argument names: an existing key equal to the argument,
  /// or the only step of the path; nil if there are more steps. Throws if the key must exist but
  /// does not.
  private func key(mustExist: Bool = true, in exists: (String) -> Bool) throws -> String? {
    if exists(text) { return text }
    let steps = text.isEmpty ? [.key(text)] : try path.steps
    guard steps.count == 1, case .key(let key)? = steps.first else { return nil }
    if mustExist, !exists(key) {
      throw StateError(.missingKey, message: "there is no key “\(key.shortened)”", path: file)
    }
    return key
  }

  /// Returns the container of a new value.
  private func parent(of path: PlistPath, in root: PlistNode) throws(PlistError) -> (
    node: PlistNode, path: PlistPath
  ) {
    do throws(PlistError) { return try root.search(PlistPath(path.steps.dropLast())) } catch {
      // If no step of the path exists, the argument may be meant as a key.
      guard error.keyPath.isEmpty else { throw error }
      throw PlistError(
        error.code, message: error.message,
        suggestion: "to add a key that contains dots, quote it: '\(PlistPath([.key(text)]))'")
    }
  }

  // MARK: Changing

  private func edited(
    _ values: [String: Plist], at steps: [PlistPath.Step], by change: (Plist?) throws -> Plist?
  ) throws -> [String: Plist?] {
    guard case .key(let key)? = steps.first else { return [:] }
    guard steps.count > 1 else { return [key: try change(values[key])] }
    return [key: try values[key]?.edited(at: steps.dropFirst(), change)]
  }
}

extension Plist {
  /// Returns this value with the value at the given steps changed or removed. All steps but the
  /// last lead to existing values.
  fileprivate func edited(at steps: ArraySlice<PlistPath.Step>, _ change: (Plist?) throws -> Plist?)
    throws -> Plist
  {
    guard let step = steps.first else { return self }
    let rest = steps.dropFirst()
    func new(_ old: Plist?) throws -> Plist? {
      rest.isEmpty ? try change(old) : try old?.edited(at: rest, change)
    }
    switch (self, step) {
    case (.dictionary, .key(let key)):
      var edited = self
      edited[key] = try new(self[key])
      return edited
    case (.array(var elements), _):
      guard let index = step.index(among: elements.count) else { return self }
      if let value = try new(elements[index]) {
        elements[index] = value
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    default:
      throw PlistError(
        .typeMismatch, message: "expected a dictionary or an array, found a value of type \(kind)")
    }
  }
}

extension PlistPath.Step {
  /// Returns the index of the element that the step names; nil if there is none. A negative index
  /// counts from the end.
  fileprivate func index(among count: Int) -> Int? {
    let index: Int? =
      switch self {
      case .index(let index): index < 0 ? count + index : index
      case .key(let key): Int(key)
      }
    return index.flatMap { (0..<count).contains($0) ? $0 : nil }
  }
}
