// The definition of a valid app identifier. It becomes the name of directories, so no part of it
// may have a meaning to a file system.

/// Checks identifiers of apps.
enum AppIdentifier {
  /// A name that contains the identifier and a suffix still fits in the 255 bytes that file systems
  /// allow.
  private static let longest = 200

  /// Throws unless an identifier is in reverse-DNS form: two or more parts separated by dots, each
  /// of ASCII letters, digits, hyphens and underscores, not beginning with a hyphen.
  static func check(_ identifier: String) throws(StateError) {
    let parts = identifier.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, identifier.utf8.count <= longest, parts.allSatisfy(isPart) else {
      throw StateError(
        .invalidIdentifier,
        message: "expected an identifier in reverse-DNS form, such as org.example.notes, "
          + "of at most \(longest) bytes, found " + StateError.quoted(identifier))
    }
  }

  private static func isPart(_ part: Substring.UTF8View) -> Bool {
    guard let first = part.first, first != UInt8(ascii: "-") else { return false }
    return part.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
