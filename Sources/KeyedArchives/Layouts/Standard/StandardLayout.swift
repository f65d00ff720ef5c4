// Foundation's common classes, by exact name. Views, JSON and values show their contents.
internal import PropertyLists

/// A class whose contents have a dedicated form.
enum StandardLayout: Int, Sendable, CaseIterable {
  case array, set, orderedSet, dictionary, countedSet
  case date, string, data, url, uuid, null, decimal

  /// Creates the layout of a class from its exact name; nil for other classes.
  init?(className: String) {
    // Many objects may have the same class, so a long name is not hashed for each of them.
    guard className.utf8.count <= Self.longestName, let layout = Self.byName[className] else {
      return nil
    }
    self = layout
  }

  private static let longestName = byName.keys.map(\.utf8.count).max() ?? 0

  private static let byName: [String: StandardLayout] = {
    var layouts: [String: StandardLayout] = ["NSDecimalNumberPlaceholder": .decimal]
    for layout in allCases { layouts[layout.className] = layout }
    for layout in [array, set, orderedSet, dictionary, string, data] {
      layouts["NSMutable" + layout.className.dropFirst(2)] = layout
    }
    return layouts
  }()

  /// Whether objects of the class are lists of members.
  var isList: Bool { self == .array || self == .set || self == .orderedSet }

  /// Whether objects of the class are lists, dictionaries or counted sets.
  var isCollection: Bool { isList || self == .dictionary || self == .countedSet }

  var className: String { Self.classNames[rawValue] }

  private static let classNames = [
    "NSArray", "NSSet", "NSOrderedSet", "NSDictionary", "NSCountedSet", "NSDate", "NSString",
    "NSData", "NSURL", "NSUUID", "NSNull", "NSDecimalNumber",
  ]
}
