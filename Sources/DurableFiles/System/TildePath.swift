// Paths that only a shell understands. One rule for all paths of the library and the tool: `~` is not
// expanded, and a path that begins with it as a shell would expand it is refused.

package import SystemPackage

extension FilePath {
  /// Whether a shell would expand the path: it is `~`, or begins with `~/` or `~NAME/`.
  ///
  /// Such a path comes from a file of settings or from quotes. Taken to the letter, it would make a
  /// directory called `~` in the working directory. `./~` is a file of that name, and so is `~NAME`.
  package var beginsWithTilde: Bool {
    let tilde = UInt8(ascii: "~")
    let begins = unsafe withPlatformString { unsafe UInt8(bitPattern: $0[0]) == tilde }
    if !begins { return false }
    let bytes = bytes
    return bytes.count == 1 || bytes.contains(UInt8(ascii: "/"))
  }

  /// Why such a path is refused, as a sentence.
  package static let tildeRefusal =
    "~ at the beginning of a path is expanded by shells alone; write out the directory that it stands "
    + "for, or ./~ for a file of that name"
}
