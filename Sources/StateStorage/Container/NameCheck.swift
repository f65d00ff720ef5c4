// Checking that a name stays in its directory: first by its text, then by following it in the file
// system one component at a time; and the definition of a valid app identifier, which becomes the
// name of directories. Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// Checks names of files in a container.
enum NameCheck {
  /// The maximum length of a name: the system does not open longer paths.
  private static let longest = 4096

  /// Returns a name as a relative path whose text does not lead out of the directory.
  static func relativePath(_ name: String) throws(StateError) -> FilePath {
    if name.utf8.contains(0) { throw invalid("a name cannot contain a zero byte") }
    if name.utf8.count > longest { throw invalid("a name cannot be longer than \(longest) bytes") }
    if name.utf8.first == UInt8(ascii: "/") {
      throw escape("the name \(StateError.quoted(name)) is absolute", path: FilePath(name))
    }
    // Compare bytes: a slash and a combining accent after it are one character.
    let parts = name.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init).filter {
      $0 != "."
    }
    if parts.contains("..") {
      throw escape("the name \(StateError.quoted(name)) contains ..", path: FilePath(name))
    }
    if parts.isEmpty { throw invalid("a name cannot be empty or refer to the directory itself") }
    return FilePath(parts.joined(separator: "/"))
  }

  /// Throws if symbolic links lead out of the directory.
  static func checkInside(_ name: FilePath, of base: FilePath, in system: any FileSystem)
    throws(StateError)
  {
    let isInside: Bool
    do throws(Errno) {
      var walk = try NameWalk(in: system)
      try walk.follow(base)
      let baseComponents = walk.subpath
      try walk.follow(name)
      isInside =
        walk.subpath.starts(with: baseComponents) && walk.subpath.count > baseComponents.count
    } catch {
      throw StateError(
        .unresolvableName, message: "a name in the container could not be resolved",
        path: base.pushing(name), underlyingError: error)
    }
    if !isInside {
      throw escape("symbolic links lead out of the directory", path: base.pushing(name))
    }
  }

  private static func invalid(_ sentence: String) -> StateError {
    StateError(.invalidName, message: sentence)
  }

  private static func escape(_ sentence: String, path: FilePath) -> StateError {
    StateError(.escapesContainer, message: sentence, path: path)
  }
}

/// A traversal of the file system from its root. It keeps the current directory open, so that each
/// step starts where the last one ended, even if directories are renamed in the meantime.
struct NameWalk: ~Copyable {
  /// The current path, without symbolic links.
  private(set) var subpath: [FilePath.Component] = []
  /// The last directory that exists.
  private var directory: OpenDirectory
  /// The number of components of the path that do not exist.
  private var missingCount = 0
  /// The components that remain to be visited, the next one last.
  private var pending: [FilePath.Component] = []
  private var linkCount = 0
  private let followed: FollowedLinks

  /// The largest number of symbolic links to follow, as in Linux.
  private static let mostLinks = 40

  /// The owners whose symbolic links are followed.
  enum FollowedLinks {
    case everybodys
    /// Links of this user and of root: another user must not choose what is copied or moved.
    case trusted
  }

  init(in system: any FileSystem, following followed: FollowedLinks = .everybodys) throws(Errno) {
    directory = try OpenDirectory("/", for: .walking, in: system)
    self.followed = followed
  }

  /// Opens the directory that the traversal has reached; returns nil if it does not exist.
  borrowing func openDirectory() throws(Errno) -> OpenDirectory? {
    if missingCount > 0 { return nil }
    return try OpenDirectory(".", in: directory, for: .listing)
  }

  /// Follows a path from the current directory. Components that do not exist are kept unchanged.
  mutating func follow(_ path: FilePath) throws(Errno) {
    try prepare(path)
    while let component = pending.popLast() {
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory:
        _ = subpath.popLast()
        if missingCount > 0 {
          missingCount -= 1
        } else {
          directory = try OpenDirectory("..", in: directory, for: .walking)
        }
      case .regular: try enter(component)
      }
    }
  }

  private mutating func prepare(_ path: FilePath) throws(Errno) {
    if path.isAbsolute {
      directory = try OpenDirectory("/", for: .walking, in: directory.system)
      subpath = []
      missingCount = 0
    }
    pending.append(contentsOf: path.components.reversed())
  }

  private mutating func enter(_ component: FilePath.Component) throws(Errno) {
    let name = FilePath(root: nil, [component])
    let status = missingCount > 0 ? nil : try directory.status(of: name)
    switch status?.kind {
    case nil: missingCount += 1
    case .directory: directory = try OpenDirectory(name, in: directory, for: .walking)
    case .symbolicLink:
      linkCount += 1
      let isTrusted = status?.user == 0 || status?.user == directory.system.userIdentifier
      if linkCount > Self.mostLinks || followed == .trusted && !isTrusted {
        throw .tooManySymbolicLinkLevels
      }
      return try prepare(directory.linkTarget(name))
    default:
      if !pending.isEmpty { throw .notDirectory }
      missingCount += 1
    }
    subpath.append(component)
  }
}

enum AppIdentifier {
  /// With this limit, a name that contains the identifier and a suffix still fits in the 255 bytes
  /// that file systems allow.
  private static let longest = 200

  /// Throws unless an identifier is in reverse-DNS form: two or more parts separated by dots, each
  /// made of ASCII letters, digits, hyphens and underscores, and not beginning with a hyphen.
  static func check(_ identifier: String) throws(StateError) {
    let parts = identifier.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isValid = parts.allSatisfy { part in
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
    guard parts.count >= 2, identifier.utf8.count <= longest, isValid else {
      throw StateError(
        .invalidIdentifier,
        message: "expected an identifier in reverse-DNS form, such as org.example.notes, "
          + "of at most \(longest) bytes, found " + StateError.quoted(identifier))
    }
  }
}
