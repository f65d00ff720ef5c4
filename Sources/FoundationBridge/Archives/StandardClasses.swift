// The classes of Foundation that are mapped to Apple's layout, and their superclasses in archives.
internal import KeyedArchives

/// Foundation's classes in archives.
struct StandardClasses {
  /// What an archive has under a name.
  enum Kind {
    case string, number, data, date, url, uuid, null, decimal
    case array, dictionary, set, countedSet, orderedSet
    case indexSet, indexPath, value, locale, timeZone, attributedString, error
  }

  /// A class.
  struct Entry {
    var kind: Kind
    var type: AnyClass
    var isMutable = false
    var chain: [String] = []
  }

  /// The class of a name.
  func named(_ name: String) -> Entry? { entries[name] }

  /// A class with its superclasses.
  func foreignClass(_ name: String) -> ForeignClass {
    ForeignClass(name, chain: [name] + (entries[name]?.chain ?? []) + ["NSObject"])
  }

  /// Whether a kind holds no objects, so that it can be made in collections without being allowed.
  static func isPlain(_ kind: Kind) -> Bool {
    switch kind {
    case .string, .number, .data, .date, .url, .uuid, .null, .decimal: true
    default: false
    }
  }

  private let entries: [String: Entry]

  init() {
    let immutable: [(String, Kind, AnyClass)] = [
      ("NSString", .string, NSString.self), ("NSNumber", .number, NSNumber.self),
      ("NSData", .data, NSData.self), ("NSDate", .date, NSDate.self), ("NSURL", .url, NSURL.self),
      ("NSUUID", .uuid, NSUUID.self), ("NSNull", .null, NSNull.self),
      ("NSArray", .array, NSArray.self), ("NSDictionary", .dictionary, NSDictionary.self),
      ("NSSet", .set, NSSet.self), ("NSOrderedSet", .orderedSet, NSOrderedSet.self),
      ("NSIndexSet", .indexSet, NSIndexSet.self), ("NSIndexPath", .indexPath, NSIndexPath.self),
      ("NSValue", .value, NSValue.self), ("NSLocale", .locale, NSLocale.self),
      ("NSTimeZone", .timeZone, NSTimeZone.self), ("NSError", .error, NSError.self),
      ("NSAttributedString", .attributedString, NSAttributedString.self),
    ]
    let mutable: [(String, Kind, AnyClass, String)] = [
      ("NSMutableString", .string, NSMutableString.self, "NSString"),
      ("NSMutableData", .data, NSMutableData.self, "NSData"),
      ("NSMutableArray", .array, NSMutableArray.self, "NSArray"),
      ("NSMutableDictionary", .dictionary, NSMutableDictionary.self, "NSDictionary"),
      ("NSMutableSet", .set, NSMutableSet.self, "NSSet"),
      ("NSMutableOrderedSet", .orderedSet, NSMutableOrderedSet.self, "NSOrderedSet"),
      ("NSMutableIndexSet", .indexSet, NSMutableIndexSet.self, "NSIndexSet"),
      (
        "NSMutableAttributedString", .attributedString, NSMutableAttributedString.self,
        "NSAttributedString"
      ),
    ]
    var entries: [String: Entry] = [:]
    for entry in immutable { entries[entry.0] = Entry(kind: entry.1, type: entry.2) }
    for entry in mutable {
      entries[entry.0] = Entry(kind: entry.1, type: entry.2, isMutable: true, chain: [entry.3])
    }
    entries["NSCountedSet"] = Entry(
      kind: .countedSet, type: NSCountedSet.self, isMutable: true, chain: ["NSMutableSet", "NSSet"])
    let decimal = Entry(
      kind: .decimal, type: NSDecimalNumber.self, chain: ["NSNumber", "NSValue"])
    entries["NSDecimalNumber"] = decimal
    entries["NSDecimalNumberPlaceholder"] = decimal
    self.entries = entries
  }
}
