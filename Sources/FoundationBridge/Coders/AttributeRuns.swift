// The runs of attributed strings: Foundation's enumeration hands out a pointer to its end.

/// The attributes of an attributed string, equal ones once, and the runs that have them.
struct AttributeRuns {
  var attributes: [[String: Any]] = []
  /// The length of each run and the number of its attributes.
  var lengths: [Int] = []

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

  private mutating func number(of new: [String: Any]) -> Int {
    if let known = attributes.firstIndex(where: { ($0 as NSDictionary).isEqual(to: new) }) {
      return known
    }
    attributes.append(new)
    return attributes.count - 1
  }
}
