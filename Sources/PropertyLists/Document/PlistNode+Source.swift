// Where nodes are in the input: byte ranges, lines and columns. The end of a value is not stored; its
// format finds it again from its beginning.
internal import Synchronization

extension PlistNode {
  /// The bytes of the value in the input as it was given; nil for documents made in memory. Takes
  /// time linear in the value; for the key of a large dictionary, in what precedes it there.
  public var sourceRange: Range<Int>? {
    guard index < storage.offsets.count, let codec = storage.origin.codec else { return nil }
    let range = keyRange ?? codec.range(ofValue: index, in: storage)
    return storage.inputOffset(of: range.lowerBound)..<storage.inputOffset(of: range.upperBound)
  }

  /// Where the value begins in the input; nil for documents made in memory.
  public var position: SourcePosition? {
    if let start = keyRange?.lowerBound { return storage.position(ofByte: start) }
    return storage.position(of: index)
  }

  /// Where a key is located itself: equal keys are one node, which knows the first location only. Nil
  /// for keys that have a node of their own.
  private var keyRange: Range<Int>? {
    guard let pair, node.kind == .string else { return nil }
    return storage.origin.codec?.range(ofKeyAt: pair, in: storage)
  }
}

extension DocumentStorage {
  /// Where a node begins in the input.
  func position(of index: Int) -> SourcePosition? {
    index < offsets.count ? position(ofByte: Int(offsets[index])) : nil
  }

  /// The place of a byte of the text in the input. The first look at a text makes an index of it, unless
  /// it is a look at the beginning.
  func position(ofByte offset: Int) -> SourcePosition {
    guard let origin = origin.text else { return SourcePosition(offset: offset) }
    if offset <= TextLocationIndex.stride { return origin.location(of: offset, in: view).position }
    return locations.withLock { locations in
      let index = locations ?? TextLocationIndex(origin, view: view)
      locations = index
      return index.location(of: offset, in: view).position
    }
  }

  fileprivate func inputOffset(of offset: Int) -> Int {
    if origin.text?.encoding == .utf8 { return offset }
    return position(ofByte: offset).offset
  }
}

extension PlistDocument {
  /// The input as it was given, whatever its encoding; nil for documents made in memory.
  package var input: Data? {
    storage.origin.input.map { $0.view.data(at: 0, count: $0.count) }
  }
}
