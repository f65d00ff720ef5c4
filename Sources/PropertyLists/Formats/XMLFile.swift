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
  /// Whether a second thread scans ahead.
  var scansAhead = SimultaneousCalls.areFaster
  /// Returns the bytes of a range of the file; nil if they cannot be read. It may be called by two
  /// threads at the same time.
  let read: @Sendable (Range<Int>) -> [UInt8]?

  /// The size in bytes of the part that is read for the value at first.
  private static let valueSize = 1 << 16
  /// The size in bytes of a part that is sufficient for the declaration of the encoding.
  private static let longestDeclaration = 1 << 12
  /// The factor by which a part is enlarged that is too small for its contents.
  private static let growth = 8
  /// The number of parts in a stretch of the text, which one thread scans.
  private static let partsOfStretch = 8
  /// The size in bytes of the text in which repeated markup is searched for.
  private static let windowSize = 1 << 16
  /// Longer markup is not searched for.
  private static let longestMarkup = 512
  /// The number of failures to scan ahead, one after another, after which only this thread scans;
  /// and the number of those that each step of the path may add.
  private static let mostFailures = (alone: 3, ofStep: 2)

  /// Reads the value at a path, which must not be empty. Each step of the path is one step in the
  /// file: joined keys are not tried.
  func value(at path: PlistPath) throws -> DocumentStorage {
    // The offsets and counts of every part are those of the whole file, or less.
    guard byteCount <= options.largestInput,
      options.maximumObjectCount >= byteCount
    else { throw WholeInputNeeded() }
    var state = XMLScanState(search: try XMLPathSearch(path))
    try scanPart(&state, to: byteCount, longest: byteCount)
    var failures = 0
    let mostFailures = Self.mostFailures.alone + Self.mostFailures.ofStep * path.steps.count
    while !state.isFinished {
      let stretch = min(Self.partsOfStretch * partSize, (byteCount - state.base) / 2)
      if scansAhead, failures < mostFailures, stretch > partSize {
        failures = try scanTwoStretches(&state, size: stretch) ? 0 : failures + 1
      } else {
        try scanPart(&state, to: byteCount, longest: byteCount)
      }
    }
    guard let start = state.search.valueStart else { throw WholeInputNeeded() }
    return try value(at: start, state.documentType)
  }

  // MARK: Stretches

  /// Scans a stretch of the text while another thread scans the next one, from the state that is
  /// assumed there. Returns false if only this thread made progress: the markup does not repeat, the
  /// state there is another one, or the next stretch contains something irregular or the element of
  /// an array that the path continues in.
  private func scanTwoStretches(_ state: inout XMLScanState, size: Int) throws -> Bool {
    guard let second = repetition(of: state, after: size) else {
      try scanPart(&state, to: byteCount, longest: byteCount)
      return false
    }
    let result = CallResult<XMLScanState>()
    var first = Result<XMLScanState, any Error>.success(state)
    SimultaneousCalls.call {
      first = Result { try scanned(from: state, to: second.base, longest: byteCount) }
    } and: {
      result.value = try? scanned(from: second, to: second.base + size, longest: size)
    }
    state = try first.get()
    guard let end = result.value, let next = state.after(end, scannedFrom: second) else {
      return false
    }
    state = next
    return true
  }

  /// Returns the assumed state where the text repeats the markup before a state, at some distance
  /// at least; nil if it does not repeat soon after.
  private func repetition(of state: XMLScanState, after distance: Int) -> XMLScanState? {
    let length = state.markupLength
    let start = state.base + distance
    guard (1...Self.longestMarkup).contains(length),
      let markup = try? input(at: state.base - length, size: length),
      let window = try? input(at: start, size: Self.windowSize)
    else { return nil }
    return withExtendedLifetime((markup, window)) {
      window.view.firstIndex(of: markup.view, from: 0).map {
        state.repeated(at: start + $0 + length)
      }
    }
  }

  /// Returns the state at the contents of the first scalar at or after an offset.
  private func scanned(
    from state: XMLScanState, to end: Int, longest: Int
  ) throws -> XMLScanState {
    var state = state
    while !state.isFinished, state.base < end {
      try scanPart(&state, to: end, longest: longest)
    }
    return state
  }

  // MARK: Parts

  /// Scans one part of the text, which is enlarged if it truncates contents.
  ///
  /// - Parameters:
  ///   - end: The offset after which the scan ends at the next contents.
  ///   - longest: The maximum size in bytes of an enlarged part.
  private func scanPart(_ state: inout XMLScanState, to end: Int, longest: Int) throws {
    var size = partSize
    while true {
      let part = try input(at: state.base, size: size)
      do {
        state = try scan(part, from: state, to: end)
        return
      } catch {
        // Contents that the part truncates look like an irregularity.
        let isCertain = (error as? WholeInputNeeded)?.isCertain ?? false
        guard !isCertain, part.count < byteCount - state.base, size < longest else { throw error }
        size = min(enlarged(size), longest)
      }
    }
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

  /// Scans a part of the text, at most to the first contents at or after an offset. Returns the
  /// state after it.
  private func scan(
    _ part: SourceBytes, from state: XMLScanState, to end: Int
  ) throws -> XMLScanState {
    var input = FormatInput(bytes: part, text: part)
    if state.next == nil {
      let found = try RecognizedInput(part, options: options)
      guard found.codec is XMLFormat.Type, found.input.encoding.encoding == .utf8 else {
        throw WholeInputNeeded(isCertain: part.count >= Self.longestDeclaration)
      }
      input = found.input
    }
    let isLast = part.count == byteCount - state.base
    let limit = end < byteCount ? end - state.base : .max
    return try withExtendedLifetime(input) {
      try XMLExtraction.scan(
        input, from: state, to: isLast ? limit : min(limit, part.count - part.count / 16),
        options: options)
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
