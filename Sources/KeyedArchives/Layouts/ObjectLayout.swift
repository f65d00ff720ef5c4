// What the layouts of classes with named fields have in common: the names of the class, and reading
// and writing the fields of one object.

/// The contents of an object of one of Foundation's classes, and the keys that it stores them under.
package protocol ObjectLayout {
  /// The names that archives have for the class, its own first, those of its variants after it.
  static var classNames: [String] { get }
  /// The class of the object in archives.
  var archivedClass: ArchivedClass { get }
  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  init(_ source: ObjectSource) throws
  /// Writes the fields.
  func write(to sink: ObjectSink) throws
}

extension ObjectLayout {
  package var archivedClass: ArchivedClass { ArchivedClass(Self.classNames[0], "NSObject") }
}
