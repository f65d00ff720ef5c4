// Reads one value of a binary property list without the objects that are not part of it. The objects
// of the value are copied to a property list of their own, which `BinaryReader` then reads and
// judges. Every irregularity ends the extraction, so that errors have one origin, the reader.

/// An extraction of the value at a path.
struct BinaryExtraction {
  private var parts: BinaryParts
  private let trailer: BinaryTrailer

  /// An object of the file.
  struct ObjectRange {
    var marker: UInt8
    var start: Int
    /// The offset of the contents, after the marker and the count.
    var contents: Int
    /// The number of bytes, code units, elements or pairs.
    var count: Int
    var end: Int

    var kind: UInt8 { marker &>> 4 }
    var isList: Bool { kind == BinaryMarker.array || kind == BinaryMarker.set }
    var isDictionary: Bool { kind == BinaryMarker.dictionary }
    var referenceCount: Int { isDictionary ? count * 2 : isList ? count : 0 }
  }

  /// Reads the value at a path, which must not be empty. Each step of the path is one step in the
  /// file: joined keys are not tried.
  static func read(_ path: PlistPath, in parts: BinaryParts, options: PlistReadingOptions)
    throws(WholeInputNeeded) -> DocumentStorage
  {
    var extraction = try BinaryExtraction(parts, options)
    var number = extraction.trailer.topObject
    for step in path.steps { number = try extraction.child(step, of: number) }
    let file = try extraction.file(withRoot: number)
    // The containers on the path are levels as well.
    guard let storage = try? BinaryReader.read(SourceBytes(file), options: options),
      storage.depth <= options.maximumDepth - path.steps.count
    else { throw WholeInputNeeded() }
    return storage
  }

  private init(_ parts: BinaryParts, _ options: PlistReadingOptions) throws(WholeInputNeeded) {
    var parts = parts
    guard parts.count >= BinaryTrailer.smallestFile,
      parts.count <= options.largestInput
    else { throw WholeInputNeeded() }
    let header = SourceBytes(try parts.bytes(in: 0..<BinaryTrailer.headerSize))
    let end = SourceBytes(try parts.bytes(in: parts.count - BinaryTrailer.size..<parts.count))
    guard
      let trailer = try? BinaryTrailer(
        header: header.view, trailer: end.view, byteCount: parts.count),
      trailer.objectCount <= min(options.maximumObjectCount, Int(UInt32.max) - 1),
      trailer.offsetWidth <= 8, trailer.referenceWidth <= 8
    else { throw WholeInputNeeded() }
    self.parts = parts
    self.trailer = trailer
  }

  // MARK: Objects

  /// Returns an object by its number.
  private mutating func object(_ number: Int) throws(WholeInputNeeded) -> ObjectRange {
    guard number < trailer.objectCount else { throw WholeInputNeeded() }
    let table = trailer.offsetTableOffset
    let start = try parts.number(
      at: table + number * trailer.offsetWidth, width: trailer.offsetWidth)
    guard start >= BinaryTrailer.headerSize, start < table else { throw WholeInputNeeded() }
    let marker = UInt8(try parts.number(at: start, width: 1))
    var object = ObjectRange(marker: marker, start: start, contents: start + 1, count: 0, end: 0)
    let low = Int(marker & 0x0F)
    switch object.kind {
    case BinaryMarker.singleton: object.end = start + 1
    case BinaryMarker.integer, BinaryMarker.real, BinaryMarker.date:
      guard low <= 4 else { throw WholeInputNeeded() }
      object.end = start + 1 + 1 << low
    case BinaryMarker.uid: object.end = start + 2 + low
    default:
      object.count = low
      if low == Int(BinaryMarker.extendedCount) { try readCount(of: &object) }
      object.end = object.contents + object.count * (try width(of: object))
    }
    guard object.end <= table else { throw WholeInputNeeded() }
    return object
  }

  private mutating func readCount(of object: inout ObjectRange) throws(WholeInputNeeded) {
    let marker = UInt8(try parts.number(at: object.contents, width: 1))
    guard marker &>> 4 == BinaryMarker.integer, marker & 0x0F <= 3 else { throw WholeInputNeeded() }
    let width = 1 << Int(marker & 0x0F)
    object.count = try parts.number(at: object.contents + 1, width: width)
    object.contents += 1 + width
    guard object.count <= parts.count else { throw WholeInputNeeded() }
  }

  /// Returns the number of bytes of one unit of an object's count.
  private func width(of object: ObjectRange) throws(WholeInputNeeded) -> Int {
    switch object.kind {
    case BinaryMarker.data, BinaryMarker.asciiString: 1
    case BinaryMarker.utf16String: 2
    case BinaryMarker.array, BinaryMarker.set: trailer.referenceWidth
    case BinaryMarker.dictionary: 2 * trailer.referenceWidth
    default: throw WholeInputNeeded()
    }
  }

  private mutating func reference(_ position: Int, of object: ObjectRange) throws(WholeInputNeeded)
    -> Int
  {
    try parts.number(
      at: object.contents + position * trailer.referenceWidth, width: trailer.referenceWidth)
  }

  // MARK: The path

  /// Returns the number of the object that a step leads to.
  private mutating func child(_ step: PlistPath.Step, of number: Int) throws(WholeInputNeeded)
    -> Int
  {
    let object = try object(number)
    switch step {
    case .key(let key) where object.isDictionary: return try value(of: key, in: object)
    case .key(let key):
      guard object.isList, let index = Int(key) else { throw WholeInputNeeded() }
      return try element(index, of: object)
    case .index(let index):
      guard object.isList else { throw WholeInputNeeded() }
      return try element(index < 0 ? object.count + index : index, of: object)
    }
  }

  private mutating func element(_ index: Int, of object: ObjectRange) throws(WholeInputNeeded)
    -> Int
  {
    guard index >= 0, index < object.count else { throw WholeInputNeeded() }
    return try reference(index, of: object)
  }

  /// Returns the value of the first key with the given text, which is the one that counts.
  private mutating func value(of key: String, in dictionary: ObjectRange) throws(WholeInputNeeded)
    -> Int
  {
    let length = key.utf8.count
    for position in 0..<dictionary.count {
      let candidate = try object(reference(position, of: dictionary))
      try parts.spend(16)
      switch candidate.kind {
      case BinaryMarker.asciiString, BinaryMarker.utf16String:
        // A character takes at least as many bytes in UTF-8 as it has bytes or units here.
        if candidate.count <= length, try isText(key, of: candidate) {
          return try reference(dictionary.count + position, of: dictionary)
        }
      case BinaryMarker.array, BinaryMarker.set, BinaryMarker.dictionary: throw WholeInputNeeded()
      default: break
      }
    }
    throw WholeInputNeeded()
  }

  private mutating func isText(_ text: String, of object: ObjectRange) throws(WholeInputNeeded)
    -> Bool
  {
    let contents = SourceBytes(try parts.bytes(in: object.contents..<object.end))
    let isASCII = contents.view.isASCII(at: 0, count: contents.count)
    let form =
      object.kind == BinaryMarker.utf16String
      ? NodeForm.utf16 : isASCII ? NodeForm.plain : NodeForm.latin1
    return Node(.string, form: form, count: object.count).isText(
      text, in: NodeSource(contents.view))
  }

  // MARK: The value

  /// Returns a property list with an object as its root and the objects that it contains, in the
  /// order of their numbers.
  private mutating func file(withRoot root: Int) throws(WholeInputNeeded) -> [UInt8] {
    let objects = try objects(in: root)
    let order = objects.keys.sorted()
    let numbers = Dictionary(
      uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    var file = try parts.bytes(in: 0..<BinaryTrailer.headerSize)
    var offsets: [Int] = []
    for number in order {
      guard let object = objects[number] else { continue }
      offsets.append(file.count)
      guard object.referenceCount > 0 else {
        try parts.append(object.start..<object.end, to: &file)
        continue
      }
      try parts.append(object.start..<object.contents, to: &file)
      for position in 0..<object.referenceCount {
        guard let child = numbers[try reference(position, of: object)] else {
          throw WholeInputNeeded()
        }
        file.append(bigEndian: child, width: trailer.referenceWidth)
      }
    }
    let table = file.count
    // Objects that overlap in the file are separate in the copy, which may need wider offsets.
    let width = max(trailer.offsetWidth, 4)
    for offset in offsets { file.append(bigEndian: offset, width: width) }
    file += [0, 0, 0, 0, 0, 0, UInt8(width), UInt8(trailer.referenceWidth)]
    for field in [order.count, numbers[root] ?? 0, table] {
      file.append(bigEndian: field, width: 8)
    }
    return file
  }

  /// Returns the objects that an object contains, and the object itself, by their numbers.
  private mutating func objects(in root: Int) throws(WholeInputNeeded) -> [Int: ObjectRange] {
    var found: [Int: ObjectRange] = [:]
    var open = [root]
    while let number = open.popLast() {
      if found[number] != nil { continue }
      let object = try object(number)
      try parts.spend(object.end - object.start + 32)
      found[number] = object
      for position in 0..<object.referenceCount { open.append(try reference(position, of: object)) }
    }
    return found
  }
}

extension [UInt8] {
  /// Appends a big-endian number of at most eight bytes.
  fileprivate mutating func append(bigEndian number: Int, width: Int) {
    for byte in (0..<width).reversed() {
      append(UInt8(truncatingIfNeeded: number >> (8 * byte)))
    }
  }
}
