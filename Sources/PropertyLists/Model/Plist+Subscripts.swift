// Reading and changing values in place, by key, index and path.
internal import OrderedCollections

extension Plist {
  /// The value of a key. Nil for other kinds and absent keys. Setting nil removes the key; setting
  /// on something that is no dictionary changes nothing.
  public subscript(key: String) -> Plist? {
    get { pairs?[key] }
    set {
      guard case .dictionary(var pairs) = self else { return }
      self = .null
      pairs[key] = newValue
      self = .dictionary(pairs)
    }
  }

  /// The element of an array or set. Nil for other kinds and past the end; setting there changes
  /// nothing, and so does setting nil.
  public subscript(index: Int) -> Plist? {
    get { elements.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
    set {
      guard let newValue, case .array(var elements) = self, elements.indices.contains(index) else {
        return
      }
      self = .null
      elements[index] = newValue
      self = .array(elements)
    }
  }

  /// The value at a path; nil where nothing stands.
  public subscript(path: PlistPath) -> Plist? {
    var value = self
    for step in path.steps {
      guard let next = value.child(step) else { return nil }
      value = next
    }
    return value
  }

  private func child(_ step: PlistPath.Step) -> Plist? {
    switch step {
    case .index(let index): self[index < 0 ? (elements?.count ?? 0) + index : index]
    case .key(let key): elements != nil ? Int(key).flatMap { self[$0] } : self[key]
    }
  }
}

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
        throw node.missing(step, PlistPath(Array(path.steps.prefix(number))))
      }
      node = next
    }
    return node
  }

  private func missing(_ step: PlistPath.Step, _ path: PlistPath) -> PlistError {
    let place = path.isEmpty ? "the root" : "\(path)"
    let message =
      switch (step, kind) {
      case (.key(let key), .dictionary): "\(place) has no key \(PlistError.quoted(key))"
      case (.index(let index), .array), (.index(let index), .set):
        "\(place) has \(count) elements, and none at \(index)"
      case (.key(let key), .array), (.key(let key), .set):
        "\(place) is an array of \(count), and \(PlistError.quoted(key)) is no index of it"
      case (.key, _): "\(place) is no dictionary, but \(kind)"
      case (.index, _): "\(place) is no array, but \(kind)"
      }
    return PlistError(.noSuchPath, message, position: position, path: path)
  }
}
