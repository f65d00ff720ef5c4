// A lock that the process holds. Relies on the system, which releases a lock when the last
// descriptor of its opening is closed. A forked child closes its copy of the descriptor before it
// does anything else.

internal import Synchronization
internal import SystemPackage

/// The lock of a file, held until it is released or destroyed.
public final class HeldLock: Sendable {
  private let system: any FileSystem
  private let file: Mutex<FileDescriptor?>
  /// The process that holds the lock. A forked child also has this value, but neither the lock nor
  /// the descriptor.
  private let owner: Int32

  init(_ file: FileDescriptor, in system: any FileSystem) {
    self.system = system
    self.file = Mutex(file)
    owner = system.processIdentifier
  }

  /// Releases the lock. Releasing it again has no effect.
  public func release() {
    let held = file.withLock { held in
      defer { held = nil }
      return held
    }
    if let held, owner == system.processIdentifier { giveUp(held) }
  }

  /// Unlocks the file before closing it. Closing alone would not release the lock if it fails
  /// without effect, or while a forked child still has the descriptor. If unlocking fails, closing
  /// releases the lock.
  private func giveUp(_ held: FileDescriptor) {
    try? retryingInterrupts { () throws(Errno) in try system.unlock(held) }
    try? system.close(held)
  }

  deinit { release() }
}
