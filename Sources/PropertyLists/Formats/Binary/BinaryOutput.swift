// The objects of a binary property list. They are written one after another, although the width of
// their references depends on how many there are.

/// The objects of a binary file, and their offsets.
struct BinaryOutput: ~Copyable {
  var bytes: ByteWriter
  /// The offset of each object.
  private(set) var offsets: LinearBuffer<UInt32>
  private(set) var referenceWidth: Int

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - size: The bytes to reserve memory for.
  ///   - count: An upper bound of the number of objects, which files usually approach.
  init(expectedSize size: Int, largestCount count: Int) {
    self.init(
      expectedSize: size, expectedCount: count,
      referenceWidth: BinaryWidths.smallest(holding: UInt64(count)))
  }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - size: The bytes to reserve memory for.
  ///   - count: The number of objects to reserve memory for.
  ///   - width: The number of bytes of a reference, which must suffice for all objects.
  init(expectedSize size: Int, expectedCount count: Int, referenceWidth width: Int) {
    bytes = ByteWriter(minimumCapacity: size)
    offsets = LinearBuffer(minimumCapacity: count + 1)
    referenceWidth = width
    bytes.append("bplist00")
  }

  /// The number of objects.
  var count: Int { offsets.count }

  /// The number of the next object.
  var nextNumber: UInt32 { UInt32(truncatingIfNeeded: offsets.count) }

  /// Begins an object at the end of the output.
  @inline(__always)
  mutating func beginObject() { addObject(at: bytes.count) }

  /// Adds an object whose bytes were written.
  @inline(__always)
  mutating func addObject(at offset: Int) { offsets.append(UInt32(truncatingIfNeeded: offset)) }

  /// Appends memory for references, and returns the position of the first one.
  @inline(__always)
  mutating func appendReferences(_ count: Int) -> Int {
    let position = bytes.count
    bytes.append(repeating: 0, count: count &* referenceWidth)
    return position
  }

  /// Stores the number of an object at the position of a reference.
  @inline(__always)
  mutating func store(_ number: UInt32, at position: Int) {
    bytes.store(bigEndian: number, width: referenceWidth, at: position)
  }

  /// Returns the bytes of an object; the last one extends to `end`.
  @inline(__always)
  func range(of number: Int, before end: Int) -> Range<Int> {
    let next = number &+ 1
    return Int(offsets[number])..<(next < offsets.count ? Int(offsets[next]) : end)
  }

  /// Prefetches the offset of an object.
  @inline(__always)
  func prefetchOffset(of number: Int) { offsets.prefetch(number) }

  /// Prefetches the bytes of an object, whose offset should be in the cache.
  @inline(__always)
  func prefetchObject(_ number: Int) { bytes.view.prefetch(Int(offsets[number])) }

  /// Returns the file, whose root is the first object.
  consuming func finish() -> Data {
    let smallest = BinaryWidths.smallest(holding: UInt64(offsets.count))
    precondition(smallest <= referenceWidth, "there are more objects than expected")
    if smallest < referenceWidth { narrowReferences(to: smallest) }
    let offsetTable = bytes.count
    let width = BinaryWidths.smallest(holding: UInt64(offsetTable))
    bytes.append(bigEndian: offsets, from: 0, count: offsets.count, width: width)
    bytes.append(
      binaryTrailer: BinaryWidths(offset: width, reference: referenceWidth),
      objectCount: offsets.count, topObject: 0, offsetTable: offsetTable)
    return bytes.trimmedData()
  }

  /// Writes all objects again, with narrower references.
  @inline(never)
  private mutating func narrowReferences(to width: Int) {
    var narrow = ByteWriter(minimumCapacity: bytes.count + offsets.count * 4 + 64)
    narrow.append("bplist00")
    let view = bytes.view
    for number in 0..<offsets.count {
      let range = range(of: number, before: view.count)
      offsets[number] = UInt32(truncatingIfNeeded: narrow.count)
      let marker = view[range.lowerBound]
      guard marker &>> 4 >= BinaryMarker.array else {
        narrow.append(view, at: range.lowerBound, count: range.count)
        continue
      }
      let isExtended = marker & 0x0F == BinaryMarker.extendedCount
      let header = isExtended ? 2 + 1 << Int(view[range.lowerBound + 1] & 0x0F) : 1
      narrow.append(view, at: range.lowerBound, count: header)
      for position in stride(
        from: range.lowerBound + header, to: range.upperBound, by: referenceWidth)
      {
        narrow.append(
          bigEndian: view.bigEndian(at: position, width: referenceWidth), width: width)
      }
    }
    bytes = narrow
    referenceWidth = width
  }
}

extension NodeTableBuilder {
  /// The size of the data that is not in the text.
  var largeDataSize: Int { blobs.reduce(0) { $0 + $1.count } }

  /// Returns whether the offsets of a binary file certainly fit in four bytes if the table is written
  /// after a number of bytes: ASCII in a string with other characters takes two bytes, and a value
  /// has a marker, a number, two references and an offset.
  func fitsBinaryOutput(after size: Int) -> Bool {
    text.count * 2 + largeDataSize + nodes.count * 64 + 64 <= Int(UInt32.max) - size
  }

  /// A number of objects that the table does not exceed as a binary file: every key in use has a
  /// value.
  var largestObjectCount: Int {
    let values = nodes.count - keys.entries.count
    return values + min(values, keys.entries.count)
  }

  /// About the size of the table as a binary file.
  var expectedBinarySize: Int {
    text.count + largeDataSize + largestObjectCount * (nodes.count < 1 << 16 ? 10 : 20) + 64
  }
}
