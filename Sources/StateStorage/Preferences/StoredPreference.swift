// A value as a file of preferences stores it. `Plist` has one kind of reals; binary files have two.

internal import PropertyLists

/// The value of a key, and the width of a real: as text, a four-byte real has the digits of a
/// `Float`.
struct StoredPreference: Sendable {
  let plist: Plist
  /// Whether the value is a four-byte real.
  let isSingle: Bool

  init(_ plist: Plist, isSingle: Bool = false) { (self.plist, self.isSingle) = (plist, isSingle) }

  /// Creates the value of a node in a document.
  init(_ node: PlistNode) throws(PlistError) {
    self.init(try Plist(node), isSingle: node.isSingle)
  }
}
