// The classes of Apple's that archives of plain Swift values use, with their superclasses.

/// A class of Apple's Foundation.
struct StandardClass: Hashable {
  var name: String
  /// The class and its superclasses.
  var chain: [String]

  private init(_ chain: String...) {
    name = chain[0]
    self.chain = chain
  }

  /// A class that another module names.
  init(_ foreign: ForeignClass) {
    name = foreign.name
    chain = foreign.chain
  }

  static let array = StandardClass("NSArray", "NSObject")
  static let dictionary = StandardClass("NSDictionary", "NSObject")
  static let set = StandardClass("NSSet", "NSObject")
  static let string = StandardClass("NSString", "NSObject")
  static let date = StandardClass("NSDate", "NSObject")
  static let url = StandardClass("NSURL", "NSObject")
  static let uuid = StandardClass("NSUUID", "NSObject")
  static let decimal = StandardClass("NSDecimalNumber", "NSNumber", "NSValue", "NSObject")

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
