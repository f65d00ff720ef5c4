// Reads one value of an XML property list without its document. The whole text is scanned, but only
// the value becomes nodes, made by the reader. Every irregularity ends the extraction.

/// A file of which one value is read.
struct XMLFile {
  /// The size of the file in bytes.
  let byteCount: Int
  let options: PlistReadingOptions
  /// The size in bytes of a part that is scanned at once. It fits in the cache, and its memory is
  /// used again for the next part.
  var partSize = 1 << 20
  /// Returns the bytes of a range of the file; nil if they cannot be read.
  let read: (Range<Int>) -> [UInt8]?

  /// The size in bytes of the part that is read for the value at first.
  private static let valueSize = 1 << 16
  /// The size in bytes of a part that is sufficient for the declaration of the encoding.
  private static let longestDeclaration = 1 << 12
  /// The factor by which a part is enlarged that is too small for its contents.
  private static let growth = 8

  /// Reads the value at a path, which must not be empty. Each step of the path is one step in the
  /// file: joined keys are not tried.
  func value(at path: PlistPath) throws -> DocumentStorage {
    // The offsets and counts of every part are those of the whole file, or less.
    guard byteCount <= min(options.maximumByteCount, Int(UInt32.max)),
      options.maximumObjectCount >= byteCount
    else { throw WholeInputNeeded() }
    var state = XMLScanState(search: try XMLPathSearch(path))
    var size = partSize
    while !state.isFinished {
      let part = try input(at: state.base, size: size)
      do {
        state = try scanned(part, from: state)
        size = partSize
      } catch {
        // Contents that the part truncates look like an irregularity.
        let isCertain = (error as? WholeInputNeeded)?.isCertain ?? false
        guard !isCertain, part.count < byteCount - state.base else { throw error }
        size = enlarged(size)
      }
    }
    guard let start = state.search.valueStart else { throw WholeInputNeeded() }
    return try value(at: start, state.documentType)
  }

  private func enlarged(_ size: Int) -> Int { min(size, byteCount) * Self.growth }

  /// Returns a part of the file, which ends with the file at the latest.
  private func input(at start: Int, size: Int) throws(WholeInputNeeded) -> SourceBytes {
    let end = start + min(size, byteCount - start)
    guard start < end, let bytes = read(start..<end), bytes.count == end - start else {
      throw WholeInputNeeded()
    }
    return SourceBytes(bytes)
  }

  /// Scans a part of the text. Returns the state after it.
  private func scanned(_ part: SourceBytes, from state: XMLScanState) throws -> XMLScanState {
    var input = FormatInput(bytes: part, text: part)
    if state.next == nil {
      let found = try RecognizedInput(part, options: options)
      guard found.codec is XMLFormat.Type, found.input.encoding.encoding == .utf8 else {
        throw WholeInputNeeded(isCertain: part.count >= Self.longestDeclaration)
      }
      input = found.input
    }
    let isLast = part.count == byteCount - state.base
    return try withExtendedLifetime(input) {
      try XMLExtraction.scan(
        input, from: state, to: isLast ? .max : part.count - part.count / 16, options: options)
    }
  }

  /// Reads the value that begins at an offset. The scan has found that it is valid.
  private func value(at start: Int, _ documentType: XMLDocumentType) throws -> DocumentStorage {
    var size = Self.valueSize
    while true {
      let part = try input(at: start, size: size)
      let input = FormatInput(bytes: part, text: part)
      var reader = XMLReader(input, options: options)
      reader.documentType = documentType
      do {
        try reader.readElements()
        return reader.finish(input)
      } catch {
        // A value that is a large part of the file takes no longer with all others.
        guard size < byteCount / Self.growth else { throw WholeInputNeeded() }
        size = enlarged(size)
      }
    }
  }
}
