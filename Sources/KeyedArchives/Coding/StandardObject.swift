// The common interface of the public classes for Foundation's objects.

/// An object of one of Foundation's classes in archived form: its data, without its behavior.
package protocol StandardObject: AnyObject, KeyedCoding, Archivable, SendableMetatype {
  /// Its class in archives, mutable or not, as it was read.
  var archivedClass: ArchivedClass { get }
}
