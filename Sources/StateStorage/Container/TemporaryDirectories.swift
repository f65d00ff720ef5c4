// The temporary directories of this process: created once, locked so that no other process removes
// them, and emptied at exit. Relies on `OpenDirectory` for locks and on `ExitWork` to empty them.

internal import DurableFiles
internal import Synchronization
internal import SystemPackage

/// All temporary directories that this process uses.
enum TemporaryDirectories {
  /// The lifetime of a temporary directory.
  enum DirectoryLifetime {
    /// A new directory for this process, removed at exit.
    case ofOneProcess
    /// A directory with a fixed name. If this library created it, it is emptied when no other
    /// process uses it.
    case shared
  }

  private static let held = Mutex<[FilePath: HeldDirectory]>([:])

  /// Returns the directory for the path in a rule.
  static func path(_ rule: FilePath, kind: DirectoryLifetime, in system: any FileSystem)
    throws(StateError) -> FilePath
  {
    do throws(Errno) {
      return try held.withLock { held throws(Errno) in
        if let found = held[rule], found.isUsable { return found.path }
        ExitWork.register("temporary directories", work: endingWork)
        let new =
          switch kind {
          case .ofOneProcess: try makePrivate(rule, system: system)
          case .shared: try makeShared(rule, system: system)
          }
        held[rule] = new
        return new.path
      }
    } catch { throw DirectoryMaking.unavailable(rule, error: error) }
  }

  /// Empties all temporary directories: at exit, and before a signal ends the process.
  static func removeAll() {
    let found = held.withLock { held in
      defer { held = [:] }
      return Array(held.values)
    }
    for directory in found { directory.finish() }
  }

  /// The work at exit. It stops when the budget runs out; the next process removes the rest.
  private static var endingWork: EndingWork {
    EndingWork(
      stage: .tidying,
      finish: { budget in
        if let budget { budget.wait(for: "plinth.temporary") { removeAll() } } else { removeAll() }
      })
  }

  /// Returns the prefix of the names of an app's private directories.
  static func prefix(for identifier: String) -> String { "\(identifier).tmp-" }

  /// The text in rules that represents the letters that make a name unique.
  static let uniqueEnding = String(repeating: "X", count: UniqueName.length)
}

// MARK: - A directory for this process

extension TemporaryDirectories {
  /// Creates a new directory and locks it. Tries again if a process that removes abandoned
  /// directories gets the lock first.
  private static func makePrivate(_ rule: FilePath, system: any FileSystem) throws(Errno)
    -> HeldDirectory
  {
    let parent = rule.removingLastComponent()
    let prefix = String((rule.lastComponent?.string ?? "").dropLast(UniqueName.length))
    removeAbandoned(in: parent, prefix: prefix, system)
    for _ in 0..<8 {
      let path = try system.makeUniqueDirectory(parent.appending(prefix))
      let directory = try OpenDirectory(path, for: .listing, in: system)
      // If the file system does not support locks, no process removes the directory as abandoned.
      if (try? directory.lock(.exclusive)) == false { continue }
      let new = HeldDirectory(path, directory: directory, kind: .ofOneProcess)
      if new.isUsable { return new }
    }
    throw .resourceBusy
  }

  /// Removes the directories of killed processes: directories with this prefix that are not locked
  /// and that only this user can access.
  private static func removeAbandoned(in parent: FilePath, prefix: String, _ system: any FileSystem)
  {
    guard let parent = try? OpenDirectory(parent.appending("."), for: .listing, in: system) else {
      return
    }
    for name in parent.names() {
      guard name.string.hasPrefix(prefix),
        name.string.utf8.count == prefix.utf8.count + UniqueName.length,
        let found = try? OpenDirectory(name, in: parent, for: .listing), found.isPrivate,
        (try? found.lock(.exclusive)) == true
      else { continue }
      DirectoryEmptying.empty(found)
      try? parent.removeDirectory(name)
    }
  }
}

// MARK: - A directory with a fixed name

extension TemporaryDirectories {
  /// Opens the directory, and empties it if no other process uses it. All processes that use it
  /// hold a shared lock. Does not follow a symbolic link: its target might belong to another user.
  private static func makeShared(_ path: FilePath, system: any FileSystem) throws(Errno)
    -> HeldDirectory
  {
    do throws(StateError) {
      try DirectoryMaking(system: system).make(path.removingLastComponent(), promise: .fast)
    } catch { throw error.underlyingError as? Errno ?? .ioError }
    let isNew = try system.makePrivateDirectoryIfMissing(path)
    let directory = try OpenDirectory(path, for: .listing, in: system)
    if isNew { TemporaryMark.set(on: directory) }
    if (try? directory.lock(.exclusive)) == true { TemporaryMark.empty(directory) }
    acquireSharedLock(directory)
    return HeldDirectory(path, directory: directory, kind: .shared)
  }

  /// Takes the shared lock, waiting up to two seconds for a process that holds it exclusively while
  /// it empties the directory. The directory is usable without the lock, but then another process
  /// may empty it when it exits.
  private static func acquireSharedLock(_ directory: borrowing OpenDirectory) {
    for _ in 0..<200 {
      if (try? directory.lock(.shared)) != false { return }
      directory.system.pause(.milliseconds(10))
    }
  }
}

/// A directory that this process has locked.
final class HeldDirectory: Sendable {
  let path: FilePath
  private let kind: TemporaryDirectories.DirectoryLifetime
  private let directory: OpenDirectory
  /// The process that created this object. A forked child has a copy of the object but must not
  /// empty the directory.
  private let owner: Int32

  init(
    _ path: FilePath, directory: consuming OpenDirectory,
    kind: TemporaryDirectories.DirectoryLifetime
  ) {
    self.path = path
    self.kind = kind
    owner = directory.system.processIdentifier
    self.directory = directory
  }

  /// Whether the directory is still where it was created.
  var isUsable: Bool { directory.isAt(path) }

  /// Empties the directory unless other processes use it, and removes it if it is private to this
  /// process.
  func finish() {
    // Other processes that use the directory hold a lock on it.
    guard owner == directory.system.processIdentifier, (try? directory.lock(.exclusive)) != false
    else { return }
    switch kind {
    case .shared: TemporaryMark.empty(directory)
    case .ofOneProcess:
      DirectoryEmptying.empty(directory)
      try? directory.system.removeDirectory(path, in: nil)
    }
  }
}

/// The marker: a small file in the directory, because some file systems lack extended attributes.
enum TemporaryMark {
  static let name: FilePath = ".temporary-directory"

  private static let text = """
    Signature: plinth-temporary-directory
    # Made by a program for temporary files: it removes what is in this directory.

    """

  /// Marks a directory that was just created. A directory without the marker is usable but never
  /// emptied.
  static func set(on directory: borrowing OpenDirectory) {
    try? directory.createFile(name, text: text)
  }

  /// Empties the directory, except for the marker, if it has one and only this user can access it.
  static func empty(_ directory: borrowing OpenDirectory) {
    guard directory.isPrivate, directory.hasFile(name, text: text) else { return }
    DirectoryEmptying.empty(directory, keeping: name)
  }
}
