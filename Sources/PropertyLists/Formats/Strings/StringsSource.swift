// What stands between the pairs of a strings file that was read: white space and comments, which are
// written as they were while the pairs come in the same order.

/// A place that moves through the strings file that a document was read from.
struct StringsSource {
  private let storage: DocumentStorage
  /// The byte after the semicolon of the pair that was written last; nil where it is not known.
  private var pairEnd: Int?
  private let isFollowed: Bool

  /// - Parameter origin: The file; nil for documents of other formats.
  init(_ storage: DocumentStorage, origin: TextOrigin?) {
    self.storage = storage
    pairEnd = origin?.textStart
    isFollowed = origin != nil
  }

  /// What stands before a key, when it is white space and comments alone.
  func gap(before key: Int) -> Range<Int>? {
    guard let pairEnd, key < storage.offsets.count else { return nil }
    let start = Int(storage.offsets[key])
    return storage.view.skipTrivia(from: pairEnd) == start ? pairEnd..<start : nil
  }

  /// What stands behind the last pair, when it is white space and comments alone.
  var end: Range<Int>? {
    guard let pairEnd, storage.view.skipTrivia(from: pairEnd) == storage.view.count else {
      return nil
    }
    return pairEnd..<storage.view.count
  }

  /// Moves behind a pair.
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
