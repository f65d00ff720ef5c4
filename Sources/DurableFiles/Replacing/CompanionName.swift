// Names of files that belong to another: its lock, its previous contents, its temporaries. They fit
// where the name of the other fits.

internal import SystemPackage

extension FilePath {
  /// The longest name that file systems allow.
  private static var longestName: Int { 255 }

  /// A name made of this one; when that is too long, of its beginning and a checksum of all of it.
  func companion(prefix: String = "", suffix: String) -> FilePath {
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

/// The form of the names of temporaries: `.name.process-random.tmp`.
enum TemporaryName {
  /// What comes before the number of the process.
  static func beginning(for name: FilePath) -> String {
    ".\(name.string.beginning(atMost: 64))."
  }

  /// The process that made a temporary for a file of the given name; nil for other names.
  static func process(of temporary: FilePath, for name: FilePath) -> Int32? {
    let text = temporary.string
    let start = beginning(for: name)
    guard text.hasPrefix(start), text.hasSuffix(".tmp") else { return nil }
    let middle = text.dropFirst(start.count).dropLast(4).split(
      separator: "-", omittingEmptySubsequences: false)
    guard middle.count == 2, UInt64(middle[1], radix: 36) != nil else { return nil }
    return Int32(middle[0]).flatMap { $0 > 0 ? $0 : nil }
  }
}
