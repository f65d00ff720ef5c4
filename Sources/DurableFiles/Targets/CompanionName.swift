// Names of files that belong to another: its lock, its previous contents, its temporaries. They fit
// where the name of the other fits.

package import SystemPackage

extension FilePath {
  /// The longest name that file systems allow.
  private static var longestName: Int { 255 }

  /// A name made of this one; when that is too long, of its beginning and a checksum of all of it.
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
  /// As many whole characters of the Unicode kind as fit in so many bytes.
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

/// The form of the names of temporaries: `.name.process-random.tmp`, and `.name.process-random-locked.tmp`
/// where the process has the lock of the file.
enum TemporaryName {
  /// What a name says of the writer of a temporary.
  struct Writer: Equatable {
    var process: Int32
    var hasLock: Bool
  }

  /// What comes before the number of the process.
  static func beginning(for name: FilePath) -> String {
    ".\(name.string.beginning(atMost: 64))."
  }

  /// The writer of a temporary for a file of the given name; nil for other names.
  static func writer(of temporary: FilePath, for name: FilePath) -> Writer? {
    let text = temporary.string
    let start = beginning(for: name)
    guard text.hasPrefix(start), text.hasSuffix(".tmp") else { return nil }
    return writer(text.dropFirst(start.count).dropLast(4))
  }

  /// The writer of a temporary for any file.
  static func writer(of temporary: FilePath) -> Writer? {
    let parts = temporary.string.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts.first == "", parts.last == "tmp" else { return nil }
    return writer(parts[parts.count - 2])
  }

  /// The process and what makes the name unique.
  private static func writer(_ text: Substring) -> Writer? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let hasLock = parts.count == 3 && parts[2] == lockMark
    guard parts.count == 2 || hasLock, UInt64(parts[1], radix: 36) != nil,
      let process = Int32(parts[0]), process > 0
    else { return nil }
    return Writer(process: process, hasLock: hasLock)
  }

  /// What comes after the random part where the writer has the lock.
  static let lockMark = "locked"
}
