// The bytes of the objects of a binary property list: markers, counts, numbers and text, as Apple's
// writer writes them.

extension ByteWriter {
  /// Appends the marker of an object that begins with a count.
  @inline(__always)
  mutating func append(binaryMarker kind: UInt8, count: Int) {
    if count < 15 {
      append(kind &<< 4 | UInt8(truncatingIfNeeded: count))
    } else {
      append(kind &<< 4 | BinaryMarker.extendedCount)
      append(binaryInteger: UInt64(count))
    }
  }

  /// Appends an object that consists of a marker, a count and as many bytes.
  @inline(__always)
  mutating func append(binaryMarker kind: UInt8, _ view: ByteView, at start: Int, count: Int) {
    let head = UInt64(kind &<< 4 | BinaryMarker.extendedCount)
    if count < 15 {
      let marker = UInt64(kind &<< 4 | UInt8(truncatingIfNeeded: count))
      append(packed: marker, count: 1, then: view, at: start, count: count)
    } else if count <= 0xFF {
      let word = head | UInt64(BinaryMarker.integer) &<< 12 | UInt64(count) &<< 16
      append(packed: word, count: 3, then: view, at: start, count: count)
    } else {
      append(binaryMarker: kind, count: count)
      append(view, at: start, count: count)
    }
  }

  /// Appends an integer object of the smallest width: 1, 2, 4 or 8 bytes.
  @inline(__always)
  mutating func append(binaryInteger value: UInt64) {
    let power: UInt64 = value <= 0xFF ? 0 : value <= 0xFFFF ? 1 : value <= 0xFFFF_FFFF ? 2 : 3
    if power < 3 {
      let marker = UInt64(BinaryMarker.integer &<< 4) | power
      return append(bigEndian: marker << (8 << power) | value, width: 1 + 1 << Int(power))
    }
    append(BinaryMarker.integer64, bigEndian: value)
  }

  /// Appends an integer object of the smallest width.
  @inline(__always)
  mutating func append(binaryInteger node: Node, in view: ByteView) {
    if node.form & (NodeForm.wide | NodeForm.unsigned) != 0 {
      return append(wideBinaryInteger: node, in: view)
    }
    if Int64(bitPattern: node.payload) < 0 {
      append(BinaryMarker.integer64, bigEndian: node.payload)
    } else {
      append(binaryInteger: node.payload)
    }
  }

  /// Appends an integer object of the width that a node of a binary file or an archive has.
  @inline(__always)
  mutating func append(sizedBinaryInteger node: Node, in view: ByteView) {
    let power = node.form & NodeForm.widthMask
    if power >= 4 { return append(wideBinaryInteger: node, in: view) }
    append(BinaryMarker.integer &<< 4 | power)
    append(bigEndian: node.payload, width: 1 << Int(power))
  }

  /// Appends an integer object of 16 bytes.
  mutating func append(wideBinaryInteger node: Node, in view: ByteView) {
    let value = node.integer(in: view)
    append(BinaryMarker.integer128)
    append(bigEndian: UInt64(bitPattern: value.high), width: 8)
    append(bigEndian: value.low, width: 8)
  }

  /// Appends a real of 4 or 8 bytes.
  @inline(__always)
  mutating func append(binaryReal node: Node) {
    if node.form != NodeForm.single { return append(BinaryMarker.real64, bigEndian: node.payload) }
    append(BinaryMarker.real32)
    append(bigEndian: node.payload, width: 4)
  }

  @inline(__always)
  mutating func append(binaryDate node: Node) {
    append(BinaryMarker.date64, bigEndian: node.payload)
  }

  @inline(__always)
  mutating func append(binaryBool node: Node) {
    append(node.payload != 0 ? BinaryMarker.true : BinaryMarker.false)
  }

  /// Appends a UID of a width in bytes.
  @inline(__always)
  mutating func append(binaryUID number: UInt64, width: Int) {
    let marker = BinaryMarker.uid &<< 4 | UInt8(truncatingIfNeeded: width &- 1)
    if width < 8 {
      let bits = UInt64(8 &* width)
      let low = number & (1 << bits &- 1)
      return append(bigEndian: UInt64(marker) << bits | low, width: width &+ 1)
    }
    append(marker)
    if width > 8 { append(repeating: 0, count: width - 8) }
    append(bigEndian: number, width: min(width, 8))
  }

  /// Appends a string object for valid UTF-8.
  @inline(__always)
  mutating func append(binaryText view: ByteView, at start: Int, count: Int) {
    if view.isASCII(at: start, count: count) {
      return append(binaryMarker: BinaryMarker.asciiString, view, at: start, count: count)
    }
    append(binaryUTF16: view, at: start, count: count)
  }

  /// Appends a string object of UTF-16 for valid UTF-8.
  @inline(never)
  mutating func append(binaryUTF16 view: ByteView, at start: Int, count: Int) {
    append(
      binaryMarker: BinaryMarker.utf16String, count: view.utf16Count(at: start, count: count))
    append(utf16: view, at: start, count: count)
  }

  /// Appends the end of a file: what follows the offset table.
  mutating func append(
    binaryTrailer widths: BinaryWidths, objectCount: Int, topObject: Int, offsetTable: Int
  ) {
    append(repeating: 0, count: 6)
    append(UInt8(truncatingIfNeeded: widths.offset))
    append(UInt8(truncatingIfNeeded: widths.reference))
    append(bigEndian: UInt64(objectCount), width: 8)
    append(bigEndian: UInt64(topObject), width: 8)
    append(bigEndian: UInt64(offsetTable), width: 8)
  }
}

extension Node {
  /// The number of bytes that Apple's writer uses for a UID.
  var smallestUIDWidth: Int { payload <= 0xFF ? 1 : payload <= 0xFFFF ? 2 : 4 }
}

extension BinaryWidths {
  /// Returns the smallest width of 1, 2, 4 or 8 bytes that can represent `limit`.
  static func smallest(holding limit: UInt64) -> Int {
    limit < 1 << 8 ? 1 : limit < 1 << 16 ? 2 : limit < 1 << 32 ? 4 : 8
  }
}
