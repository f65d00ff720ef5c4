// The everyday classes of Foundation by their exact names: those that views, JSON and typed values show
// by their contents.
internal import PropertyLists

/// A class whose contents have a form of their own.
enum StandardLayout: Int, Sendable, CaseIterable {
  case array, set, orderedSet, dictionary, countedSet
  case date, string, data, url, uuid, null, decimal

  /// The layout of a class, by its exact name; nil for every other class.
  init?(className: String) {
    // Many objects may have one class with a long name, which is not hashed for each.
    guard className.utf8.count <= Self.longestName, let layout = Self.byName[className] else {
      return nil
    }
    self = layout
  }

  private static let longestName = byName.keys.map(\.utf8.count).max() ?? 0

  private static let byName: [String: StandardLayout] = {
    var layouts: [String: StandardLayout] = [:]
    let mutable: [(String, StandardLayout)] = [
      ("Array", .array), ("Set", .set), ("OrderedSet", .orderedSet), ("Dictionary", .dictionary),
      ("String", .string), ("Data", .data),
    ]
    for (name, layout) in mutable {
      layouts["NS" + name] = layout
      layouts["NSMutable" + name] = layout
    }
    let others: [(String, StandardLayout)] = [
      ("CountedSet", .countedSet), ("Date", .date), ("URL", .url), ("UUID", .uuid), ("Null", .null),
      ("DecimalNumber", .decimal), ("DecimalNumberPlaceholder", .decimal),
    ]
    for (name, layout) in others { layouts["NS" + name] = layout }
    return layouts
  }()

  /// Whether objects of the class are lists of members.
  var isList: Bool { self == .array || self == .set || self == .orderedSet }

  /// The class as archives of plain Swift values have it.
  var archivedClass: ArchivedClass {
    self == .decimal
      ? ArchivedClass(className, "NSNumber", "NSValue", "NSObject")
      : ArchivedClass(className, "NSObject")
  }

  /// The sentence for an object of another class.
  var mismatch: String { Self.mismatches[rawValue] }

  private static let mismatches = allCases.map { "expected an object of \($0.className)" }

  /// The name of the class.
  var className: String {
    switch self {
    case .array: "NSArray"
    case .set: "NSSet"
    case .orderedSet: "NSOrderedSet"
    case .dictionary: "NSDictionary"
    case .countedSet: "NSCountedSet"
    case .date: "NSDate"
    case .string: "NSString"
    case .data: "NSData"
    case .url: "NSURL"
    case .uuid: "NSUUID"
    case .null: "NSNull"
    case .decimal: "NSDecimalNumber"
    }
  }
}
