// The class of an archived object as the archive names it.

/// The name of a class, those of its superclasses, and what to take where it is unknown.
public struct ArchivedClass: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The class and its superclasses; empty in archives whose program had mapped the name.
  public var chain: [String]
  /// Classes to take where this one is unknown.
  public var hints: [String]

  /// A class from its name, its superclasses and hints.
  public init(name: String, chain: [String], hints: [String] = []) {
    self.name = name
    self.chain = chain
    self.hints = hints
  }

  /// A class from its chain: the class, its superclasses, `NSObject`.
  public init(_ chain: String...) {
    self.init(name: chain.first ?? "NSObject", chain: chain)
  }

  /// Whether the class is another one or inherits from it.
  public func isKind(of name: String) -> Bool { self.name == name || chain.contains(name) }
}
