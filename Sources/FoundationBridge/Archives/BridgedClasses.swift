// The Foundation classes that are mapped to Apple's layouts, and their superclasses in archives.
internal import KeyedArchives
internal import PropertyLists

/// The bridged classes of Foundation.
struct BridgedClasses {
  /// The kind of object that an archive stores under a class name.
  enum ClassKind {
    case string, number, data, date, url, uuid, null, decimal
    case array, dictionary, set, countedSet, orderedSet
    case indexSet, indexPath, value, locale, timeZone, attributedString, error
    case dateComponents, calendar, characterSet, dateInterval, personName, regularExpression
    case queryItem, unit, measurement

    /// Whether only the bridge has a layout for such objects; for the archiver they are unknown.
    var isOfBridge: Bool {
      switch self {
      case .value, .locale, .timeZone, .error, .dateComponents, .calendar, .characterSet: true
      case .dateInterval, .personName, .regularExpression, .queryItem, .unit, .measurement: true
      default: false
      }
    }

    /// Whether comparing two objects searches for each member of one in the other.
    var comparesMembers: Bool { self == .set || self == .countedSet || self == .orderedSet }
  }

  struct BridgedClass {
    var kind: ClassKind
    var type: AnyClass
    var isMutable = false
    var chain: [String] = []
  }

  func named(_ name: String) -> BridgedClass? {
    name.utf8.count <= Self.longestName ? entries[ByteKey(name)] : nil
  }

  /// A length in bytes that no name of a Foundation class exceeds. Many objects may have the same
  /// class with a long name, which is not hashed for each object.
  static let longestName = 256

  func archivedClass(_ name: String) -> ArchivedClass {
    ArchivedClass(name: name, chain: [name] + (named(name)?.chain ?? []) + ["NSObject"])
  }

  /// Whether objects of a kind contain no others, so that collections may always contain them.
  static func isPlain(_ kind: ClassKind) -> Bool {
    switch kind {
    case .string, .number, .data, .date, .url, .uuid, .null, .decimal: true
    default: false
    }
  }

  private let entries: [ByteKey: BridgedClass]

  private static var immutable: [(String, ClassKind, AnyClass)] {
    [
      ("NSString", .string, NSString.self), ("NSNumber", .number, NSNumber.self),
      ("NSData", .data, NSData.self), ("NSDate", .date, NSDate.self), ("NSURL", .url, NSURL.self),
      ("NSUUID", .uuid, NSUUID.self), ("NSNull", .null, NSNull.self),
      ("NSArray", .array, NSArray.self), ("NSDictionary", .dictionary, NSDictionary.self),
      ("NSSet", .set, NSSet.self), ("NSOrderedSet", .orderedSet, NSOrderedSet.self),
      ("NSIndexSet", .indexSet, NSIndexSet.self), ("NSIndexPath", .indexPath, NSIndexPath.self),
      ("NSValue", .value, NSValue.self), ("NSLocale", .locale, NSLocale.self),
      ("NSTimeZone", .timeZone, NSTimeZone.self), ("NSError", .error, NSError.self),
      ("NSAttributedString", .attributedString, NSAttributedString.self),
      ("NSDateComponents", .dateComponents, NSDateComponents.self),
      ("NSCalendar", .calendar, NSCalendar.self),
      ("NSCharacterSet", .characterSet, NSCharacterSet.self),
      ("NSDateInterval", .dateInterval, NSDateInterval.self),
      ("NSPersonNameComponents", .personName, NSPersonNameComponents.self),
      ("NSRegularExpression", .regularExpression, NSRegularExpression.self),
      ("NSURLQueryItem", .queryItem, NSURLQueryItem.self),
      ("NSMeasurement", .measurement, NSMeasurement.self),
    ]
  }

  private static var mutable: [(String, ClassKind, AnyClass, String)] {
    [
      ("NSMutableString", .string, NSMutableString.self, "NSString"),
      ("NSMutableData", .data, NSMutableData.self, "NSData"),
      ("NSMutableArray", .array, NSMutableArray.self, "NSArray"),
      ("NSMutableDictionary", .dictionary, NSMutableDictionary.self, "NSDictionary"),
      ("NSMutableSet", .set, NSMutableSet.self, "NSSet"),
      ("NSMutableOrderedSet", .orderedSet, NSMutableOrderedSet.self, "NSOrderedSet"),
      ("NSMutableIndexSet", .indexSet, NSMutableIndexSet.self, "NSIndexSet"),
      ("NSMutableCharacterSet", .characterSet, NSMutableCharacterSet.self, "NSCharacterSet"),
      (
        "NSMutableAttributedString", .attributedString, NSMutableAttributedString.self,
        "NSAttributedString"
      ),
    ]
  }

  init() {
    var entries: [ByteKey: BridgedClass] = [:]
    for entry in Self.immutable {
      entries[ByteKey(entry.0)] = BridgedClass(kind: entry.1, type: entry.2)
    }
    for entry in Self.mutable {
      entries[ByteKey(entry.0)] = BridgedClass(
        kind: entry.1, type: entry.2, isMutable: true, chain: [entry.3])
    }
    for unit in UnitDimensions.classes {
      entries[ByteKey(unit.key)] = BridgedClass(kind: .unit, type: unit.value)
    }
    entries[ByteKey("NSCountedSet")] = BridgedClass(
      kind: .countedSet, type: NSCountedSet.self, isMutable: true, chain: ["NSMutableSet", "NSSet"])
    let decimal = BridgedClass(
      kind: .decimal, type: NSDecimalNumber.self, chain: ["NSNumber", "NSValue"])
    entries[ByteKey("NSDecimalNumber")] = decimal
    entries[ByteKey("NSDecimalNumberPlaceholder")] = decimal
    self.entries = entries
  }
}
