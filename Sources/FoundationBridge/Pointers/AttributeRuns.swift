// The runs of attributed strings: Foundation's enumeration passes a pointer for ending it.
internal import PropertyLists

/// The distinct attributes of an attributed string, and the runs that have them.
struct AttributeRuns {
  var attributes: [[String: Any]] = []
  /// The length of each run and the index of its attributes.
  var lengths: [Int] = []
  /// The indexes of attributes by hash.
  private var numbers: [Int: [Int]] = [:]
  /// The maximum number of attributes with the same hash that a run is compared with.
  private static let mostCompared = 16

  init(_ string: NSAttributedString) {
    let whole = NSRange(location: 0, length: string.length)
    var runs: [([String: Any], Int)] = []
    unsafe string.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      let named = attributes.map { ($0.key.rawValue, $0.value) }
      runs.append((Dictionary(named) { $1 }, range.length))
    }
    for (attributes, length) in runs {
      lengths += [length, number(of: attributes)]
    }
  }

  /// Returns the index of equal attributes; adds the attributes if there are none.
  private mutating func number(of new: [String: Any]) -> Int {
    let hash = Self.hash(new)
    let known = numbers[hash] ?? []
    // The hashes of Foundation's objects are not seeded, so only a few attributes with the same
    // hash are compared.
    for number in known.prefix(Self.mostCompared)
    where (attributes[number] as NSDictionary).isEqual(to: new) { return number }
    attributes.append(new)
    numbers[hash] = known.count < Self.mostCompared ? known + [attributes.count - 1] : known
    return attributes.count - 1
  }

  /// Returns a hash that is the same for equal attributes, regardless of their order.
  private static func hash(_ attributes: [String: Any]) -> Int {
    attributes.reduce(attributes.count) { sum, attribute in
      var hasher = Hasher()
      hasher.combine(ByteKey(attribute.key))
      hasher.combine(FoundationHash.hashable(attribute.value as AnyObject)?.hash)
      return sum ^ hasher.finalize()
    }
  }
}
