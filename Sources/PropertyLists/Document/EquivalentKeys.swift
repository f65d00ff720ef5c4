// Checks the keys of a file that become `String` keys of a Swift `Dictionary`. Two keys
// that differ in bytes can be equal as `String`s, and hashing a key with a long run of combining
// marks takes quadratic time. Both are errors and are detected before a key is hashed. ASCII keys,
// which are by far the most common, need no check.

/// The limit on consecutive combining marks in a string that is hashed or compared as a `String`.
package enum CombiningMarks {
  /// The maximum number of consecutive marks. Unicode's stream-safe format allows 30; ordinary text
  /// has up to 5.
  package static let limit = 128

  /// Returns whether a string has more consecutive marks than the limit. Takes linear time.
  package static func exceedLimit(in text: String) -> Bool {
    // A mark takes at least two bytes.
    guard text.utf8.count > 2 * limit else { return false }
    var run = 0
    for scalar in text.unicodeScalars {
      run = scalar.isReorderedMark ? run + 1 : 0
      if run > limit { return true }
    }
    return false
  }
}

/// The reason why some strings cannot be the keys of one Swift `Dictionary`.
package enum KeyFault {
  /// A key has more consecutive combining marks than the limit.
  case combiningMarks(String)
  /// Two keys differ in bytes but are equal as `String`s.
  case equivalence(String)
  /// Two keys are the same text, which is possible in Foundation's dictionaries.
  case repetition(String)

  /// Returns the first fault among keys that differ in their bytes; nil if there is none. Takes
  /// time linear in the keys.
  package static func first(in keys: [String]) -> KeyFault? {
    var mayBeEquivalent = false
    for key in keys where !key.utf8.allSatisfy({ $0 < 0x80 }) {
      if CombiningMarks.exceedLimit(in: key) { return .combiningMarks(key) }
      mayBeEquivalent = mayBeEquivalent || !key.unicodeScalars.allSatisfy(\.isPlainlyNormalized)
    }
    guard mayBeEquivalent else { return nil }
    var known = KnownTexts(capacity: keys.count)
    return keys.first { known.insert($0) == .equivalent }.map { .equivalence($0) }
  }

  /// Returns the first fault among strings that may include duplicates.
  package static func first(inAny texts: [String]) -> KeyFault? {
    var seen = Set<ByteKey>(minimumCapacity: texts.count)
    return first(in: texts.filter { seen.insert(ByteKey($0)).inserted })
  }

  /// Returns the first fault among strings that are sorted by their bytes; duplicates are faults.
  package static func first(inSorted texts: [String]) -> KeyFault? {
    let repeated = zip(texts, texts.dropFirst()).first { $0.hasSameBytes(as: $1) }
    return repeated.map { .repetition($0.0) } ?? first(in: texts)
  }

  package var code: PlistError.Code {
    if case .combiningMarks = self { .combiningLimit } else { .equivalentKeys }
  }

  package var message: String {
    switch self {
    case .combiningMarks(let key):
      "a key or member has more than \(CombiningMarks.limit) combining marks in a row, too many to compare as text: \(PlistError.quoted(key))"
    case .equivalence(let key):
      "two keys or members differ in bytes but are equal as text: \(PlistError.quoted(key))"
    case .repetition(let key): "two keys or members have the same text: \(PlistError.quoted(key))"
    }
  }
}

/// A set of strings that may be equal although their bytes differ. Each string is hashed once and
/// compared only with strings that have the same hash. Hashing and comparing both normalize the
/// string, which takes most of the time if there are many marks; a hash table of the standard
/// library would also compare a string with its neighbors.
package struct KnownTexts {
  /// The first string with each hash. The hash is seeded.
  private var texts: [Int: String]
  /// The remaining strings, which are few.
  private var others: [Int: [String]] = [:]

  /// The relation of a string to the strings that were inserted before.
  package enum TextRelation { case new, same, equivalent }

  package init(capacity: Int) { texts = Dictionary(minimumCapacity: capacity) }

  /// Inserts a string that does not have more consecutive combining marks than the limit.
  package mutating func insert(_ text: String) -> TextRelation {
    let hash = text.hashValue
    guard let first = texts[hash] else {
      texts[hash] = text
      return .new
    }
    let known = [first] + (others[hash] ?? [])
    if known.contains(where: { $0.hasSameBytes(as: text) }) { return .same }
    if known.contains(text) { return .equivalent }
    others[hash, default: []].append(text)
    return .new
  }
}

extension Unicode.Scalar {
  /// Whether this is a combining mark that canonical normalization may reorder.
  package var isReorderedMark: Bool {
    // The first mark is U+0300.
    value >= 0x300 && properties.canonicalCombiningClass != .notReordered
  }

  /// Whether the scalar is normalized wherever it appears: it is not a mark, does not compose with
  /// the preceding scalar, and does not have another canonical form. False for some scalars that
  /// are normalized.
  fileprivate var isPlainlyNormalized: Bool {
    switch value {
    case 0..<0x300, 0x388..<0x483, 0x48A..<0x591: true  // Latin, Greek, Cyrillic, Armenian
    case 0x2002..<0x20D0, 0xFE00..<0xFE10: true  // punctuation, variation selectors
    case 0x3041..<0x3099, 0x309B..<0x3100: true  // Kana
    case 0x3400..<0xA640, 0xAC00..<0xD7A4: true  // Han, Yi, Hangul syllables
    case 0x1F000..<0x1FB00: true  // emoji
    default: false
    }
  }
}

extension Node {
  /// Whether the node is an ASCII string that is stored without escapes.
  var isASCIIText: Bool { head & 0xFFFF == UInt64(PlistKind.string.rawValue) }

  /// Returns whether a string with different bytes may be equal to this one as a `String`.
  func mayBeEquivalent(in source: NodeSource) -> Bool {
    guard !isASCIIText else { return false }
    return !text(in: source).unicodeScalars.allSatisfy(\.isPlainlyNormalized)
  }

  /// Returns whether the text has more consecutive combining marks than a `String` key may have.
  @inline(__always)
  func exceedsCombiningMarks(in source: NodeSource) -> Bool {
    // The number of 2-byte code units is at least the number of marks.
    guard !isASCIIText, count > CombiningMarks.limit else { return false }
    return CombiningMarks.exceedLimit(in: text(in: source))
  }
}

extension DocumentStorage {
  /// Returns the reason why the keys of a dictionary cannot be the keys of a Swift `Dictionary`:
  /// one has more consecutive combining marks than the limit, or two differ in bytes but are equal
  /// as `String`s. Returns nil if they can. Takes time linear in the keys.
  func keyFault(ofDictionary index: Int) -> PlistError? {
    let node = nodes[index]
    var mayBeEquivalent = false
    for position in 0..<node.count {
      let key = nodes[key(position, of: node)]
      if key.isASCIIText { continue }
      if key.exceedsCombiningMarks(in: source) {
        return combiningLimit(of: key, ofDictionary: index)
      }
      mayBeEquivalent = mayBeEquivalent || key.mayBeEquivalent(in: source)
    }
    return mayBeEquivalent ? equivalence(inDictionary: index) : nil
  }

  /// Compares the keys of a dictionary as `String`s.
  private func equivalence(inDictionary index: Int) -> PlistError? {
    let node = nodes[index]
    var seen = Set<String>(minimumCapacity: node.count)
    for position in 0..<node.count {
      let text = nodes[key(position, of: node)].text(in: source)
      if !seen.insert(text).inserted { return equivalentKeys(text, ofDictionary: index) }
    }
    return nil
  }

  /// Returns the error for the first of some keys that is reachable from the root; nil if none is.
  func combiningLimit(amongKeys keys: Set<Int>) -> PlistError? {
    guard let first = located(keys).first else { return nil }
    let key = nodes[first.node].text(in: source)
    return PlistError(
      .combiningLimit, message: KeyFault.combiningMarks(key).message, path: first.path)
  }

  func equivalentKeys(_ key: String, ofDictionary index: Int) -> PlistError {
    PlistError(
      .equivalentKeys, message: KeyFault.equivalence(key).message, position: position(of: index))
  }

  func combiningLimit(of key: Node, ofDictionary index: Int) -> PlistError {
    PlistError(
      .combiningLimit, message: KeyFault.combiningMarks(key.text(in: source)).message,
      position: position(of: index))
  }
}
