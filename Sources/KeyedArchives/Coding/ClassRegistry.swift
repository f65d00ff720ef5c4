// The types created for class names in archives, other than the types that code requests itself.

/// Types by their class names in archives.
///
/// An object of exactly the requested type is created without registration. Subclasses, and the
/// types that conform to a requested protocol, are created only if they are registered.
public struct ClassRegistry: Sendable {
  /// A type that can be created from an archive.
  public typealias Unarchivable = Decodable & SendableMetatype

  private var types: [String: any Unarchivable.Type] = [:]

  /// Creates an empty registry.
  public init() {}

  /// The length in bytes of the longest name.
  private var longestName = 0

  /// Creates a registry of types, with each type under its own names.
  public init(_ types: [any Unarchivable.Type]) { for type in types { register(type) } }

  /// Registers a type under its own names: the archived name, its aliases, the short name, and the
  /// names that Swift's runtime uses (`Module.Class`, `_TtC6Module5Class`).
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - names: Other names that archives may have for it.
  public mutating func register(_ type: any Unarchivable.Type, as names: [String] = []) {
    let short = String(describing: type)
    let own = ClassNames(type).all + names
    for name in own where name != short { types[name] = type }
    longestName = own.reduce(max(longestName, short.utf8.count)) { max($0, $1.utf8.count) }
    // The first of several types with a short name gets it, unless another declares it explicitly.
    if names.contains(short) || TypeRecord.archivedName(of: type) == short || types[short] == nil {
      types[short] = type
    }
  }

  /// The type that is registered under a name.
  public func type(named name: String) -> (any Unarchivable.Type)? {
    // Many objects may have the same class, so a long name is not hashed for each of them.
    // A mangled name is only slightly longer than the name that it contains.
    if name.utf8.count > 2 * longestName + 64 { return nil }
    return types[name] ?? ClassNames.qualified(mangled: name).flatMap { types[$0] }
  }
}

/// The names that archives may have for a type.
package struct ClassNames {
  package private(set) var all: [String] = []

  package init(_ type: Any.Type) {
    all.append(TypeRecord.archivedName(of: type))
    if let archivable = type as? any Archivable.Type { all += archivable.archivedClassAliases }
    all.append(Self.qualified(type))
    // Earlier archives contain only the short names of nested types.
    all.append(String(describing: type))
  }

  package func contains(_ name: String) -> Bool {
    all.contains(name) || Self.qualified(mangled: name).map(all.contains) ?? false
  }

  /// The name of a type without its module: `Class`, or `Outer.Class` for a nested type. The names
  /// of generic types omit the types that they are nested in.
  package static func unqualified(_ type: Any.Type) -> String {
    let name = qualified(type)
    guard !name.contains("<"), let module = name.firstIndex(of: ".") else {
      return String(describing: type)
    }
    return String(name[name.index(after: module)...])
  }

  /// `Module.Class`, or `Module.Outer.Class`; without the runtime's marker for private types.
  package static func qualified(_ type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard name.contains("(unknown context") else { return name }
    return name.split(separator: ".").filter { !$0.hasPrefix("(unknown context") }.joined(
      separator: ".")
  }

  /// `Module.Class` for `_TtC6Module5Class`, the name in the Objective-C runtime: letters for the
  /// kinds of the types, outermost first, then the module and the types, each preceded by its
  /// length; a private type follows a `P`, the length of a discriminator, and the discriminator.
  /// Returns nil for all other names.
  package static func qualified(mangled name: String) -> String? {
    guard name.hasPrefix("_Tt") else { return nil }
    var rest = name.utf8.dropFirst(3)
    let kinds = rest.prefix { "CVO".utf8.contains($0) }
    rest = rest.dropFirst(kinds.count)
    var parts: [String] = []
    while !rest.isEmpty {
      let isPrivate = rest.first == UInt8(ascii: "P")
      if isPrivate { guard identifier(&rest, from: 1) != nil else { return nil } }
      guard let part = identifier(&rest, from: 0) else { return nil }
      parts.append(part)
    }
    return !kinds.isEmpty && parts.count == kinds.count + 1 ? parts.joined(separator: ".") : nil
  }

  /// Consumes an identifier and the length that precedes it.
  private static func identifier(_ rest: inout Substring.UTF8View, from start: Int) -> String? {
    rest = rest.dropFirst(start)
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let length = Int(Substring(digits)), length > 0 else { return nil }
    let text = rest.dropFirst(digits.count).prefix(length)
    guard text.count == length else { return nil }
    rest = rest.dropFirst(digits.count + length)
    return String(Substring(text))
  }
}
