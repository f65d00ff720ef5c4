// Whether a name stays in its directory: by its text, then by following it in the file system, one
// component after the other. Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// Checks names of files in a container.
enum NameCheck {
  /// No system opens a longer path.
  private static let longest = 4096

  /// A name as a relative path that cannot lead out by itself.
  static func relativePath(_ name: String) throws(StateError) -> FilePath {
    if name.utf8.contains(0) { throw invalid("a name cannot contain a zero byte") }
    if name.utf8.count > longest { throw invalid("a name cannot be over \(longest) bytes long") }
    if name.utf8.first == UInt8(ascii: "/") {
      throw escape("the name \(StateError.quoted(name)) is absolute", path: FilePath(name))
    }
    // By bytes: a slash and an accent after it are one character.
    let parts = name.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init).filter {
      $0 != "."
    }
    if parts.contains("..") {
      throw escape("the name \(StateError.quoted(name)) leads upwards", path: FilePath(name))
    }
    if parts.isEmpty { throw invalid("a name cannot be empty or stand for the directory itself") }
    return FilePath(parts.joined(separator: "/"))
  }

  /// Fails when symbolic links lead out of the directory.
  static func checkInside(
    _ name: FilePath, of base: FilePath, in system: any FileSystem
  ) throws(StateError) {
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
        .unresolvableName, message: "a name in the container cannot be followed",
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

/// A walk through the file system from its root. Every directory on the way is held open, so that
/// each step starts where the last one ended, whatever is renamed meanwhile.
struct NameWalk: ~Copyable {
  /// Where the walk is, without any symbolic link.
  private(set) var subpath: [FilePath.Component] = []
  /// The last directory that exists.
  private var directory: OpenDirectory
  /// How many components of the place do not exist.
  private var missingCount = 0
  /// What is still to be walked, the next component last.
  private var pending: [FilePath.Component] = []
  private var linkCount = 0
  private let followed: FollowedLinks

  /// As many as Linux follows.
  private static let mostLinks = 40

  /// Whose symbolic links are followed.
  enum FollowedLinks {
    case everybodys
    /// Those of this user and of root: another user must not choose what is copied or moved.
    case trusted
  }

  init(
    in system: any FileSystem, following followed: FollowedLinks = .everybodys
  ) throws(Errno) {
    directory = try OpenDirectory("/", for: .walking, in: system)
    self.followed = followed
  }

  /// Opens the directory that the walk has led to; nil where it does not exist.
  borrowing func openDirectory() throws(Errno) -> OpenDirectory? {
    if missingCount > 0 { return nil }
    return try OpenDirectory(".", in: directory, for: .listing)
  }

  /// Walks along a path from where the walk is; what does not exist is taken as it stands.
  mutating func follow(_ path: FilePath) throws(Errno) {
    try prepare(path)
    while let component = pending.popLast() {
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory: try goUp()
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

  private mutating func goUp() throws(Errno) {
    _ = subpath.popLast()
    if missingCount > 0 {
      missingCount -= 1
    } else {
      directory = try OpenDirectory("..", in: directory, for: .walking)
    }
  }

  private mutating func enter(_ component: FilePath.Component) throws(Errno) {
    let name = FilePath(root: nil, [component])
    switch missingCount > 0 ? nil : try directory.kind(of: name) {
    case nil: missingCount += 1
    case .directory: directory = try OpenDirectory(name, in: directory, for: .walking)
    case .symbolicLink:
      linkCount += 1
      if linkCount > Self.mostLinks { throw .tooManySymbolicLinkLevels }
      if followed == .trusted, try !isTrusted(name) { throw .tooManySymbolicLinkLevels }
      return try prepare(directory.linkTarget(name))
    default:
      if !pending.isEmpty { throw .notDirectory }
      missingCount += 1
    }
    subpath.append(component)
  }

  private func isTrusted(_ link: FilePath) throws(Errno) -> Bool {
    let user = try directory.status(of: link)?.user
    return user == 0 || user == directory.system.userIdentifier
  }
}
