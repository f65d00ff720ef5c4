// Objects that Foundation is to hash, as keys of a dictionary or members of a set. The hashes of its
// classes have no seed, and those of texts look at 96 characters, those of sets at the count alone: a file
// can choose as many objects with one hash as it likes. How many comparisons that costs is counted
// before Foundation does them.
internal import PropertyLists

/// Keys of a dictionary, or members of a set.
struct HashedObjects {
  private(set) var objects: [NSObject] = []
  /// What comparing each with another costs, in parts; of texts, see `parts(of:)`.
  private var weights: [Int] = []
  /// The most objects that have one hash: as many comparisons it may take to find one of them.
  private(set) var longestSearch = 1
  /// The largest number of parts of an object whose hash another one has.
  private(set) var heaviestPart = 0
  /// The parts of all collections: a table compares some of its objects though their hashes differ, and
  /// sets of sets are hashed down to the last for each level of them.
  private var collectionParts = 0
  /// Whether there is text that is not ASCII, and may be equal to a text of other bytes.
  private var hasOtherText = false

  init(capacity: Int) {
    objects.reserveCapacity(capacity)
    weights.reserveCapacity(capacity)
  }

  /// Adds an object.
  ///
  /// - Parameter weight: How many values there are in it, itself included.
  mutating func append(_ object: NSObject, weight: Int) {
    objects.append(object)
    weights.append(weight)
    if let text = object as? NSString {
      if !hasOtherText { hasOtherText = !Self.isASCII(text) }
    } else if weight > 1 {
      collectionParts = min(collectionParts + weight, 1 << 40)
    }
  }

  private static func isASCII(_ text: NSString) -> Bool {
    text.length == (text as String).utf8.count
  }

  /// Pays for the comparisons that Foundation needs to tell the objects apart.
  ///
  /// - Returns: A text that is equal to another one with other bytes: Foundation would keep both or one
  ///   of them, as chance has it. Nil where there is none.
  mutating func check<Failure: Error>(
    paying pay: (ObjectStep, Int) throws(Failure) -> Void
  ) throws(Failure) -> String? {
    if objects.count < 2 { return nil }
    if collectionParts > 0 { try pay(.comparedPart, collectionParts) }
    let hashes = objects.map(\.hash).sorted()
    if zip(hashes, hashes.dropFirst()).contains(where: ==) { try payForCollisions(pay) }
    return hasOtherText ? try equivalentText(pay) : nil
  }

  // MARK: Equal hashes

  /// The objects of one hash.
  fileprivate struct Collisions {
    var texts: Set<ByteKey> = []
    var others: Set<ObjectIdentifier> = []
    /// The largest number of parts of one of them.
    var parts = 0

    var count: Int { texts.count + others.count }
  }

  @inline(never)
  private mutating func payForCollisions<Failure: Error>(
    _ pay: (ObjectStep, Int) throws(Failure) -> Void
  ) throws(Failure) {
    var groups: [Int: Collisions] = [:]
    for (object, weight) in zip(objects, weights) {
      let text = (object as? NSString).map { $0 as String }
      let parts = text.map(Self.parts) ?? weight
      let earlier = groups[object.hash, default: Collisions()].add(object, text: text, parts: parts)
      longestSearch = max(longestSearch, earlier.count + 1)
      heaviestPart = max(heaviestPart, earlier.parts)
      try pay(.comparison, earlier.count)
      try pay(.comparedPart, saturatingProduct(earlier.count, earlier.parts))
    }
  }

  /// What comparing a text costs.
  private static func parts(of text: String) -> Int {
    1 + text.utf8.count / 64 + CombiningMarks.pairs(in: text)
  }

  // MARK: Equal texts

  /// Texts that are equal in Swift have the same normal form, whatever their bytes.
  @inline(never)
  private func equivalentText<Failure: Error>(
    _ pay: (ObjectStep, Int) throws(Failure) -> Void
  ) throws(Failure) -> String? {
    var known = KnownTexts(capacity: objects.count)
    for object in objects {
      guard let text = (object as? NSString).map({ $0 as String }) else { continue }
      try pay(.markPair, CombiningMarks.pairs(in: text))
      if known.insert(text) == .equivalent { return text }
    }
    return nil
  }
}

extension HashedObjects.Collisions {
  /// Adds an object; how many others it is compared with, and how many parts that takes for each.
  fileprivate mutating func add(_ object: NSObject, text: String?, parts: Int) -> (
    count: Int, parts: Int
  ) {
    let earlier = count
    let isNew =
      if let text { texts.insert(ByteKey(text)).inserted } else {
        others.insert(ObjectIdentifier(object)).inserted
      }
    self.parts = max(self.parts, parts)
    // An object that is there already is found after half of the others, as chance has it.
    return (isNew ? earlier : min(earlier, count), min(self.parts, max(parts, 1)))
  }
}

/// A product of two numbers that are not negative, at most 2 to the power of 40.
func saturatingProduct(_ left: Int, _ right: Int) -> Int {
  let (product, overflow) = left.multipliedReportingOverflow(by: right)
  return overflow ? 1 << 40 : min(product, 1 << 40)
}
