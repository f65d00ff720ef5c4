// The parts of an unarchiving session, each with one job: the instances of slots, the types that were
// asked for, the values that keep their identity, and the links that wait for their targets.
internal import PropertyLists

/// The instances of an archive by their slots, and which are being made.
struct ObjectTable {
  /// What happens in a slot.
  enum ObjectProgress: UInt8 {
    case none, waiting, making
  }

  /// Why an object could not be made as one of a type.
  struct Failure {
    var type: DecodedType
    var error: any Error
  }

  /// The instance of each slot that has one. Parents come before their children, so that the array
  /// frees them first and no chain is freed by recursion.
  var instances: [AnyObject?]
  var marks: [ObjectProgress]
  /// Why slots could not be made before they were asked for.
  var failures: [Int: Failure] = [:]
  /// How many instances are being made at once, one for the sake of another.
  var depth = 0

  init(count: Int) {
    instances = Array(repeating: nil, count: count)
    marks = Array(repeating: .none, count: count)
  }
}

/// What a session knows of the types that were asked for; of requests of other modules, by their
/// identity.
struct DecodedTypeTable {
  private var types: [ObjectIdentifier: DecodedType] = [:]
  /// The type that was asked for last: mostly the next one too.
  private(set) var last = DecodedType(Never.self) { _, _ in }

  subscript(identity: ObjectIdentifier) -> DecodedType? {
    get { types[identity] }
    set { types[identity] = newValue }
  }

  @inline(__always)
  mutating func type<T: Decodable>(_ type: T.Type) -> DecodedType {
    if last.type == type { return last }
    last = knownType(type)
    return last
  }

  private mutating func knownType<T: Decodable>(_ type: T.Type) -> DecodedType {
    if let known = types[ObjectIdentifier(type)] { return known }
    let new = DecodedType(type) { session, slot in
      _ = try session.object(
        type, known: session.type(type), slot: slot, at: session.position(ofSlot: slot))
    }
    types[ObjectIdentifier(type)] = new
    return new
  }
}

/// What keeps its identity without being an instance of a type that was asked for, and what many objects
/// may share.
struct ValueTable {
  /// Text and bytes that keep their identity, by their slots.
  var texts: [Int: ArchivedText] = [:]
  var bytes: [Int: ArchivedData] = [:]
  /// The URLs in slots, and how many each is relative to.
  var urls: [Int: UnarchivingSession.RelativeURL] = [:]
  /// The URLs of long texts that are not relative, by the node of the text.
  var longURLs: [Int: UnarchivingSession.RelativeURL] = [:]
  /// All objects as unknown ones, once one is asked for, and by their slots those that were.
  var graph: ObjectGraph? {
    didSet { unknownObjects = Array(repeating: nil, count: graph?.count ?? 0) }
  }
  var unknownObjects: [UnknownObject?] = []
  /// The classes by their class record, and the lists of class names by their node: classes may
  /// share one.
  var classes: [Int: ArchivedClass] = [:]
  var classLists: [Int: [String]] = [:]
}

/// What is left to be done when everything was made.
struct LinkTable {
  /// A link and its target.
  struct PendingLink {
    var slot: Int
    var type: DecodedType
    var fits: (AnyObject) -> Bool
    var fill: (AnyObject) throws -> Void
  }

  /// Links that wait for their targets.
  var pending: [PendingLink] = []
  /// Instances that are told when everything is complete.
  var observers: [any UnarchivingObserver] = []
}

/// The values that are being decoded, the innermost last, and what more may cost.
struct DecodingStack {
  var entries: [UnarchivingSession.UnarchivingEntry] = []
  /// The type of the key of the value that is about to be decoded.
  var pendingKey: (any CodingKey.Type)?
  var paths = CodingPathMemory()
  /// The highest entry that `paths` keeps something of, or −1.
  var highestRemembered = -1
  /// The serial number of the newest entry.
  var serial: UInt32 = 0
  /// What the values that are made may still cost.
  var budget = ExpansionBudget(allowance: 0, sourceBytes: 0)
  /// What looking for objects that can be made ahead may still cost.
  var aheadBudget = ExpansionBudget(allowance: 0, sourceBytes: 0)
  /// How many looks that and learning what types ask for have taken.
  var looksAhead = 0

  /// The keys that lead to the value of an entry, and one key further: the caller's own, those of the
  /// archive where the caller has given none. The key at the top of the archive is left out.
  mutating func codingPath(
    _ entry: Int, appending key: (any CodingKey)?
  ) -> [any CodingKey] {
    // The path of an entry is kept under the number that follows it; 0 is the archive.
    let entries = entries
    let path = paths.path(to: entry + 1, appending: key) { number, kept in
      let (entry, parent) = (entries[number - 1], entries[number - 1].parent)
      if parent < 0 || entry.position.isSame(as: entries[parent].position) {
        return (parent + 1, nil)
      }
      return (parent + 1, kept ?? entry.position.codingKey(entry.key))
    }
    highestRemembered = paths.highestEntry
    return path
  }
}

extension UnarchivingSession.UnarchivingPosition {
  /// The key of the place, of the caller's type where there is one.
  func codingKey(_ type: (any CodingKey.Type)?) -> any CodingKey {
    guard let text = key else { return PlistIndexKey(index) }
    return type?.init(stringValue: text) ?? PlistCodingKey(stringValue: text)
  }
}
