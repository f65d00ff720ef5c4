// Values of a document by path.

extension PlistNode {
  /// The value at a path; nil where nothing stands.
  public subscript(path: PlistPath) -> PlistNode? {
    var node = self
    for step in path.steps {
      guard let next = node.child(step) else { return nil }
      node = next
    }
    return node
  }

  /// The value one step further down.
  func child(_ step: PlistPath.Step) -> PlistNode? {
    switch step {
    case .index(let index): self[index < 0 ? count + index : index]
    case .key(let key): kind == .array || kind == .set ? Int(key).flatMap { self[$0] } : self[key]
    }
  }

  /// The value at a path.
  ///
  /// - Throws: `PlistError` with the code `noSuchPath`, which says where the path leaves the
  ///   document.
  public func value(at path: PlistPath) throws(PlistError) -> PlistNode {
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
    let location = path.isEmpty ? "the root" : "\(path)"
    let message =
      switch (step, kind) {
      case (.key(let key), .dictionary): "\(location) has no key \(PlistError.quoted(key))"
      case (.index(let index), .array), (.index(let index), .set):
        "\(location) has \(count) elements, and none at \(index)"
      case (.key(let key), .array), (.key(let key), .set):
        "\(location) is an array of \(count), and \(PlistError.quoted(key)) is no index of it"
      case (.key, _): "\(location) is no dictionary, but \(kind)"
      case (.index, _): "\(location) is no array, but \(kind)"
      }
    return PlistError(.noSuchPath, message: message, position: position, path: path)
  }
}
