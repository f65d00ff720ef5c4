// Which value of its document a view shows, as a number: for tables of values that were met before.

extension PlistNode: Identifiable {
  /// The number of the value in its document; in a binary file, of its object there. Two views of
  /// one document show the same object exactly when their numbers are equal; between documents
  /// numbers mean nothing.
  public var id: Int { index }
}
