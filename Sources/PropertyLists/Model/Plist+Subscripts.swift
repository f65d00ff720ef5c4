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
