// A file system whose n-th call fails. It works on the real one, so that what is left behind can be
// looked at, and counts the descriptors that are open.

import Synchronization
import SystemPackage

@testable import DurableFiles

/// The real file system, except that one call fails instead of being made.
final class FailingFileSystem: FileSystem {
  private struct State {
    var calls = 0
    var failedCall: String?
    var openFiles: Set<FileDescriptor> = []
  }

  private let real = POSIXFileSystem()
  private let failingCall: Int
  private let error: Errno
  private let longestWrite: Int
  private let state = Mutex(State())

  /// Lets the call with the given number fail, counted from 1; 0 lets all succeed.
  init(failingCall: Int = 0, error: Errno = .ioError, longestWrite: Int = .max) {
    self.failingCall = failingCall
    self.error = error
    self.longestWrite = longestWrite
  }

  /// The name of the call that failed; nil when fewer calls were made.
  var failedCall: String? { state.withLock { $0.failedCall } }
  var openFileCount: Int { state.withLock { $0.openFiles.count } }

  private func count(_ call: String) throws(Errno) {
    let fails = state.withLock { state in
      state.calls += 1
      if state.calls == failingCall { state.failedCall = call }
      return state.calls == failingCall
    }
    if fails { throw error }
  }

  var processIdentifier: Int32 { real.processIdentifier }

  func open(
    _ path: FilePath, in directory: FileDescriptor?, as use: FileUse
  ) throws(Errno) -> FileDescriptor {
    try count("open \(use)")
    let file = try real.open(path, in: directory, as: use)
    state.withLock { _ = $0.openFiles.insert(file) }
    return file
  }

  /// A close that fails has closed all the same, as on Linux.
  func close(_ file: FileDescriptor) throws(Errno) {
    state.withLock { _ = $0.openFiles.remove(file) }
    try real.close(file)
    try count("close")
  }

  func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
    try count("status of file")
    return try real.status(of: file)
  }

  func status(of name: FilePath, in directory: FileDescriptor) throws(Errno) -> FileStatus {
    try count("status of name")
    return try real.status(of: name, in: directory)
  }

  func readLink(_ name: FilePath, in directory: FileDescriptor) throws(Errno) -> FilePath {
    try count("readLink")
    return try real.readLink(name, in: directory)
  }

  func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8] {
    try self.count("read")
    return try real.read(min(count, longestWrite), from: file)
  }

  func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    try count("write")
    if longestWrite == 0 { return 0 }
    return try real.write(bytes.extracting(first: min(bytes.count, longestWrite)), to: file)
  }

  func synchronize(
    _ file: FileDescriptor, _ strength: SynchronizationStrength
  ) throws(Errno) {
    try count("synchronize")
    try real.synchronize(file, strength)
  }

  func rename(
    _ name: FilePath, to newName: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    try count("rename")
    try real.rename(name, to: newName, in: directory)
  }

  func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno) {
    try count("remove")
    try real.remove(name, in: directory)
  }

  func makeDirectory(_ path: FilePath) throws(Errno) {
    try count("makeDirectory")
    try real.makeDirectory(path)
  }

  func removeDirectory(_ path: FilePath) throws(Errno) {
    try count("removeDirectory")
    try real.removeDirectory(path)
  }

  func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno) {
    try count("setOwner")
    try real.setOwner(of: file, user: user, group: group)
  }

  func setPermissions(of file: FileDescriptor, to permissions: FilePermissions) throws(Errno) {
    try count("setPermissions")
    try real.setPermissions(of: file, to: permissions)
  }

  func attributeNames(of file: FileDescriptor) throws(Errno) -> [String] {
    try count("attributeNames")
    return try real.attributeNames(of: file)
  }

  func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8] {
    try count("attribute")
    return try real.attribute(name, of: file)
  }

  func setAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(Errno) {
    try count("setAttribute")
    try real.setAttribute(name, to: value, of: file)
  }
}
