// The properties of a type that a session has encountered, cached so that they are determined once.
internal import PropertyLists

/// The form of a type's values in an archive.
enum ArchivedShape {
  case bool, string, int, double, float
  case smallInteger
  case date, data, url, uuid, decimal
  /// Text and bytes that keep their identity, and objects of unknown classes.
  case text, bytes, unknown
  /// A link, which is archived as a reference, without a separate entry.
  case link
  /// A set or dictionary, which writes its members itself.
  case collection
  /// A class: one object for each instance.
  case instance
  /// Any other type: the container that it requests determines its form.
  case value
}

/// A type that a session has encountered.
final class TypeRecord {
  let type: Any.Type
  /// The index in its table; 0 outside of tables.
  let number: Int32
  let shape: ArchivedShape
  /// The class name in archives.
  let name: String
  /// Whether the instances choose the classes of their objects themselves.
  let isBridged: Bool
  /// The number of the class record in the archive being written; nil until there is one.
  var classObject: UInt32?
  /// Whether an instance was checked for properties that it does not archive.
  var isChecked = false
  /// Whether instances may be replaced in archives.
  let isReplaceable: Bool
  /// Whether the archiver renames the type; its superclasses are then omitted.
  let isRenamed: Bool
  /// Whether each instance determines its own class.
  let isStandard: Bool
  /// Calls `encode(to:)` of an instance of the type, which is a class.
  let encode: (AnyObject, ObjectEncoder) throws -> Void

  init(_ type: Any.Type, name: String? = nil, number: Int32 = 0) {
    self.type = type
    self.number = number
    shape = type is any LinkArchiving.Type ? .link : ArchivedShape(type)
    self.name = name ?? TypeRecord.archivedName(of: type)
    isReplaceable = type is any ArchivingReplacement.Type
    isRenamed = name != nil
    isStandard = type is any StandardObject.Type
    isBridged = type == BridgedObject.self
    guard type is AnyClass, let encodable = type as? any Encodable.Type else {
      encode = { _, _ in }
      return
    }
    func encoding<T: Encodable>(_ type: T.Type) -> (AnyObject, ObjectEncoder) throws -> Void {
      { instance, encoder in try sameInstance(instance, as: T.self).encode(to: encoder) }
    }
    encode = encoding(encodable)
  }

  /// The name of a type in archives: the one that it declares, or its own name without its module.
  static func archivedName(of type: Any.Type) -> String {
    if let archivable = type as? any Archivable.Type { return archivable.archivedClassName }
    return ClassNames.unqualified(type)
  }
}

extension ArchivedShape {
  init(_ type: Any.Type) {
    if let scalar = Self.scalars[ObjectIdentifier(type)] {
      self = scalar
    } else if type is any CollectionArchiving.Type {
      self = .collection
    } else {
      self = type is AnyClass ? .instance : .value
    }
  }

  private static let scalars: [ObjectIdentifier: ArchivedShape] = {
    let integers: [Any.Type] = [
      Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, UInt128.self,
    ]
    var shapes: [ObjectIdentifier: ArchivedShape] = [
      ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(String.self): .string,
      ObjectIdentifier(Int.self): .int, ObjectIdentifier(Double.self): .double,
      ObjectIdentifier(Float.self): .float, ObjectIdentifier(Date.self): .date,
      ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url,
      ObjectIdentifier(UUID.self): .uuid, ObjectIdentifier(Decimal.self): .decimal,
      ObjectIdentifier(ArchivedText.self): .text, ObjectIdentifier(ArchivedData.self): .bytes,
      ObjectIdentifier(UnknownObject.self): .unknown,
    ]
    for type in integers { shapes[ObjectIdentifier(type)] = .smallInteger }
    return shapes
  }()
}
