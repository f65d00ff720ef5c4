// The names of the files that accompany another file: its lock, its previous generations, its
// temporary files. A companion's name is valid wherever the file's own name is.

package import SystemPackage

extension FilePath {
  /// The maximum length of a name in bytes.
  private static var longestName: Int { 255 }

  /// Returns this name with a prefix and a suffix. A name that would be too long is shortened to
  /// its beginning and a checksum of the whole name.
  package func companion(prefix: String = "", suffix: String) -> FilePath {
    let name = bytes
    let whole = Array(prefix.utf8) + name + Array(suffix.utf8)
    if whole.count <= Self.longestName { return FilePath(bytes: whole) }
    let sum = String(checksum(of: name.span), radix: 36)
    let room = Self.longestName - prefix.utf8.count - suffix.utf8.count - sum.utf8.count - 1
    return FilePath("\(prefix)\(string.beginning(atMost: room))~\(sum)\(suffix)")
  }
}

extension String {
  /// Returns the longest prefix of whole Unicode scalars that fits in the given number of bytes.
  func beginning(atMost size: Int) -> String {
    var kept = UnicodeScalarView()
    var used = 0
    for scalar in unicodeScalars {
      used += UTF8.width(scalar)
      if used > size { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}

/// The names of temporary files: `.name.process-random.tmp`, or `.name.process-random-locked.tmp`
/// if the process holds the lock of the file.
enum TemporaryName {
  /// The writer of a temporary file, according to its name.
  struct Writer: Equatable {
    var process: Int32
    var hasLock: Bool
  }

  /// Returns the part of the name before the process number.
  static func beginning(for name: FilePath) -> String { ".\(name.string.beginning(atMost: 64))." }

  /// Returns the writer of a temporary file for a file of the given name; nil for other names.
  static func writer(of temporary: FilePath, for name: FilePath) -> Writer? {
    let text = temporary.string
    let start = beginning(for: name)
    guard text.hasPrefix(start), text.hasSuffix(".tmp") else { return nil }
    return writer(text.dropFirst(start.count).dropLast(4))
  }

  /// Returns the writer of a temporary file for any file; nil for other names.
  static func writer(of temporary: FilePath) -> Writer? {
    let parts = temporary.string.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts.first == "", parts.last == "tmp" else { return nil }
    return writer(parts[parts.count - 2])
  }

  /// Parses the process number and the unique part of the name.
  private static func writer(_ text: Substring) -> Writer? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let hasLock = parts.count == 3 && parts[2] == lockMark
    guard parts.count == 2 || hasLock, UInt64(parts[1], radix: 36) != nil,
      let process = Int32(parts[0]), process > 0
    else { return nil }
    return Writer(process: process, hasLock: hasLock)
  }

  /// The word after the random part if the writer holds the lock.
  static let lockMark = "locked"
}
