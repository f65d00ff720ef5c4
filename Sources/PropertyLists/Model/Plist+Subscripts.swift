// Access to values by key, index and path, including modification in place.
internal import OrderedCollections

extension Plist {
  /// The value of a key; nil for other kinds and absent keys. Setting nil removes the key. Setting
  /// a value has no effect if this is not a dictionary.
  public subscript(key: String) -> Plist? {
    get { pairs?[key] }
    set {
      guard case .dictionary(var pairs) = self else { return }
      self = .null
      pairs[key] = newValue
      self = .dictionary(pairs)
    }
  }

  /// The element of an array or set at an index; nil for other kinds and past the end, where
  /// setting has no effect. Setting nil never has an effect.
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

  /// The value at a path; nil if there is none.
  public subscript(path: PlistPath) -> Plist? {
    if let key = path.onlyKey { return child(.key(key)) }
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
