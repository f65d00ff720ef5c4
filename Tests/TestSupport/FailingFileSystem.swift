// A file system whose n-th call fails. It forwards to another one, by default the real one, so that
// the result can be inspected, and counts the open descriptors.

package import DurableFiles
internal import Synchronization
package import SystemPackage

/// A file system in which one call, or every call from a certain one on, fails instead of being
/// made.
package final class FailingFileSystem: FileSystem {
  private struct State {
    var calls = 0
    var names: [String] = []
    var failedCall: String?
    var openFiles: Set<FileDescriptor> = []
    var largestTransfer = 0
    var heard: (@Sendable (_ call: String) -> Void)?
    /// The real numbers of open files, and the numbers that files have here.
    var inodes: [FileDescriptor: UInt64] = [:]
    var numbers: [UInt64: UInt64] = [:]
    var lastNumber: UInt64 = 1 << 32

    mutating func number(of inode: UInt64) -> UInt64 {
      if let number = numbers[inode] { return number }
      lastNumber += 1
      numbers[inode] = lastNumber
      return lastNumber
    }

    mutating func forget(_ file: FileDescriptor) {
      guard let inode = inodes.removeValue(forKey: file) else { return }
      if !inodes.values.contains(inode) { numbers[inode] = nil }
    }
  }

  private let real: any FileSystem
  private let failingCall: Int
  private let persistence: Persistence
  private let error: Errno
  private let longestWrite: Int
  private let unsupported: [String: Errno]
  private let failedClose: FailedClose
  private let hidesLosses: Bool
  private let tidying: Tidying
  private let numbering: Numbering
  private let state = Mutex(State())

  /// Whether the calls after the failing one succeed.
  package enum Persistence: Sendable { case once, fromThenOn }
  /// When the temporary files of killed programs are removed.
  package enum Tidying: Sendable { case always, never }
  /// The file numbers: those of the underlying file system, or a new one each time that the last
  /// descriptor of a file is closed, as on file systems that cannot recognize an evicted file.
  package enum Numbering: Sendable { case stable, forgotten }
  /// Whether a close that fails has closed all the same, as on Linux, or had no effect.
  package enum FailedClose: Sendable { case closes, leavesOpen }

  /// Lets the call with the given number fail, counted from 1; 0 lets all succeed.
  ///
  /// - Parameters:
  ///   - longestWrite: The most bytes that one call reads or writes; at 0 it writes none.
  ///   - unsupported: The calls, by their names here, that this file system does not support.
  ///   - hidesLosses: Whether only a status call after a synchronization reports a loss, as on XFS.
  package init(
    failingCall: Int = 0, error: Errno = .ioError, persistence: Persistence = .once,
    longestWrite: Int = .max, unsupported: [String: Errno] = [:],
    failedClose: FailedClose = .closes, hidesLosses: Bool = false,
    tidying: Tidying = .always, numbering: Numbering = .stable,
    over real: any FileSystem = POSIXFileSystem()
  ) {
    self.failingCall = failingCall
    self.error = error
    self.persistence = persistence
    self.longestWrite = longestWrite
    self.unsupported = unsupported
    self.failedClose = failedClose
    self.hidesLosses = hidesLosses
    self.tidying = tidying
    self.numbering = numbering
    self.real = real
  }

  /// A file system in which all calls succeed, and each is reported before it is made.
  package convenience init(hearing heard: @escaping @Sendable (_ call: String) -> Void) {
    self.init()
    state.withLock { $0.heard = heard }
  }

  /// The name of the first call that failed; nil when fewer calls were made.
  package var failedCall: String? { state.withLock { $0.failedCall } }
  /// The number of open descriptors: files, directories and locks.
  package var openFileCount: Int { state.withLock { $0.openFiles.count } }
  /// The calls that were made, by their names here.
  package var calls: [String] { state.withLock { $0.names } }
  /// The maximum number of bytes that one call was to read or to write.
  package var largestTransfer: Int { state.withLock { $0.largestTransfer } }

  /// The status of a file with the number that it has here.
  private func numbered(_ status: FileStatus) -> FileStatus {
    if numbering == .stable { return status }
    var numbered = status
    numbered.inode = state.withLock { $0.number(of: status.inode) }
    return numbered
  }

  private func note(transfer size: Int) {
    state.withLock { $0.largestTransfer = max($0.largestTransfer, size) }
  }

  private func count(_ call: String) throws(Errno) {
    state.withLock { $0.heard }?(call)
    let fails = state.withLock { state in
      state.calls += 1
      state.names.append(call)
      let fails =
        persistence == .once
        ? state.calls == failingCall
        : failingCall > 0 && state.calls >= failingCall
      if fails, state.failedCall == nil { state.failedCall = call }
      return fails
    }
    if fails { throw error }
    if let missing = unsupported[call] { throw missing }
  }

  package var processIdentifier: Int32 { real.processIdentifier }
  package var userIdentifier: UInt32 { real.userIdentifier }

  package func isProcessAlive(_ number: Int32) -> Bool { real.isProcessAlive(number) }
  package var now: FileTime { real.now }
  package var elapsed: Duration { real.elapsed }
  /// By default always, so that a test need not wait.
  package func isTimeForCleanup(nextTo file: FilePath) -> Bool { tidying == .always }
  package func pause(_ duration: Duration) { real.pause(duration) }
  package func waitUntilReady(_ file: FileDescriptor, for direction: TransferDirection) {
    real.waitUntilReady(file, for: direction)
  }

  package func open(
    _ path: FilePath, in directory: FileDescriptor?, as use: FileUse
  ) throws(Errno) -> FileDescriptor {
    try count("open \(use.name)")
    let file = try real.open(path, in: directory, as: use)
    note(file)
    return file
  }

  /// Records a file that was opened.
  private func note(_ file: FileDescriptor) {
    let inode = numbering == .forgotten ? try? real.status(of: file).inode : nil
    state.withLock { state in
      state.openFiles.insert(file)
      if let inode { state.inodes[file] = inode }
    }
  }

  package func openRegularFile(at path: String) throws(Errno) -> FileDescriptor? {
    try count("open regular")
    let file = try real.openRegularFile(at: path)
    if let file { note(file) }
    return file
  }

  package func close(_ file: FileDescriptor) throws(Errno) {
    if failedClose == .leavesOpen { try count("close") }
    state.withLock { state in
      state.openFiles.remove(file)
      state.forget(file)
    }
    try real.close(file)
    if failedClose == .closes { try count("close") }
  }

  package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
    try count("status of file")
    return numbered(try real.status(of: file))
  }

  package func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus {
    try count("status of name")
    return numbered(try real.status(of: name, in: directory))
  }

  package func statusFollowingLinks(of path: FilePath) throws(Errno) -> FileStatus {
    try count("status of path")
    return try real.statusFollowingLinks(of: path)
  }

  package func readLink(_ name: FilePath, in directory: FileDescriptor) throws(Errno) -> FilePath {
    try count("readLink")
    return try real.readLink(name, in: directory)
  }

  package func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8] {
    try self.count("read")
    note(transfer: count)
    return try real.read(min(count, longestWrite), from: file)
  }

  package func read(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno)
    -> [UInt8]
  {
    try self.count("readAt")
    note(transfer: count)
    return try real.read(min(count, longestWrite), at: offset, from: file)
  }

  package func readData(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno)
    -> Data
  {
    try self.count("readAt")
    note(transfer: count)
    return try real.readData(min(count, longestWrite), at: offset, from: file)
  }

  package func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    try count("write")
    note(transfer: bytes.count)
    if longestWrite == 0 { return 0 }
    return try real.write(bytes.extracting(first: min(bytes.count, longestWrite)), to: file)
  }

  package func synchronize(
    _ file: FileDescriptor, strength: SynchronizationStrength
  ) throws(Errno) {
    try count("synchronize")
    try real.synchronize(file, strength: strength)
  }

  package func hidesLosses(of directory: FileDescriptor, on device: UInt64) -> Bool { hidesLosses }

  package func synchronizeFileSystem(of directory: FileDescriptor) throws(Errno) {
    try count("synchronize file system")
    try real.synchronizeFileSystem(of: directory)
  }

  package func rename(
    _ name: FilePath, in directory: FileDescriptor, to newName: FilePath,
    in newDirectory: FileDescriptor
  ) throws(Errno) {
    try count("rename")
    try real.rename(name, in: directory, to: newName, in: newDirectory)
  }

  package func link(
    _ name: FilePath, to newName: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    try count("link")
    try real.link(name, to: newName, in: directory)
  }

  package func names(
    beginning: String, in directory: FileDescriptor
  ) throws(Errno) -> [FilePath] {
    try count("names")
    return try real.names(beginning: beginning, in: directory)
  }

  package func watch(_ directory: FilePath) throws(Errno) -> FileDescriptor {
    try count("watch")
    let events = try real.watch(directory)
    state.withLock { _ = $0.openFiles.insert(events) }
    return events
  }

  package func reserve(_ size: Int, of file: FileDescriptor) throws(Errno) {
    try count("reserve")
    try real.reserve(size, of: file)
  }

  package func lock(_ file: FileDescriptor, kind: LockKind) throws(Errno) -> Bool {
    try count("lock")
    return try real.lock(file, kind: kind)
  }

  package func unlock(_ file: FileDescriptor) throws(Errno) {
    try count("unlock")
    try real.unlock(file)
  }

  package func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno) {
    try count("remove")
    try real.remove(name, in: directory)
  }

  package func lockDirectory(_ directory: FileDescriptor, as kind: LockKind) throws(Errno) -> Bool {
    try count("lock directory")
    return try real.lockDirectory(directory, as: kind)
  }

  package func workingDirectory() throws(Errno) -> FilePath {
    try count("working directory")
    return try real.workingDirectory()
  }

  package func makeLink(
    to target: FilePath, as name: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    try count("makeLink")
    try real.makeLink(to: target, as: name, in: directory)
  }

  package func makeDirectory(
    _ path: FilePath, in directory: FileDescriptor?, permissions: FilePermissions
  ) throws(Errno) {
    try count("makeDirectory")
    try real.makeDirectory(path, in: directory, permissions: permissions)
  }

  package func removeDirectory(_ path: FilePath, in directory: FileDescriptor?) throws(Errno) {
    try count("removeDirectory")
    try real.removeDirectory(path, in: directory)
  }

  package func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno) {
    try count("setOwner")
    try real.setOwner(of: file, user: user, group: group)
  }

  package func setPermissions(of file: FileDescriptor, to permissions: FilePermissions)
    throws(Errno)
  {
    try count("setPermissions")
    try real.setPermissions(of: file, to: permissions)
  }

  package func setPermissions(
    of name: FilePath, in directory: FileDescriptor, to permissions: FilePermissions
  ) throws(Errno) {
    try count("setPermissions of name")
    try real.setPermissions(of: name, in: directory, to: permissions)
  }

  package func attributeNames(of file: FileDescriptor) throws(Errno) -> [String] {
    try count("attributeNames")
    return try real.attributeNames(of: file)
  }

  package func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8] {
    try count("attribute")
    return try real.attribute(name, of: file)
  }

  package func removeAttribute(_ name: String, of file: FileDescriptor) throws(Errno) {
    try count("removeAttribute")
    try real.removeAttribute(name, of: file)
  }

  package func setAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(Errno) {
    try count("setAttribute")
    try real.setAttribute(name, to: value, of: file)
  }
}

extension FileUse {
  /// The use for which a file is opened, without the permissions.
  fileprivate var name: String {
    switch self {
    case .reading: "reading"
    case .inspecting: "inspecting"
    case .directory, .unlinkedDirectory: "directory"
    case .listing: "listing"
    case .walking: "walking"
    case .creating: "creating"
    case .locking: "locking"
    }
  }
}
