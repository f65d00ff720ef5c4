// The white space and comments between the pairs of a strings file that was read. They are written
// unchanged as long as the pairs come in the same order.

/// A cursor in the strings file that a document was read from.
struct StringsSource {
  private let storage: DocumentStorage
  /// The offset after the semicolon of the last written pair; nil if it is unknown.
  private var pairEnd: Int?
  private let isFollowed: Bool

  /// - Parameter origin: The origin of the strings file; nil for documents of other formats.
  init(_ storage: DocumentStorage, origin: TextOrigin?) {
    self.storage = storage
    pairEnd = origin?.textStart
    isFollowed = origin != nil
  }

  /// Returns the range before a key if it contains only white space and comments.
  func gap(before key: Int) -> Range<Int>? {
    guard let pairEnd, key < storage.offsets.count else { return nil }
    let start = Int(storage.offsets[key])
    return storage.view.skipTrivia(from: pairEnd) == start ? pairEnd..<start : nil
  }

  /// The range after the last pair if it contains only white space and comments.
  var end: Range<Int>? {
    guard let pairEnd, storage.view.skipTrivia(from: pairEnd) == storage.view.count else {
      return nil
    }
    return pairEnd..<storage.view.count
  }

  /// Moves the cursor past a pair.
  mutating func pass(value: Int) {
    pairEnd = nil
    guard isFollowed, value < storage.offsets.count else { return }
    let view = storage.view
    let end = view.endOfBracketValue(at: Int(storage.offsets[value]))
    let semicolon = view.skipTrivia(from: end)
    if view.byte(orZeroAt: semicolon) == UInt8(ascii: ";") {
      pairEnd = semicolon + 1
    } else if semicolon == view.count {
      pairEnd = end
    }
  }
}
