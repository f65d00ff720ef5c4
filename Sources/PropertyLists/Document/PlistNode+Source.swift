// The locations of nodes in the input: byte ranges, lines and columns. The end of a value is not
// stored; the format determines it from the beginning.
internal import Synchronization

extension PlistNode {
  /// The byte range of the value in the original input; nil for documents created in memory. Takes
  /// time linear in the value; for a key of a large dictionary, linear in the part of the
  /// dictionary that precedes it.
  public var sourceRange: Range<Int>? {
    guard index < storage.offsets.count, let codec = storage.origin.codec else { return nil }
    let range = keyRange ?? codec.range(ofValue: index, in: storage)
    return storage.inputOffset(of: range.lowerBound)..<storage.inputOffset(of: range.upperBound)
  }

  /// The location of the beginning of the value in the input; nil for documents created in memory.
  public var position: SourcePosition? {
    if let start = keyRange?.lowerBound { return storage.position(ofByte: start) }
    return storage.position(of: index)
  }

  /// The byte range of this occurrence of a key: equal keys are one node, which stores only the
  /// first location. Nil for keys that have their own node.
  private var keyRange: Range<Int>? {
    guard let pair, node.kind == .string else { return nil }
    return storage.origin.codec?.range(ofKeyAt: pair, in: storage)
  }
}

extension DocumentStorage {
  /// Returns the location of the beginning of a node in the input.
  func position(of index: Int) -> SourcePosition? {
    index < offsets.count ? position(ofByte: Int(offsets[index])) : nil
  }

  /// Returns the location in the input of a byte of the text. The first call creates an index of
  /// the text, unless the byte is near the beginning.
  func position(ofByte offset: Int) -> SourcePosition {
    guard let origin = origin.text else { return SourcePosition(offset: offset) }
    if offset <= TextLocationIndex.stride { return origin.location(of: offset, in: view).position }
    let index = locations.load() ?? locations.storeIfNil(TextLocationIndex(origin, view: view))
    return index.location(of: offset, in: view).position
  }

  /// Returns the offset in the input of a byte of the text.
  func inputOffset(of offset: Int) -> Int {
    if origin.text?.encoding == .utf8 { return offset }
    return position(ofByte: offset).offset
  }
}

extension PlistDocument {
  /// The original input in its original encoding; nil for documents created in memory.
  package var input: Data? { storage.origin.input.map { $0.view.data(at: 0, count: $0.count) } }

  /// The text of the input in UTF-8; nil for binary files and documents created in memory.
  package var inputText: [UInt8]? {
    guard let text = storage.origin.text, let input = storage.origin.input else { return nil }
    let source = text.encoding == .utf8 ? input : storage.text
    return source.view.bytes(in: 0..<source.count)
  }
}
