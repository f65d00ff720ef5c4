// The common classes of Foundation by exact name: those whose contents views, JSON and typed values
// show.
internal import PropertyLists

/// A class whose contents have a dedicated form.
enum StandardLayout: Int, Sendable, CaseIterable {
  case array, set, orderedSet, dictionary, countedSet
  case date, string, data, url, uuid, null, decimal

  /// Creates the layout of a class from its exact name; nil for other classes.
  init?(className: String) {
    // Many objects may have the same class with a long name, which is not hashed for each of them.
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

  /// The message for an object of another class.
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
