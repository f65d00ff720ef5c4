// Keys of a file that become keys of a dictionary of Swift's, which are `String`s: two that differ in
// bytes may be equal there, and one with a long run of combining marks takes quadratic time to hash. Both
// are errors, found before anything is hashed. Keys of ASCII, which are nearly all, cost nothing.

/// The combining marks that may follow each other in a text that is hashed or compared as a `String`.
package enum CombiningMarks {
  /// How many may follow each other. Unicode's stream-safe format has 30; ordinary text has up to 5.
  package static let limit = 128

  /// Whether more of them follow each other in a text than the limit. Linear.
  package static func exceedLimit(in text: String) -> Bool {
    // A mark has two bytes or more.
    guard text.utf8.count > 2 * limit else { return false }
    var run = 0
    for scalar in text.unicodeScalars {
      run = scalar.isReorderedMark ? run + 1 : 0
      if run > limit { return true }
    }
    return false
  }
}

/// Why some texts cannot be the keys of one dictionary of Swift's.
package enum KeyFault {
  /// A key has more combining marks in a row than the limit.
  case combiningMarks(String)
  /// Two keys differ in bytes but are equal as `String`s.
  case equivalence(String)
  /// Two keys are the same text, as those of Foundation's dictionaries can be.
  case repetition(String)

  /// The first fault among keys that differ in their bytes; nil where there is none. Linear in the keys.
  package static func first(in keys: [String]) -> KeyFault? {
    var mayBeEquivalent = false
    for key in keys where !key.utf8.allSatisfy({ $0 < 0x80 }) {
      if CombiningMarks.exceedLimit(in: key) { return .combiningMarks(key) }
      mayBeEquivalent =
        mayBeEquivalent || !key.unicodeScalars.allSatisfy(\.isPlainlyNormalized)
    }
    guard mayBeEquivalent else { return nil }
    var known = KnownTexts(capacity: keys.count)
    return keys.first { known.insert($0) == .equivalent }.map { .equivalence($0) }
  }

  /// The first fault among texts of which some may be the same.
  package static func first(inAny texts: [String]) -> KeyFault? {
    var seen = Set<ByteKey>(minimumCapacity: texts.count)
    return first(in: texts.filter { seen.insert(ByteKey($0)).inserted })
  }

  /// The first fault among texts that are sorted by their bytes, none of which may be there twice.
  package static func first(inSorted texts: [String]) -> KeyFault? {
    let repeated = zip(texts, texts.dropFirst()).first { $0.hasSameBytes(as: $1) }
    return repeated.map { .repetition($0.0) } ?? first(in: texts)
  }

  /// The code of the error.
  package var code: PlistError.Code {
    if case .combiningMarks = self { .combiningLimit } else { .equivalentKeys }
  }

  /// The sentence for people.
  package var message: String {
    switch self {
    case .combiningMarks(let key):
      "a key or member has more than \(CombiningMarks.limit) combining marks in a row, which take too long to compare as text: \(PlistError.quoted(key))"
    case .equivalence(let key):
      "two keys or members differ in bytes but are equal as text: \(PlistError.quoted(key))"
    case .repetition(let key): "two keys or members are the same text: \(PlistError.quoted(key))"
    }
  }
}

/// Texts of which some may be equal though their bytes differ. Each is hashed once and compared only with those
/// of the same hash: both bring a text to its normal form, which takes most of the time where there are many
/// marks, and a table of the standard library compares neighbors too.
package struct KnownTexts {
  /// The first text of each hash, which has a seed.
  private var texts: [Int: String]
  /// The others, which are few.
  private var others: [Int: [String]] = [:]

  /// What a text is to those that were inserted before.
  package enum TextRelation { case new, same, equivalent }

  package init(capacity: Int) { texts = Dictionary(minimumCapacity: capacity) }

  /// Inserts a text that has no more combining marks in a row than the limit.
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
  /// Whether this is a combining mark that the canonical form of a text may move.
  package var isReorderedMark: Bool {
    // The first mark is U+0300.
    value >= 0x300 && properties.canonicalCombiningClass != .notReordered
  }

  /// Whether the scalar is in canonical form wherever it stands: not a mark, nothing that is composed with
  /// what precedes it, and nothing that has another form. False for some scalars that are.
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
  /// Whether the node is a string of ASCII whose bytes are in the text as they are.
  @inline(__always)
  var isASCIIText: Bool { head & 0xFFFF == UInt64(PlistKind.string.rawValue) }

  /// Whether a text that differs in bytes may be equal to this one as a `String`.
  func mayBeEquivalent(in source: NodeSource) -> Bool {
    guard !isASCIIText else { return false }
    return !text(in: source).unicodeScalars.allSatisfy(\.isPlainlyNormalized)
  }

  /// Whether the text has a longer run of combining marks than a key of a `String` may have.
  @inline(__always)
  func exceedsCombiningMarks(in source: NodeSource) -> Bool {
    // Code units of two bytes are at least as many as marks.
    guard !isASCIIText, count > CombiningMarks.limit else { return false }
    return CombiningMarks.exceedLimit(in: text(in: source))
  }
}

extension DocumentStorage {
  /// Why the keys of a dictionary cannot be those of a dictionary of Swift's: one has more combining marks
  /// in a row than the limit, or two differ in bytes but are equal as `String`s. Nil where they can.
  /// Linear in the keys.
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

  /// The error for the first of some keys that the root reaches; nil where it reaches none.
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
