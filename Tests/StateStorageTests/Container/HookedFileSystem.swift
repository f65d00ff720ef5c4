// A file system whose calls a test can delay or fail one by one. It forwards to another file
// system, by default the real one.

import DurableFiles
import SystemPackage

/// A file system that calls a hook before each operation.
struct HookedFileSystem: FileSystem {
  /// Receives the name of each call before it is made; an error that it throws becomes the result.
  let hook: @Sendable (_ call: String) throws(Errno) -> Void
  let real: any FileSystem

  init(
    over real: any FileSystem = POSIXFileSystem(),
    _ hook: @escaping @Sendable (_ call: String) throws(Errno) -> Void
  ) {
    self.hook = hook
    self.real = real
  }

  var processIdentifier: Int32 { real.processIdentifier }
  var userIdentifier: UInt32 { real.userIdentifier }
  var now: FileTime { real.now }
  var elapsed: Duration { real.elapsed }
  func isTimeForCleanup(nextTo file: FilePath) -> Bool { real.isTimeForCleanup(nextTo: file) }
  func isProcessAlive(_ number: Int32) -> Bool { real.isProcessAlive(number) }
  func pause(_ duration: Duration) { real.pause(duration) }
  func waitUntilReady(_ file: FileDescriptor, for direction: TransferDirection) {
    real.waitUntilReady(file, for: direction)
  }

  func open(_ path: FilePath, in directory: FileDescriptor?, as use: FileUse) throws(Errno)
    -> FileDescriptor
  {
    let name = path.lastComponent?.string ?? ""
    try hook(use == .inspecting ? "open inspecting \(name)" : "open")
    return try real.open(path, in: directory, as: use)
  }

  func openRegularFile(at path: String) throws(Errno) -> FileDescriptor? {
    try hook("open")
    return try real.openRegularFile(at: path)
  }

  func close(_ file: FileDescriptor) throws(Errno) {
    try hook("close")
    try real.close(file)
  }

  func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
    try hook("status")
    return try real.status(of: file)
  }

  func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus {
    try hook("status")
    return try real.status(of: name, in: directory)
  }

  func statusFollowingLinks(of path: FilePath) throws(Errno) -> FileStatus {
    try hook("status")
    return try real.statusFollowingLinks(of: path)
  }

  func readLink(_ name: FilePath, in directory: FileDescriptor) throws(Errno) -> FilePath {
    try hook("readLink")
    return try real.readLink(name, in: directory)
  }

  func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8] {
    try hook("read")
    return try real.read(count, from: file)
  }

  func read(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno) -> [UInt8] {
    try hook("readAt")
    return try real.read(count, at: offset, from: file)
  }

  func readData(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno) -> Data {
    try hook("readAt")
    return try real.readData(count, at: offset, from: file)
  }

  func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    try hook("write")
    return try real.write(bytes, to: file)
  }

  func synchronize(_ file: FileDescriptor, strength: SynchronizationStrength) throws(Errno) {
    try hook("synchronize")
    try real.synchronize(file, strength: strength)
  }

  func hidesLosses(of directory: FileDescriptor, on device: UInt64) -> Bool {
    real.hidesLosses(of: directory, on: device)
  }

  func synchronizeFileSystem(of directory: FileDescriptor) throws(Errno) {
    try hook("synchronize file system")
    try real.synchronizeFileSystem(of: directory)
  }

  func rename(
    _ name: FilePath, in directory: FileDescriptor, to newName: FilePath,
    in newDirectory: FileDescriptor
  ) throws(Errno) {
    try hook("rename")
    try hook("rename \(name.string)")
    try real.rename(name, in: directory, to: newName, in: newDirectory)
  }

  func link(_ name: FilePath, to newName: FilePath, in directory: FileDescriptor) throws(Errno) {
    try hook("link")
    try real.link(name, to: newName, in: directory)
  }

  func names(beginning: String, in directory: FileDescriptor) throws(Errno) -> [FilePath] {
    try hook("names")
    return try real.names(beginning: beginning, in: directory)
  }

  func watch(_ directory: FilePath) throws(Errno) -> FileDescriptor {
    try hook("watch")
    return try real.watch(directory)
  }

  func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno) {
    try hook("remove")
    try real.remove(name, in: directory)
  }

  func lockDirectory(_ directory: FileDescriptor, as kind: LockKind) throws(Errno) -> Bool {
    try hook("lock directory")
    return try real.lockDirectory(directory, as: kind)
  }

  func workingDirectory() throws(Errno) -> FilePath {
    try hook("working directory")
    return try real.workingDirectory()
  }

  func makeLink(
    to target: FilePath, as name: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    try hook("makeLink")
    try real.makeLink(to: target, as: name, in: directory)
  }

  func makeDirectory(
    _ path: FilePath, in directory: FileDescriptor?, permissions: FilePermissions
  ) throws(Errno) {
    try hook("makeDirectory \(path.lastComponent?.string ?? "")")
    try real.makeDirectory(path, in: directory, permissions: permissions)
  }

  func removeDirectory(_ path: FilePath, in directory: FileDescriptor?) throws(Errno) {
    try hook("removeDirectory")
    try real.removeDirectory(path, in: directory)
  }

  func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno) {
    try hook("setOwner")
    try real.setOwner(of: file, user: user, group: group)
  }

  func setPermissions(of file: FileDescriptor, to permissions: FilePermissions) throws(Errno) {
    try hook("setPermissions")
    try real.setPermissions(of: file, to: permissions)
  }

  func setPermissions(
    of name: FilePath, in directory: FileDescriptor, to permissions: FilePermissions
  ) throws(Errno) {
    try hook("setPermissions of name")
    try real.setPermissions(of: name, in: directory, to: permissions)
  }

  func attributeNames(of file: FileDescriptor) throws(Errno) -> [String] {
    try hook("attributeNames")
    return try real.attributeNames(of: file)
  }

  func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8] {
    try hook("attribute")
    return try real.attribute(name, of: file)
  }

  func removeAttribute(_ name: String, of file: FileDescriptor) throws(Errno) {
    try hook("removeAttribute")
    try real.removeAttribute(name, of: file)
  }

  func setAttribute(_ name: String, to value: [UInt8], of file: FileDescriptor) throws(Errno) {
    try hook("setAttribute")
    try real.setAttribute(name, to: value, of: file)
  }

  func reserve(_ size: Int, of file: FileDescriptor) throws(Errno) {
    try hook("reserve")
    try real.reserve(size, of: file)
  }

  func lock(_ file: FileDescriptor, kind: LockKind) throws(Errno) -> Bool {
    try hook("lock")
    return try real.lock(file, kind: kind)
  }

  func unlock(_ file: FileDescriptor) throws(Errno) {
    try hook("unlock")
    try real.unlock(file)
  }
}
