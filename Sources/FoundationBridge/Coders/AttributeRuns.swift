// The runs of attributed strings: Foundation's enumeration hands out a pointer to its end.
internal import PropertyLists

/// The attributes of an attributed string, equal ones once, and the runs that have them.
struct AttributeRuns {
  var attributes: [[String: Any]] = []
  /// The length of each run and the number of its attributes.
  var lengths: [Int] = []
  /// The numbers of the attributes that have a hash.
  private var numbers: [Int: [Int]] = [:]
  /// With how many attributes of its hash a run is compared.
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

  /// The number of attributes that are equal to some, which are added unless there are any.
  private mutating func number(of new: [String: Any]) -> Int {
    let hash = Self.hash(new)
    let known = numbers[hash] ?? []
    // Hashes of Foundation's objects have no seed: attributes beyond a few of one hash are not looked for.
    for number in known.prefix(Self.mostCompared)
    where (attributes[number] as NSDictionary).isEqual(to: new) { return number }
    attributes.append(new)
    numbers[hash] = known.count < Self.mostCompared ? known + [attributes.count - 1] : known
    return attributes.count - 1
  }

  /// A hash that is the same for equal attributes, whatever their order.
  private static func hash(_ attributes: [String: Any]) -> Int {
    attributes.reduce(attributes.count) { sum, attribute in
      var hasher = Hasher()
      hasher.combine(ByteKey(attribute.key))
      hasher.combine(FoundationHash.hashable(attribute.value as AnyObject)?.hash)
      return sum ^ hasher.finalize()
    }
  }
}
