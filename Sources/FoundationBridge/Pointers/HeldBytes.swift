// Values that Foundation passes as pointers: bytes of an archive at a fixed address, freed with
// their session, and the runs of attributed strings, whose enumeration can be ended.
internal import PropertyLists

/// Bytes in separately allocated memory, which has at least one byte.
@safe
final class HeldBytes {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let count: Int

  init(_ data: Data) {
    count = data.count
    unsafe memory = .allocate(capacity: max(data.count, 1))
    unsafe memory.initialize(repeating: 0)
    _ = unsafe data.copyBytes(to: memory)
  }

  deinit { unsafe memory.deallocate() }

  /// Returns the address and the length of bytes; nil and 0 if there are none.
  static func handOut(_ bytes: HeldBytes?, length: UnsafeMutablePointer<Int>?) -> UnsafePointer<
    UInt8
  >? {
    unsafe length?.pointee = bytes?.count ?? 0
    guard let bytes else { return nil }
    return unsafe UnsafePointer(bytes.memory.baseAddress)
  }
}

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
    unsafe string.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      let named = Dictionary(attributes.map { ($0.key.rawValue, $0.value) }) { $1 }
      lengths += [range.length, number(of: named)]
    }
  }

  /// Returns the index of equal attributes; adds the attributes if there are none.
  private mutating func number(of new: [String: Any]) -> Int {
    let hash = Self.hash(new)
    let known = numbers[hash] ?? []
    // Foundation's hashes are not seeded, so only a few with the same hash are compared.
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
