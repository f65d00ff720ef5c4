// A value as a file of preferences holds it. `Plist` has one kind of reals, and binary files have two.

internal import PropertyLists

/// A value of a key, and the width of its real: as text, a real of four bytes has the digits of a `Float`.
struct StoredPreference: Sendable {
  let plist: Plist
  /// Whether the value is a real of four bytes.
  let isSingle: Bool

  init(_ plist: Plist, isSingle: Bool = false) { (self.plist, self.isSingle) = (plist, isSingle) }

  /// The value of a document.
  init(_ node: PlistNode) throws(PlistError) {
    self.init(try Plist(node), isSingle: node.isSingle)
  }
}
