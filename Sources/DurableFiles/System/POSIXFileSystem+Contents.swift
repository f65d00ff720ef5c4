// The contents of open files: reading, writing, flushing, reserving space, locking, checksums.

internal import CKernels
internal import CLibrary
internal import CSystemCalls
internal import Synchronization
package import SystemPackage

extension POSIXFileSystem {
  /// The maximum number of bytes in one call; some systems reject more.
  private static let longestTransfer = 1 << 30
  /// The number of bytes from which on memory is requested in large pages: 4 MiB.
  private static let largePagesThreshold = 1 << 22

  package func read(_ count: Int, from file: FileDescriptor) throws(Errno) -> [UInt8] {
    try unsafe Self.read(count) { space in
      try unsafe file.read(into: space, retryOnInterrupt: false)
    }
  }

  package func read(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno)
    -> [UInt8]
  {
    try unsafe Self.read(count) { space in
      try unsafe file.read(
        fromAbsoluteOffset: Int64(offset), into: space, retryOnInterrupt: false)
    }
  }

  package func readData(_ count: Int, at offset: Int, from file: FileDescriptor) throws(Errno)
    -> Data
  {
    let room = min(count, Self.longestTransfer)
    guard room > 0 else { return Data() }
    guard let memory = unsafe malloc(room) else { throw .noMemory }
    let length = unsafe pread(file.rawValue, memory, room, off_t(offset))
    do throws(Errno) { try Self.check(length) } catch {
      unsafe free(memory)
      throw error
    }
    return unsafe Data(bytesNoCopy: memory, count: length, deallocator: .free)
  }

  /// Returns at most `count` bytes that a call writes to the buffer, and whose number it returns.
  private static func read(
    _ count: Int, call: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: min(count, longestTransfer)) {
      (buffer: inout UnsafeMutableBufferPointer<UInt8>, filled: inout Int) in
      let room = min(buffer.count, count, longestTransfer)
      let whole = UnsafeMutableRawBufferPointer(buffer)
      let space = unsafe UnsafeMutableRawBufferPointer(rebasing: whole[..<room])
      if room >= largePagesThreshold { unsafe plinth_prefer_large_pages(space.baseAddress, room) }
      do { filled = try unsafe call(space) } catch { failure = error as? Errno ?? .ioError }
    }
    if let failure { throw failure }
    return bytes
  }

  package func write(_ bytes: Span<UInt8>, to file: FileDescriptor) throws(Errno) -> Int {
    let piece = bytes.extracting(first: min(bytes.count, Self.longestTransfer))
    let written = unsafe piece.withUnsafeBytes { piece in
      unsafe plinth_write(file.rawValue, piece.baseAddress, piece.count)
    }
    try Self.check(written)
    return written
  }

  package func waitUntilReady(_ file: FileDescriptor, for direction: TransferDirection) {
    let events = direction == .reading ? POLLIN : POLLOUT
    var request = pollfd(fd: file.rawValue, events: Int16(events), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }

  package func synchronize(_ file: FileDescriptor, strength: SynchronizationStrength) throws(Errno)
  {
    #if canImport(Darwin)
      // `fsync` leaves the bytes in the drive's cache on this system. Some volumes support neither
      // command.
      let command = strength == .complete ? F_FULLFSYNC : F_BARRIERFSYNC
      if fcntl(file.rawValue, command) != -1 { return }
      let unsupported: [Int32] = [ENOTSUP, ENOTTY, EINVAL]
      if !unsupported.contains(errno) { throw Errno(rawValue: errno) }
    #endif
    try Self.check(fsync(file.rawValue))
  }
}

extension POSIXFileSystem {
  package func hidesLosses(of directory: FileDescriptor, on device: UInt64) -> Bool {
    Self.devicesThatHideLosses.withLock { known in
      if let answer = known[device] { return answer }
      let answer = plinth_hides_losses(directory.rawValue) != 0
      if known.count >= 256 { known = [:] }
      known[device] = answer
      return answer
    }
  }

  /// The results for file systems, cached by device: one call for each device, instead of one for
  /// each save.
  private static let devicesThatHideLosses = Mutex<[UInt64: Bool]>([:])

  package func synchronizeFileSystem(of directory: FileDescriptor) throws(Errno) {
    try Self.check(plinth_synchronize_file_system(directory.rawValue))
  }
}

// MARK: - Space and locks

extension POSIXFileSystem {
  package func reserve(_ size: Int, of file: FileDescriptor) throws(Errno) {
    try Self.check(plinth_reserve_file(file.rawValue, Int64(size)))
  }

  package func lock(_ file: FileDescriptor, kind: LockKind) throws(Errno) -> Bool {
    do throws(Errno) {
      try Self.check(plinth_lock_file(file.rawValue, kind == .exclusive ? 1 : 0))
      return true
    } catch {
      // A file system may return either error if another open file description holds the lock.
      guard error == .wouldBlock || error == .permissionDenied else { throw error }
      return false
    }
  }

  package func lockDirectory(_ directory: FileDescriptor, as kind: LockKind) throws(Errno) -> Bool {
    do throws(Errno) {
      try Self.check(plinth_lock_directory(directory.rawValue, kind == .exclusive ? 1 : 0))
      return true
    } catch {
      guard error == .wouldBlock else { throw error }
      return false
    }
  }

  package func unlock(_ file: FileDescriptor) throws(Errno) {
    try Self.check(plinth_unlock_file(file.rawValue))
  }
}

// MARK: - Checksum

/// Returns the CRC-32C of some bytes, continuing from `beginning`, the checksum of the bytes before
/// them.
func checksum(of bytes: Span<UInt8>, after beginning: UInt32 = 0) -> UInt32 {
  unsafe bytes.withUnsafeBytes { unsafe plinth_crc32c(beginning, $0.baseAddress, $0.count) }
}

/// Returns the CRC-32C computed with tables only, as on a processor without the instruction.
func checksumByTable(of bytes: Span<UInt8>) -> UInt32 {
  unsafe bytes.withUnsafeBytes { unsafe plinth_crc32c_by_table(0, $0.baseAddress, $0.count) }
}
