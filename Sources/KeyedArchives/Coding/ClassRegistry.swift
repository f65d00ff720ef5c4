// Which types may be made for the class names of archives, beyond the types that the code asks for
// by itself.

/// Types by the class names that archives have for them.
///
/// Where code asks for a type, an object of exactly that type is made without any registration.
/// Subclasses, and the types behind a protocol, are made only when they are registered.
public struct ClassRegistry: Sendable {
  /// A type that can be made from an archive.
  public typealias Unarchivable = Decodable & SendableMetatype

  private var types: [String: any Unarchivable.Type] = [:]

  /// A registry without types.
  public init() {}

  /// A registry with some types, each under its own names.
  public init(_ types: [any Unarchivable.Type]) {
    for type in types { register(type) }
  }

  /// Registers a type under its own names: the archived one, its aliases, those that Swift's
  /// runtime gives it (`Module.Class`, `_TtC6Module5Class`), and more.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - names: Other names that archives may have for it.
  public mutating func register(_ type: any Unarchivable.Type, as names: [String] = []) {
    for name in ClassNames(type).all + names { types[name] = type }
  }

  /// The type that is registered under a name.
  public func type(named name: String) -> (any Unarchivable.Type)? { types[name] }
}

/// The names that archives may have for a type.
struct ClassNames {
  var all: [String] = []

  init(_ type: Any.Type) {
    all.append(TypeRecord.archivedName(of: type))
    if let archivable = type as? any Archivable.Type { all += archivable.archivedClassAliases }
    let qualified = String(reflecting: type)
    all.append(qualified)
    let parts = qualified.split(separator: ".")
    if parts.count == 2 {
      let mangled = parts.map { "\($0.utf8.count)\($0)" }.joined()
      all.append((type is AnyClass ? "_TtC" : "_TtV") + mangled)
    }
  }

  /// Whether an archive's name is one of these.
  func contains(_ name: String) -> Bool { all.contains(name) }
}
