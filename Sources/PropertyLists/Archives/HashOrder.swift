// The order of keys in CoreFoundation's dictionaries, which is that of its hash table. Apple's
// archiver writes the keys of an object in this order. The table sizes and the hash are those of
// 64-bit systems.

/// CoreFoundation's hash of a string of UTF-16 code units.
struct CoreFoundationHash {
  /// The length of each of the three parts (first, middle, last) of a longer string that contribute
  /// to the hash.
  private static let part = 32
  private static let longest = 96

  static func hash(_ text: String) -> UInt64 { hash(Array(text.utf16)) }

  static func hash(_ units: [UInt16]) -> UInt64 {
    let count = units.count
    var result = UInt64(count)
    if count <= longest {
      add(units[...], to: &result)
    } else {
      add(units[..<part], to: &result)
      let middle = count / 2 - part / 2
      add(units[middle..<middle + part], to: &result)
      add(units[(count - part)...], to: &result)
    }
    return result &+ (result << UInt64(count & 31))
  }

  private static func add(_ units: ArraySlice<UInt16>, to result: inout UInt64) {
    let wholeGroups = units.startIndex + units.count / 4 * 4
    for start in stride(from: units.startIndex, to: wholeGroups, by: 4) {
      result = result &* 67_503_105
      for (unit, factor) in zip(units[start...], [16_974_593, 66_049, 257, 1] as [UInt64]) {
        result = result &+ UInt64(unit) &* factor
      }
    }
    for unit in units[wholeGroups...] { result = result &* 257 &+ UInt64(unit) }
  }
}

/// A hash table of CoreFoundation that stores the positions of keys instead of the keys.
struct CoreFoundationTable {
  private static let sizes = [
    0, 3, 7, 13, 23, 41, 71, 127, 191, 251, 383, 631, 1087, 1723, 2803, 4523, 7351, 11959, 19447,
    31231, 50683, 81919, 132_607, 214_519, 346_607, 561_109, 907_759,
  ]
  private static let capacities = [
    0, 3, 6, 11, 19, 32, 52, 85, 118, 155, 237, 390, 672, 1065, 1732, 2795, 4543, 7391, 12019,
    19302, 31324, 50629, 81956, 132_580, 214_215, 346_784, 561_026,
  ]

  private var slots: [Int] = []
  private var sizeIndex = 0
  private let hashes: [UInt64]
  /// The number of occupied slots that may still be probed. Ordinary keys probe about one each. The
  /// hash does not have a seed, so an attacker can choose keys that probe thousands.
  private var remainingProbes: Int
  /// The number of occupied slots that may be probed per key.
  private static let probesPerKey = 32

  /// Returns the positions of keys in the order of a table that grew as they were inserted, each
  /// position once. Returns the insertion order if there are more than 561,026 keys, or if keys
  /// collide so often that computing the order of the table would take more than linear time.
  ///
  /// - Parameter probes: A function that receives the number of occupied slots that were probed.
  static func order(of hashes: [UInt64], probes: (Int) -> Void = { _ in }) -> [Int] {
    guard hashes.count <= capacities[capacities.count - 1] else { return Array(hashes.indices) }
    var table = CoreFoundationTable(hashes)
    let allowed = table.remainingProbes
    defer { probes(allowed - table.remainingProbes) }
    for position in hashes.indices {
      table.insert(position)
      if table.remainingProbes < 0 { return Array(hashes.indices) }
    }
    return table.slots.filter { $0 >= 0 }
  }

  private init(_ hashes: [UInt64]) {
    self.hashes = hashes
    remainingProbes = 4096 + Self.probesPerKey * hashes.count
  }

  private mutating func insert(_ position: Int) {
    if position + 1 > Self.capacities[sizeIndex] { grow(toHold: position + 1) }
    put(position)
  }

  private mutating func put(_ position: Int) {
    var slot = Int(hashes[position] % UInt64(slots.count))
    while slots[slot] >= 0 {
      if remainingProbes < 0 { return }
      remainingProbes -= 1
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    slots[slot] = position
  }

  private mutating func grow(toHold count: Int) {
    while Self.capacities[sizeIndex] < count { sizeIndex += 1 }
    let old = slots
    slots = Array(repeating: -1, count: Self.sizes[sizeIndex])
    for position in old where position >= 0 { put(position) }
  }
}
