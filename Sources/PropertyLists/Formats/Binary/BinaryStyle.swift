// Differences between a binary file and the output of Apple's writer for the same values.

extension BinaryFormat {
  static func styleDifference(in storage: DocumentStorage, from offset: Int, of written: ByteView)
    -> StyleDifference?
  {
    if offset == storage.view.count, offset == written.count { return nil }
    return storage.binaryDifference(offset, source: storage.view, written: written)
  }
}

extension DocumentStorage {
  /// Returns the first difference: a field of the trailer, or an object.
  fileprivate func binaryDifference(_ offset: Int, source: ByteView, written: ByteView)
    -> StyleDifference
  {
    guard let own = try? BinaryTrailer(source), let apple = try? BinaryTrailer(written) else {
      return StyleDifference(offset: offset, message: "expected the output of Apple's writer")
    }
    let trailer = source.count - BinaryTrailer.size
    for (name, index, value, expected) in [
      ("number of objects", 8, own.objectCount, apple.objectCount),
      ("width of references", 7, own.referenceWidth, apple.referenceWidth),
      ("width of offsets", 6, own.offsetWidth, apple.offsetWidth),
    ] where value != expected {
      return StyleDifference(
        offset: trailer + index,
        message: "expected \(expected) as the \(name), as Apple's writer produces, found \(value)")
    }
    guard offset < own.offsetTableOffset else {
      return StyleDifference(offset: offset, message: "expected the offset table of Apple's writer")
    }
    let number = (0..<nodes.count).last { Int(offsets[$0]) <= offset } ?? 0
    return StyleDifference(
      offset: offset,
      message:
        "expected the order and form of objects that Apple's writer uses, found a difference at"
        + " object \(number) (\(nodes[number].kind))")
  }
}
