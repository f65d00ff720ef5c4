// The names of domains and their files. A name comes from a program or a command line, so it must
// not have any special meaning to a file system. Relies on `NameCheck`.

internal import DurableFiles
public import SystemPackage

extension Preferences {
  /// Returns the path of the preferences of a domain: `Library/Preferences/DOMAIN.plist` in a
  /// container. Creates nothing.
  ///
  /// - Throws: ``StateError/Code/invalidDomain``; ``StateError/Code/escapesContainer`` if a
  ///   symbolic link leads out of the container's directory; ``StateError/Code/noHomeDirectory``.
  public static func path(domain: String, in container: AppContainer) throws(StateError) -> FilePath
  {
    let name = try PreferenceDomain.fileName(domain)
    let directory = try container.rule(for: .preferences).path
    let relative = try NameCheck.relativePath(name)
    try NameCheck.checkInside(relative, of: directory, in: container.system)
    return directory.pushing(relative)
  }

  /// Returns the sorted domains for which a container has preferences. Creates nothing.
  ///
  /// - Throws: ``StateError/Code/unreadable`` if the directory exists but cannot be read.
  public static func domains(in container: AppContainer) throws(StateError) -> [String] {
    let directory = try container.rule(for: .preferences).path
    do throws(Errno) { return try PreferenceDomain.names(in: directory, container.system) } catch {
      if error == .noSuchFileOrDirectory { return [] }
      throw StateError(
        .unreadable, message: "the preferences directory could not be read", path: directory,
        underlyingError: error)
    }
  }
}

/// Checks the names of domains.
enum PreferenceDomain {
  /// With this limit, a name that contains the domain and a suffix still fits in the 255 bytes that
  /// file systems allow.
  private static let longest = 240
  private static let ending = ".plist"

  static func fileName(_ domain: String) throws(StateError) -> String {
    guard isValid(domain) else {
      throw StateError(
        .invalidDomain,
        message:
          "expected a domain of at most \(longest) bytes, without slashes or control characters, "
          + "that does not begin with a period; found \(StateError.quoted(domain))")
    }
    return domain + ending
  }

  static func isValid(_ domain: String) -> Bool {
    // Compare bytes: a slash and a combining accent after it are one character.
    let bytes = domain.utf8
    guard let first = bytes.first, first != UInt8(ascii: "."), bytes.count <= longest else {
      return false
    }
    let isPrintable = domain.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPrintable && !bytes.contains(UInt8(ascii: "/"))
  }

  /// Returns the domains that have a file in a directory.
  static func names(in directory: FilePath, _ system: some FileSystem) throws(Errno) -> [String] {
    let folder = try system.open(directory, in: nil, as: .directory)
    defer { try? system.close(folder) }
    return try system.names(beginning: "", in: folder).map(\.string).compactMap { name in
      guard name.hasSuffix(ending) else { return nil }
      let domain = String(name.dropLast(ending.count))
      return isValid(domain) ? domain : nil
    }.sorted()
  }
}
