// The order of keys in the dictionaries of CoreFoundation, which is that of its hash table: Apple's
// archiver writes the keys of an object in it. Sizes and hash are those of 64-bit systems.

/// The hash of a text of UTF-16 code units, as CoreFoundation has it.
struct CoreFoundationHash {
  /// Of longer texts only the first, the middle and the last part count, each this long.
  private static let part = 32
  private static let longest = 96

  /// The hash of a text.
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

/// A hash table of CoreFoundation, with the places of keys instead of keys.
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
  /// How many taken slots may still be passed. Ordinary keys pass about one each time; the hash has no
  /// seed, so that keys can be chosen that pass thousands.
  private var remainingProbes: Int
  /// The slots that were passed and are allowed for each key.
  private static let probesPerKey = 32

  /// The places of keys in the order of a table that grew while they came, each once. The order in which
  /// they came, above 561,026 keys, and where the keys meet each other in the table so often that
  /// its order would take more than linear time.
  ///
  /// - Parameter probes: Is given the number of taken slots that were passed.
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
