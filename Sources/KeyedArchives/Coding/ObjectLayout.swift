// The common interface of layouts of classes with named fields: the class names, and reading and
// writing the fields of one object.

/// The contents of an object of one of Foundation's classes, and the keys that they are stored
/// under.
package protocol ObjectLayout {
  /// The names of the class in archives: its own first, then those of its variants.
  static var classNames: [String] { get }
  /// The class of the object in archives.
  var archivedClass: ArchivedClass { get }
  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` if they do not match the layout.
  init(_ source: ObjectSource) throws
  /// Writes the fields.
  func write(to sink: ObjectSink) throws
}

extension ObjectLayout {
  package var archivedClass: ArchivedClass { ArchivedClass(Self.classNames[0], "NSObject") }
}
