// The temporary directories of this process: made once, held with a lock so that nobody tidies them
// away, emptied at exit. Relies on `OpenDirectory` for locks and on `ExitWork` for the end.

internal import DurableFiles
internal import Synchronization
internal import SystemPackage

/// All temporary directories that this process uses.
enum TemporaryDirectories {
  /// How a temporary directory is had.
  enum DirectoryLifetime {
    /// A new one for this process, removed at exit.
    case ofOneProcess
    /// One with a fixed name, emptied when nobody else uses it, if it was made by this library.
    case shared
  }

  private static let held = Mutex<[FilePath: HeldDirectory]>([:])

  /// The directory that a rule's path stands for.
  static func path(
    _ rule: FilePath, kind: DirectoryLifetime, in system: any FileSystem
  ) throws(StateError) -> FilePath {
    do throws(Errno) {
      return try held.withLock { held throws(Errno) in
        if let found = held[rule], found.isUsable { return found.path }
        ExitWork.register("temporary directories", work: endingWork)
        let new = try makeHeld(rule, kind: kind, system: system)
        held[rule] = new
        return new.path
      }
    } catch {
      throw DirectoryMaking.unavailable(rule, error: error)
    }
  }

  /// Empties them all: at exit, and before a signal ends the process.
  static func removeAll() {
    let found = held.withLock { held in
      defer { held = [:] }
      return Array(held.values)
    }
    for directory in found { directory.finish() }
  }

  /// Within a budget as much as it lasts for: what is left then, the next process removes.
  private static var endingWork: EndingWork {
    EndingWork(
      stage: .tidying,
      finish: { budget in
        if let budget { budget.wait(for: "plinth.temporary") { removeAll() } } else { removeAll() }
      })
  }

  /// How the names of an app's private directories begin.
  static func prefix(for identifier: String) -> String { "\(identifier).tmp-" }

  /// What stands in rules for the letters that make a name unique.
  static let uniqueEnding = String(repeating: "X", count: UniqueName.length)

  private static func makeHeld(
    _ rule: FilePath, kind: DirectoryLifetime, system: any FileSystem
  ) throws(Errno) -> HeldDirectory {
    switch kind {
    case .ofOneProcess: try makePrivate(rule, system: system)
    case .shared: try makeShared(rule, system: system)
    }
  }
}

// MARK: - One for this process

extension TemporaryDirectories {
  /// Makes a new directory and takes its lock; one that tidies up may be faster, so again.
  private static func makePrivate(
    _ rule: FilePath, system: any FileSystem
  ) throws(Errno) -> HeldDirectory {
    let parent = rule.removingLastComponent()
    let prefix = String((rule.lastComponent?.string ?? "").dropLast(UniqueName.length))
    removeAbandoned(in: parent, prefix: prefix, system)
    for _ in 0..<8 {
      let path = try system.makeUniqueDirectory(parent.appending(prefix))
      let directory = try OpenDirectory(path, for: .listing, in: system)
      if isTaken(directory) { continue }
      let new = HeldDirectory(path, directory: directory, kind: .ofOneProcess)
      if new.isUsable { return new }
    }
    throw .resourceBusy
  }

  /// File systems without such locks have nobody who tidies up by them.
  private static func isTaken(_ directory: borrowing OpenDirectory) -> Bool {
    (try? directory.lock(.exclusive)) == false
  }

  /// Removes what processes that were killed have left: directories with such a name, of this user
  /// alone, that nobody holds.
  private static func removeAbandoned(
    in parent: FilePath, prefix: String, _ system: any FileSystem
  ) {
    guard let parent = try? OpenDirectory(parent.appending("."), for: .listing, in: system)
    else { return }
    for name in parent.names() where isName(name, prefix: prefix) {
      guard let found = try? OpenDirectory(name, in: parent, for: .listing),
        found.isPrivate, (try? found.lock(.exclusive)) == true
      else { continue }
      DirectoryEmptying.empty(found)
      try? parent.removeDirectory(name)
    }
  }

  private static func isName(_ name: FilePath, prefix: String) -> Bool {
    let text = name.string
    return text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + UniqueName.length
  }
}

// MARK: - One with a fixed name

extension TemporaryDirectories {
  /// The first to come empties it; then all hold it together. A symbolic link is not followed: what
  /// it leads to belongs to somebody else.
  private static func makeShared(
    _ path: FilePath, system: any FileSystem
  ) throws(Errno) -> HeldDirectory {
    let isNew = try makeMissing(path, system: system)
    let directory = try OpenDirectory(path, for: .listing, in: system)
    if isNew { TemporaryMark.set(on: directory) }
    if (try? directory.lock(.exclusive)) == true { TemporaryMark.empty(directory) }
    holdTogether(directory)
    return HeldDirectory(path, directory: directory, kind: .shared)
  }

  /// Whether the directory was not there before.
  private static func makeMissing(
    _ path: FilePath, system: any FileSystem
  ) throws(Errno) -> Bool {
    do throws(StateError) {
      try DirectoryMaking(system: system).make(path.removingLastComponent(), promise: .fast)
    } catch {
      throw error.underlyingError as? Errno ?? .ioError
    }
    do throws(Errno) {
      try system.makePrivateDirectory(path)
      return true
    } catch {
      if error == .fileExists { return false }
      throw error
    }
  }

  /// Another process holds it alone while it empties it: two seconds are waited for that. Without
  /// the lock the directory is as good; only another process's exit may empty it then.
  private static func holdTogether(_ directory: borrowing OpenDirectory) {
    for _ in 0..<200 {
      if (try? directory.lock(.shared)) != false { return }
      directory.system.pause(.milliseconds(10))
    }
  }
}

/// A directory that this process holds.
final class HeldDirectory: Sendable {
  let path: FilePath
  private let kind: TemporaryDirectories.DirectoryLifetime
  private let directory: OpenDirectory
  /// A child that was forked has this value too, but not the right to empty the directory.
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

  /// Whether the directory is still where it was made.
  var isUsable: Bool { directory.isAt(path) }

  /// Empties the directory unless others use it, and removes it if it is this process's own.
  func finish() {
    guard owner == directory.system.processIdentifier, !isUsedByOthers else { return }
    switch kind {
    case .shared: TemporaryMark.empty(directory)
    case .ofOneProcess:
      DirectoryEmptying.empty(directory)
      try? directory.system.removeDirectory(path, in: nil)
    }
  }

  private var isUsedByOthers: Bool {
    (try? directory.lock(.exclusive)) == false
  }
}
