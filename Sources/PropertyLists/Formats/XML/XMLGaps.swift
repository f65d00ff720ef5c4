// Predicts the bytes between two values. In a file with many similar dictionaries, the white space,
// the key and the opening tag between two values are usually the same bytes as the last time, and so
// are the white space and the opening tag between two elements of an array. Comparing them takes
// less time than reading them.

/// The bytes that were read between two values the last time.
struct XMLGaps: ~Copyable {
  /// White space, a key in a dictionary, and an opening tag.
  struct XMLGap: BitwiseCopyable {
    var start: UInt32 = 0
    /// The number of bytes, or 0 if the gap is unknown.
    var length: UInt16 = 0
    var tagLength: UInt8 = 0
    var element: UInt8 = 0
  }

  /// The gaps before the elements of arrays, by the depth of the array, and those that end with the
  /// value of a key, by the number of the key.
  private var gaps = LinearBuffer<XMLGap>(minimumCapacity: 2 * depthCount)
  /// The offset of the gap that is being read; −1 if there is none.
  fileprivate private(set) var start = -1
  /// The number of the key in that gap; −1 before the key.
  fileprivate private(set) var key = -1

  /// Longer gaps are not compared.
  private static let longestGap = 256
  /// The number of depths that are distinguished, a power of two.
  private static let depthCount = 8

  init() { gaps.append(repeating: XMLGap(), count: Self.depthCount) }

  /// Returns the gap of a key.
  @inline(__always)
  fileprivate func gap(ofKey key: Int) -> XMLGap? {
    let index = key &+ Self.depthCount
    return index < gaps.count ? gaps[index] : nil
  }

  /// Returns the gap before an element of an array.
  @inline(__always)
  fileprivate func gap(atDepth depth: Int) -> XMLGap { gaps[depth & (Self.depthCount - 1)] }

  /// Stores the gap before an element of an array.
  @inline(__always)
  fileprivate mutating func store(_ tag: XMLTag, from start: Int, depth: Int) {
    gaps[depth & (Self.depthCount - 1)] = gap(tag, from: start)
  }

  /// Returns the gap that ends with a tag. Its length is 0 if it cannot be predicted.
  @inline(__always)
  private func gap(_ tag: XMLTag, from start: Int) -> XMLGap {
    let length = tag.end &- start
    return XMLGap(
      start: UInt32(truncatingIfNeeded: start),
      length: tag.isClosing || length > Self.longestGap ? 0 : UInt16(truncatingIfNeeded: length),
      tagLength: UInt8(truncatingIfNeeded: tag.length), element: tag.element.rawValue)
  }

  /// Forgets the gap that is being read, because it contains something else.
  @inline(__always)
  mutating func forgetKey() { key = -1 }

  /// Begins a gap, which does not contain an earlier key.
  @inline(__always)
  fileprivate mutating func begin(at start: Int) { (self.start, key) = (start, -1) }

  /// Records the key in the gap.
  @inline(__always)
  mutating func meet(_ key: Int) { self.key = key }

  /// Stores the gap that ends with a tag.
  @inline(never)
  fileprivate mutating func store(_ tag: XMLTag) {
    let index = key + Self.depthCount
    if index >= gaps.count { gaps.append(repeating: XMLGap(), count: index + 1 - gaps.count) }
    gaps[index] = gap(tag, from: start)
    forgetKey()
  }
}

extension XMLReader {
  /// Reads the next key of a dictionary and the opening tag of its value, or the opening tag of the
  /// next element of an array, if they are the expected bytes. Returns the tag.
  @inline(__always)
  mutating func readPredictedTag() -> XMLTag? {
    guard table.isInDictionary else { return readPredicted(gaps.gap(atDepth: table.depth)) }
    guard table.expectsKey, let number = table.keys.expected, let gap = gaps.gap(ofKey: number),
      let tag = readPredicted(gap)
    else { return nil }
    table.appendExpectedKey(number)
    return tag
  }

  @inline(__always)
  private mutating func readPredicted(_ gap: XMLGaps.XMLGap) -> XMLTag? {
    let length = Int(gap.length)
    guard length > 0, position &+ length <= view.count,
      view.isEqual(at: position, count: length, to: view, at: Int(gap.start)),
      let element = XMLElement(rawValue: gap.element)
    else { return nil }
    position &+= length
    return XMLTag(element: element, length: Int(gap.tagLength), end: position)
  }

  /// Records a plain tag: the beginning of a gap, or its end. A key that occurs for the first time
  /// may be the only one, and has no gap.
  @inline(__always)
  mutating func noteGap(before tag: XMLTag, from start: Int) {
    if tag.element == .key {
      gaps.begin(at: start)
    } else if gaps.key >= 0 {
      gaps.store(tag)
    } else if !table.isInDictionary {
      gaps.store(tag, from: start, depth: table.depth)
    }
  }
}
