// The source ranges of objects in a binary file.

extension BinaryFormat {
  static func range(ofValue index: Int, in storage: DocumentStorage) -> Range<Int> {
    let start = Int(storage.offsets[index])
    let widths = storage.origin.details as? BinaryWidths ?? BinaryWidths()
    return start..<storage.view.endOfBinaryObject(at: start, widths.reference)
  }
}

extension ByteView {
  /// Returns the offset after the binary object that begins at `start`, in a file that was read.
  fileprivate func endOfBinaryObject(at start: Int, _ referenceWidth: Int) -> Int {
    let marker = byte(orZeroAt: start)
    let low = Int(marker & 0x0F)
    switch marker &>> 4 {
    case BinaryMarker.integer, BinaryMarker.real, BinaryMarker.date: return start + 1 + (1 << low)
    case BinaryMarker.uid: return start + 2 + low
    case BinaryMarker.singleton: return start + 1
    default: break
    }
    var (length, contents) = (low, start + 1)
    if low == 15 {
      let width = 1 << Int(byte(orZeroAt: start + 1) & 0x03)
      length = wideNumber(at: start + 2, width: width) ?? 0
      contents = start + 2 + width
    }
    switch marker &>> 4 {
    case BinaryMarker.utf16String: return contents + length * 2
    case BinaryMarker.array, BinaryMarker.set: return contents + length * referenceWidth
    case BinaryMarker.dictionary: return contents + length * referenceWidth * 2
    default: return contents + length
    }
  }
}
