// Objects that Foundation will hash. Its hashes are not seeded; those of text depend on 96
// characters, and those of sets on the count, so a file can contain any number of equal hashes. The
// cost of all work that a few bytes of a file can cause in Foundation is computed in advance.
// Foundation orders each run of combining marks by comparing them pairwise.
internal import PropertyLists

/// The keys of a dictionary, or the members of a set.
struct HashedObjects {
  private(set) var objects: [NSObject] = []
  /// The cost of comparing each object with another, in parts; for text, see `parts(of:)`.
  private var weights: [Int] = []
  /// The largest number of objects with the same hash, all of which a search may compare.
  private(set) var longestSearch = 1
  /// The largest number of parts of an object that shares its hash with another.
  private(set) var heaviestPart = 0
  /// The number of parts of all collections: a hash table compares some of its objects even if
  /// their hashes differ, and a set of sets is hashed completely once for each level of nesting.
  private var collectionParts = 0
  /// Whether there is non-ASCII text, which may be equal to text with different bytes.
  private var hasOtherText = false

  init(capacity: Int) {
    objects.reserveCapacity(capacity)
    weights.reserveCapacity(capacity)
  }

  /// Adds an object, with the number of values in it, including itself.
  mutating func append(_ object: NSObject, weight: Int) {
    objects.append(object)
    weights.append(weight)
    if let text = object as? NSString {
      if !hasOtherText { hasOtherText = text.length != (text as String).utf8.count }
    } else if weight > 1 {
      collectionParts = min(collectionParts + weight, 1 << 40)
    }
  }

  /// Charges the budget for the comparisons that Foundation needs to distinguish the objects.
  /// Returns a string that equals another one with different bytes, so that Foundation may keep
  /// both; nil if there is none.
  mutating func check<Failure: Error>(paying pay: (ObjectStep, Int) throws(Failure) -> Void)
    throws(Failure) -> String?
  {
    if objects.count < 2 { return nil }
    if collectionParts > 0 { try pay(.comparedPart, collectionParts) }
    let hashes = objects.map(\.hash).sorted()
    if zip(hashes, hashes.dropFirst()).contains(where: ==) {
      var groups: [Int: Collisions] = [:]
      for (object, weight) in zip(objects, weights) {
        let text = (object as? NSString).map { $0 as String }
        let parts = text.map(Self.parts) ?? weight
        let earlier = groups[object.hash, default: Collisions()].add(
          object, text: text, parts: parts)
        longestSearch = max(longestSearch, earlier.count + 1)
        heaviestPart = max(heaviestPart, earlier.parts)
        try pay(.comparison, earlier.count)
        try pay(.comparedPart, saturatingProduct(earlier.count, earlier.parts))
      }
    }
    guard hasOtherText else { return nil }
    // Strings that are equal in Swift have the same normal form, regardless of their bytes.
    var known = KnownTexts(capacity: objects.count)
    for object in objects {
      guard let text = (object as? NSString).map({ $0 as String }) else { continue }
      try pay(.markPair, CombiningMarks.pairs(in: text))
      if known.insert(text) == .equivalent { return text }
    }
    return nil
  }

  /// The objects with the same hash.
  private struct Collisions {
    var texts: Set<ByteKey> = []
    var others: Set<ObjectIdentifier> = []
    /// The largest number of parts of any of these objects.
    var parts = 0

    var count: Int { texts.count + others.count }

    /// Adds an object; returns the number of its comparisons, and the parts of each comparison.
    mutating func add(_ object: NSObject, text: String?, parts: Int) -> (count: Int, parts: Int) {
      let earlier = count
      let isNew =
        if let text { texts.insert(ByteKey(text)).inserted } else {
          others.insert(ObjectIdentifier(object)).inserted
        }
      self.parts = max(self.parts, parts)
      // On average, an object that is already present is found after comparing half of the others.
      return (isNew ? earlier : min(earlier, count), min(self.parts, max(parts, 1)))
    }
  }

  /// The cost of comparing a string.
  private static func parts(of text: String) -> Int {
    1 + text.utf8.count / 64 + CombiningMarks.pairs(in: text)
  }
}

/// Returns the product of two non-negative numbers, at most 2 to the power of 40.
func saturatingProduct(_ left: Int, _ right: Int) -> Int {
  let (product, overflow) = left.multipliedReportingOverflow(by: right)
  return overflow ? 1 << 40 : min(product, 1 << 40)
}

extension CombiningMarks {
  /// Returns the number of pairs of marks in a string's runs, at most 1 << 40. Takes linear time.
  static func pairs(in text: String) -> Int {
    if text.utf8.count < 8 { return 0 }
    var (pairs, run) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar.isReorderedMark {
        pairs = min(pairs + run, 1 << 40)
        run += 1
      } else {
        run = 0
      }
    }
    return pairs
  }
}

/// A step of Foundation that a file can cause many times.
package enum ObjectStep: Hashable, Sendable {
  /// Adding an object to a counted set again: no call takes a count.
  case repetition
  /// Comparing two objects with the same hash.
  case comparison
  /// Comparing a part of two objects with the same hash: 64 bytes of text, or one member.
  case comparedPart
  /// Ordering two combining marks of a string, which normalization requires for each pair in a run.
  case markPair
  /// Converting a value of a collection to a Swift value.
  case conversion
  /// Creating a byte of the bitmap of a character set.
  case bitmapByte
  /// Compiling a byte of a regular expression.
  case patternByte
  /// Computing a character class that a regular expression refers to by property, as in `\p{L}`.
  case characterClass

  /// The cost in bytes; a small value costs 16.
  var cost: Int {
    switch self {
    case .bitmapByte: 1
    case .comparedPart, .markPair: 16
    case .repetition, .conversion: 64
    case .comparison: 256
    case .patternByte: 256
    case .characterClass: 32 << 10
    }
  }

  /// Returns the cost of a number of steps, in visits of the session's budget.
  func visits(_ count: Int) -> Int { (min(max(0, count), 1 << 40) * cost + 15) / 16 }
}
