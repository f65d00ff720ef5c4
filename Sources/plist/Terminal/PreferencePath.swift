// From a word of the command line to a preference: a key of the domain, or else the path of a value in
// one. Relies on `PathSearch` for what paths mean.

internal import PropertyLists
internal import StateStorage
internal import SystemPackage

/// The key of a preference, or the path of a value in one.
struct PreferencePath {
  private let text: String
  private let file: FilePath

  /// A word of the command line.
  ///
  /// - Parameter file: The file of the preferences, for errors.
  init(_ text: String, in file: FilePath) {
    self.text = text
    self.file = file
  }

  /// The value in a domain.
  ///
  /// - Throws: `StateError` with `missingKey`, or `PlistError` with `noSuchPath`.
  func value(in domain: Plist) throws -> Plist {
    if let key = try key(in: { domain[$0] != nil }) { return domain[key] ?? .null }
    return try Plist(PlistDocument(domain).root.found(at: path))
  }

  /// The key that changes, and its new value.
  ///
  /// - Parameter change: Gives the new value by the old one.
  /// - Throws: `PlistError` with `noSuchPath` where what is to hold the value is not there, or what the
  ///   closure throws.
  func change(
    of values: [String: Plist], _ change: (Plist?) throws -> Plist
  ) throws -> [String: Plist?] {
    if let key = try key(mustExist: false, in: { values[$0] != nil }) {
      return [key: try change(values[key])]
    }
    let root = try PlistDocument(.dictionary(values, isSorted: true)).root
    return try edited(values, at: writableSteps(in: root)) { try change($0) }
  }

  /// The key that is removed, or its value without a part of it.
  ///
  /// - Throws: `StateError` with `missingKey`, or `PlistError` with `noSuchPath`.
  func removal(from values: [String: Plist]) throws -> [String: Plist?] {
    if let key = try key(in: { values[$0] != nil }) { return [key: nil] }
    let root = try PlistDocument(.dictionary(values, isSorted: true)).root
    return try edited(values, at: root.search(path).path.steps) { _ in nil }
  }

  /// The error of a value of another type.
  func wrongType(_ value: Plist?, isNot wanted: String) -> StateError {
    let kind = value.map { "\($0.kind)" } ?? "nothing"
    return StateError(
      .wrongType, message: "“\(text.shortened)” is of type \(kind) and not \(wanted)", path: file)
  }

  // MARK: Steps

  /// The path that the word is.
  private var path: PlistPath {
    get throws {
      do throws(PlistError) {
        return try PlistPath(text)
      } catch {
        throw FileFailure(
          code: .usage,
          diagnostic: Diagnostic(
            ArgumentBytes.shown(file), PlistError(error.code, message: error.message)))
      }
    }
  }

  /// The key of the domain that the word is: one that exists as a whole, or the only step of the path;
  /// nil where there are more steps.
  ///
  /// - Parameter mustExist: Whether the only step of a path must be a key that is there.
  private func key(
    mustExist: Bool = true, in exists: (String) -> Bool
  ) throws -> String? {
    if exists(text) { return text }
    let steps = text.isEmpty ? [.key(text)] : try path.steps
    guard steps.count == 1, case .key(let key)? = steps.first else { return nil }
    if mustExist, !exists(key) {
      throw StateError(.missingKey, message: "there is no key “\(key.shortened)”", path: file)
    }
    return key
  }

  /// The steps to a value that is there, or to a new one in a dictionary that is.
  private func writableSteps(in root: PlistNode) throws -> [PlistPath.Step] {
    let path = try path
    do throws(PlistError) {
      return try root.search(path).path.steps
    } catch {
      guard error.code == .noSuchPath, case .key(let key)? = path.steps.last else { throw error }
      let holder = try holder(of: path, in: root)
      guard holder.node.kind == .dictionary else { throw error }
      return holder.path.steps + [.key(key)]
    }
  }

  /// What is to hold a new value.
  private func holder(
    of path: PlistPath, in root: PlistNode
  ) throws(PlistError) -> (node: PlistNode, path: PlistPath) {
    do throws(PlistError) {
      return try root.search(PlistPath(path.steps.dropLast()))
    } catch {
      // Where nothing of the path is there, a key may have been meant.
      guard error.keyPath.isEmpty else { throw error }
      throw PlistError(
        error.code, message: error.message,
        suggestion: "a new key that contains dots is quoted: '\(PlistPath([.key(text)]))'")
    }
  }

  // MARK: Changing

  private func edited(
    _ values: [String: Plist], at steps: [PlistPath.Step], _ change: (Plist?) throws -> Plist?
  ) throws -> [String: Plist?] {
    guard case .key(let key)? = steps.first else { return [:] }
    guard steps.count > 1 else { return [key: try change(values[key])] }
    return [key: try values[key]?.edited(at: steps.dropFirst(), change)]
  }
}

extension Plist {
  /// The value with another value, or none, at the end of some steps. All but the last lead to values
  /// that are there.
  fileprivate func edited(
    at steps: ArraySlice<PlistPath.Step>, _ change: (Plist?) throws -> Plist?
  ) throws -> Plist {
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
      throw PlistError(.typeMismatch, message: "a value of type \(kind) cannot be changed in part")
    }
  }
}

extension PlistPath.Step {
  /// The index of an element that this leads to, counted from the end where it is negative; nil where
  /// there is none.
  fileprivate func index(among count: Int) -> Int? {
    let index: Int? =
      switch self {
      case .index(let index): index < 0 ? count + index : index
      case .key(let key): Int(key)
      }
    return index.flatMap { (0..<count).contains($0) ? $0 : nil }
  }
}
