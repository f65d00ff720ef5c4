// Equality and hashing of `Plist`, with explicit stacks.
internal import OrderedCollections

extension Plist: Hashable {
  /// Returns whether two values are of the same case and have equal contents. Reals and dates are
  /// compared as numbers: NaN is not equal to anything.
  public static func == (left: Plist, right: Plist) -> Bool {
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      guard left.isShallowlyEqual(to: right, &pending) else { return false }
    }
    return true
  }

  private func isShallowlyEqual(to other: Plist, _ pending: inout [(Plist, Plist)]) -> Bool {
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
      pending.append(contentsOf: zip(left, right))
      return true
    case (.dictionary(let left), .dictionary(let right)):
      return Plist.compare(left, right, pending: &pending)
    default: return false
    }
  }

  private static func compare(
    _ left: OrderedDictionary<String, Plist>, _ right: OrderedDictionary<String, Plist>,
    pending: inout [(Plist, Plist)]
  ) -> Bool {
    guard left.count == right.count else { return false }
    for (key, value) in left {
      guard let other = right[key] else { return false }
      pending.append((value, other))
    }
    return true
  }

  /// Hashes the kinds, scalars and sizes of up to 4096 values. For dictionaries, hashes only the
  /// keys, independently of their order.
  public func hash(into hasher: inout Hasher) {
    var pending = [self]
    var remaining = 4096
    while let value = pending.popLast(), remaining > 0 {
      remaining -= 1
      value.hashShallowly(into: &hasher, &pending)
    }
  }

  private func hashShallowly(into hasher: inout Hasher, _ pending: inout [Plist]) {
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
      pending.append(contentsOf: elements)
    case .dictionary(let pairs):
      hasher.combine(pairs.count)
      hasher.combine(pairs.keys.reduce(0) { $0 ^ $1.hashValue })
    }
  }
}
