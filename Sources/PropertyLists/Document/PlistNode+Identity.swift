// The identity of the value that a view shows, as a number: for tables of visited values.

extension PlistNode: Identifiable {
  /// The number of the value in its document; in a binary file, the number of its object. Two views
  /// of one document show the same object if and only if their numbers are equal. Numbers of
  /// different documents are unrelated.
  public var id: Int { index }
}
