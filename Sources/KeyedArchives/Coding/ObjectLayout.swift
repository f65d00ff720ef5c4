// The interfaces of Foundation's classes: layouts with named fields, and objects with identity.

/// The contents of an object of one of Foundation's classes, and their keys.
package protocol ObjectLayout {
  /// The names of the class in archives: its own name first, then the names of its variants.
  static var classNames: [String] { get }
  var archivedClass: ArchivedClass { get }
  /// Reads the fields, or throws `ArchiveError` if they do not match the layout.
  init(_ source: ObjectSource) throws
  /// Writes the fields.
  func write(to sink: ObjectSink) throws
}

extension ObjectLayout {
  package var archivedClass: ArchivedClass { ArchivedClass(Self.classNames[0], "NSObject") }
}

/// An object of one of Foundation's classes in archived form: its data, without its behavior.
package protocol StandardObject: AnyObject, KeyedCoding, Archivable, SendableMetatype {
  /// Its class in archives, mutable or not, as the class was read.
  var archivedClass: ArchivedClass { get }
}
