// A file system whose n-th call fails. It works on another, the real one unless told otherwise, so
// that what is left behind can be looked at, and counts the descriptors that are open.

package import DurableFiles
internal import Synchronization
package import SystemPackage

/// A file system, except that one call fails, or all from one on, instead of being made.
package final class FailingFileSystem: FileSystem {
  private struct State {
    var calls = 0
    var names: [String] = []
    var failedCall: String?
    var openFiles: Set<FileDescriptor> = []
    var largestTransfer = 0
  }

  private let real: any FileSystem
  private let failingCall: Int
  private let persistence: Persistence
  private let error: Errno
  private let longestWrite: Int
  private let unsupported: [String: Errno]
  private let failedClose: FailedClose
  private let state = Mutex(State())

  /// Whether the calls after the failing one succeed.
  package enum Persistence: Sendable { case once, fromThenOn }
  /// Whether a close that fails has closed all the same, as on Linux, or was never made.
  package enum FailedClose: Sendable { case closes, leavesOpen }

  /// Lets the call with the given number fail, counted from 1; 0 lets all succeed.
  ///
  /// - Parameters:
  ///   - longestWrite: how many bytes one call reads or writes at most; at 0 it writes none.
  ///   - unsupported: the calls, by their names here, that this file system does not have.
  package init(
    failingCall: Int = 0, error: Errno = .ioError, persistence: Persistence = .once,
    longestWrite: Int = .max, unsupported: [String: Errno] = [:],
    failedClose: FailedClose = .closes, over real: any FileSystem = POSIXFileSystem()
  ) {
    self.failingCall = failingCall
    self.error = error
    self.persistence = persistence
    self.longestWrite = longestWrite
    self.unsupported = unsupported
    self.failedClose = failedClose
    self.real = real
  }

  /// The name of the first call that failed; nil when fewer calls were made.
  package var failedCall: String? { state.withLock { $0.failedCall } }
  /// How many descriptors are open: files, directories and locks.
  package var openFileCount: Int { state.withLock { $0.openFiles.count } }
  /// The calls that were made, by their names here.
  package var calls: [String] { state.withLock { $0.names } }
  /// The most bytes that one call was asked to read or to write.
  package var largestTransfer: Int { state.withLock { $0.largestTransfer } }

  private func note(transfer size: Int) {
    state.withLock { $0.largestTransfer = max($0.largestTransfer, size) }
  }

  private func count(_ call: String) throws(Errno) {
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

  package func isProcessAlive(_ number: Int32) -> Bool { real.isProcessAlive(number) }
  package var now: FileTime { real.now }
  package var elapsed: Duration { real.elapsed }
  /// Always, so that a test need not wait.
  package func isTimeToTidy(beside file: FilePath) -> Bool { true }
  package func pause(_ duration: Duration) { real.pause(duration) }

  package func open(
    _ path: FilePath, in directory: FileDescriptor?, as use: FileUse
  ) throws(Errno) -> FileDescriptor {
    try count("open \(use.name)")
    let file = try real.open(path, in: directory, as: use)
    state.withLock { _ = $0.openFiles.insert(file) }
    return file
  }

  package func close(_ file: FileDescriptor) throws(Errno) {
    if failedClose == .leavesOpen { try count("close") }
    state.withLock { _ = $0.openFiles.remove(file) }
    try real.close(file)
    if failedClose == .closes { try count("close") }
  }

  package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
    try count("status of file")
    return try real.status(of: file)
  }

  package func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus {
    try count("status of name")
    return try real.status(of: name, in: directory)
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

  package func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    try count("write")
    note(transfer: bytes.count)
    if longestWrite == 0 { return 0 }
    return try real.write(bytes.extracting(first: min(bytes.count, longestWrite)), to: file)
  }

  package func synchronize(
    _ file: FileDescriptor, _ strength: SynchronizationStrength
  ) throws(Errno) {
    try count("synchronize")
    try real.synchronize(file, strength)
  }

  package func rename(
    _ name: FilePath, to newName: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    try count("rename")
    try real.rename(name, to: newName, in: directory)
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

  package func lock(_ file: FileDescriptor, _ kind: LockKind) throws(Errno) -> Bool {
    try count("lock")
    return try real.lock(file, kind)
  }

  package func unlock(_ file: FileDescriptor) throws(Errno) {
    try count("unlock")
    try real.unlock(file)
  }

  package func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno) {
    try count("remove")
    try real.remove(name, in: directory)
  }

  package func makeDirectory(_ path: FilePath) throws(Errno) {
    try count("makeDirectory")
    try real.makeDirectory(path)
  }

  package func removeDirectory(_ path: FilePath) throws(Errno) {
    try count("removeDirectory")
    try real.removeDirectory(path)
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
  /// What a file is opened for, without with which permissions.
  fileprivate var name: String {
    switch self {
    case .reading: "reading"
    case .inspecting: "inspecting"
    case .directory: "directory"
    case .creating: "creating"
    case .locking: "locking"
    }
  }
}
