// Equality of scalars that become one object of a binary file: same kind, same value, and same
// width where the width is visible.

/// A hasher and comparator of scalars.
struct ScalarValues {
  private let storage: DocumentStorage
  private let view: ByteView
  private var source: NodeSource { storage.source }
  private let seed = processHashSeed

  init(_ storage: DocumentStorage) {
    self.storage = storage
    view = storage.view
  }

  /// Prefetches the contents of a scalar.
  @inline(__always)
  func prefetch(_ node: Node) { if hasBytes(node) { view.prefetch(node.start) } }

  /// Returns whether the contents are bytes of the text that can be compared directly.
  @inline(__always)
  private func hasBytes(_ node: Node) -> Bool {
    node.isPlainText || node.kind == .data && !node.isEncodedData && !node.isBlob
  }

  @inline(__always)
  func hash(of node: Node) -> UInt32 {
    if hasBytes(node) { return view.hash(at: node.start, count: node.count, seed: seed) }
    if node.kind == .string || node.kind == .data || isWide(node) { return slowHash(of: node) }
    let state = mixed(seed ^ UInt64(node.kind.rawValue), node.payload)
    return UInt32(truncatingIfNeeded: state ^ state &>> 32)
  }

  private func isWide(_ node: Node) -> Bool {
    node.kind == .integer && node.form & NodeForm.wide != 0
  }

  /// Returns the hash of a scalar in another form. Text is hashed as UTF-8, so that equal strings
  /// have equal hashes.
  private func slowHash(of node: Node) -> UInt32 {
    if node.isBlob { return storage.blobs[node.start].view.wideHash(seed: seed) }
    let bytes = bytes(of: node)
    return bytes.view.hash(at: 0, count: bytes.count, seed: seed)
  }

  /// Returns the fingerprint of large data.
  func fingerprint(of blob: Node) -> UInt64 {
    storage.blobs[blob.start].view.fingerprint(seed: seed)
  }

  private func bytes(of node: Node) -> ByteWriter {
    var bytes = ByteWriter(minimumCapacity: node.count + 16)
    switch node.kind {
    case .string: bytes.append(identityOf: node, in: source)
    case .data: bytes.append(storage.data(of: node))
    default: bytes.append(node.integer(in: view).description)
    }
    return bytes
  }

  @inline(__always)
  func isEqual(_ left: Node, _ right: Node) -> Bool {
    if left.kind != right.kind { return false }
    if hasBytes(left), hasBytes(right) {
      return left.count == right.count
        && view.isEqual(at: left.start, count: left.count, to: view, at: right.start)
    }
    if left.kind == .string || left.kind == .data || isWide(left) || isWide(right) {
      return isSlowlyEqual(left, right)
    }
    if left.kind == .real {
      return left.payload == right.payload
        && (left.form == NodeForm.single) == (right.form == NodeForm.single)
    }
    let unsigned = NodeForm.unsigned
    return left.payload == right.payload
      && (left.kind != .integer || left.form & unsigned == right.form & unsigned)
  }

  private func isSlowlyEqual(_ left: Node, _ right: Node) -> Bool {
    if left.kind == .integer { return left.integer(in: view) == right.integer(in: view) }
    if left.form == NodeForm.blob, right.form == NodeForm.blob {
      let (a, b) = (storage.blobs[left.start].view, storage.blobs[right.start].view)
      return a.count == b.count && a.isEqual(at: 0, count: a.count, to: b, at: 0)
    }
    let a = bytes(of: left)
    let b = bytes(of: right)
    return a.count == b.count && a.view.isEqual(at: 0, count: a.count, to: b.view, at: 0)
  }
}
