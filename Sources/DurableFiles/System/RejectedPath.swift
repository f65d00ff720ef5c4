// Paths that are rejected. One rule for all paths of the library and the tool: `~` is not expanded,
// and a path that begins with it in a way that a shell would expand is rejected; so is a path that
// is too long for every system call.

internal import CLibrary
package import SystemPackage

extension FilePath {
  /// Whether a shell would expand the path: it is `~`, or begins with `~/` or `~NAME/`.
  ///
  /// Such a path usually comes from a settings file or from a quoted argument. Taken literally, it
  /// would create a directory called `~` in the working directory. `./~` is accepted as a file
  /// called `~`, and so is `~NAME`, as a file of that name.
  package var beginsWithTilde: Bool {
    let tilde = UInt8(ascii: "~")
    let begins = unsafe withPlatformString { unsafe UInt8(bitPattern: $0[0]) == tilde }
    if !begins { return false }
    let bytes = bytes
    return bytes.count == 1 || bytes.contains(UInt8(ascii: "/"))
  }

  /// The reason why such a path is rejected, as a sentence.
  package static let tildeRefusal =
    "the path begins with ~, which only shells expand; write out the directory "
    + "that it stands for, or ./~ for a file of that name"
}

extension FilePath {
  /// Whether the path is too long for every system call: with its zero byte, it has more than
  /// `PATH_MAX` bytes. Splitting such a path into components takes time quadratic in its length.
  var isTooLong: Bool { length >= PATH_MAX }
}
