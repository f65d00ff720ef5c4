// Equality and hashing of value trees, with stacks of their own.
internal import OrderedCollections

extension Plist: Hashable {
  /// Whether two values are of the same case and hold the same. Reals and dates are compared as
  /// numbers: NaN is equal to nothing.
  public static func == (left: Plist, right: Plist) -> Bool {
    var waiting = [(left, right)]
    while let (left, right) = waiting.popLast() {
      guard left.isShallowlyEqual(to: right, &waiting) else { return false }
    }
    return true
  }

  private func isShallowlyEqual(to other: Plist, _ waiting: inout [(Plist, Plist)]) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.real(let left), .real(let right)): return left == right
    case (.date(let left), .date(let right)): return left == right
    case (.data(let left), .data(let right)): return left == right
    case (.string(let left), .string(let right)): return left == right
    case (.uid(let left), .uid(let right)): return left == right
    case (.array(let left), .array(let right)), (.set(let left), .set(let right)):
      guard left.count == right.count else { return false }
      waiting.append(contentsOf: zip(left, right))
      return true
    case (.dictionary(let left), .dictionary(let right)):
      return Plist.compare(left, right, waiting: &waiting)
    default: return false
    }
  }

  private static func compare(
    _ left: OrderedDictionary<String, Plist>, _ right: OrderedDictionary<String, Plist>,
    waiting: inout [(Plist, Plist)]
  ) -> Bool {
    guard left.count == right.count else { return false }
    for (key, value) in left {
      guard let other = right[key] else { return false }
      waiting.append((value, other))
    }
    return true
  }

  /// Hashes scalars and shapes, level by level; of dictionaries the keys in no order.
  public func hash(into hasher: inout Hasher) {
    var waiting = [self]
    var remaining = 4096
    while let value = waiting.popLast(), remaining > 0 {
      remaining -= 1
      value.hashShallowly(into: &hasher, &waiting)
    }
  }

  private func hashShallowly(into hasher: inout Hasher, _ waiting: inout [Plist]) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .uid(let value): hasher.combine(value)
    case .array(let elements), .set(let elements):
      hasher.combine(elements.count)
      waiting.append(contentsOf: elements)
    case .dictionary(let pairs):
      hasher.combine(pairs.count)
      hasher.combine(pairs.keys.reduce(0) { $0 ^ $1.hashValue })
    }
  }
}
