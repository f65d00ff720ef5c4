// Access to values of a document by path.

extension PlistNode {
  /// The value at a path; nil if there is none.
  public subscript(path: PlistPath) -> PlistNode? {
    if let key = path.onlyKey { return child(ofKey: key) }
    var node = self
    for step in path.steps {
      guard let next = node.child(step) else { return nil }
      node = next
    }
    return node
  }

  /// Returns the child that one step leads to.
  func child(_ step: PlistPath.Step) -> PlistNode? {
    switch step {
    case .index(let index): self[index < 0 ? count + index : index]
    case .key(let key): child(ofKey: key)
    }
  }

  private func child(ofKey key: String) -> PlistNode? {
    kind == .array || kind == .set ? Int(key).flatMap { self[$0] } : self[key]
  }

  /// Returns the value at a path.
  ///
  /// - Throws: `PlistError` with the code `noSuchPath`, whose message says where the path leaves
  ///   the document.
  public func value(at path: PlistPath) throws(PlistError) -> PlistNode {
    if let node = self[path] { return node }
    var node = self
    for (number, step) in path.steps.enumerated() {
      guard let next = node.child(step) else {
        throw node.missing(step, path: PlistPath(Array(path.steps.prefix(number))))
      }
      node = next
    }
    return node
  }

  private func missing(_ step: PlistPath.Step, path: PlistPath) -> PlistError {
    PlistError.noStep(step, in: kind, count: count, parent: path, position: position)
  }
}

extension PlistError {
  /// Returns the error for a step that does not lead from a container to a value.
  static func noStep(
    _ step: PlistPath.Step, in kind: PlistKind, count: Int, parent: PlistPath,
    position: SourcePosition? = nil
  ) -> PlistError {
    let location = parent.isEmpty ? "the root" : "\(parent)"
    let message =
      switch (step, kind) {
      case (.key(let key), .dictionary): "\(location) has no key \(PlistError.quoted(key))"
      case (.index(let index), .array), (.index(let index), .set):
        outOfRange(index, count: count, location: location)
      case (.key(let key), .array), (.key(let key), .set):
        Int(key).map { outOfRange($0, count: count, location: location) }
          ?? "expected an array index at \(location), found \(PlistError.quoted(key))"
      case (.key, _): "expected a dictionary at \(location), found \(kind.phrase)"
      case (.index, _): "expected an array at \(location), found \(kind.phrase)"
      }
    return PlistError(.noSuchPath, message: message, position: position, path: parent)
  }

  private static func outOfRange(_ index: Int, count: Int, location: String) -> String {
    "index \(index) is out of range; \(location) has \(count.counting("element"))"
  }
}
