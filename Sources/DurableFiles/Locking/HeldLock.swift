// A lock that somebody has. Relies on the system, which ends a lock at the latest when the last
// descriptor of its opening is closed; a child that is forked closes its own first of all.

internal import Synchronization
internal import SystemPackage

/// The lock of a file, held until it is released or forgotten.
public final class HeldLock: Sendable {
  private let system: any FileSystem
  private let file: Mutex<FileDescriptor?>
  /// A child that was forked has this value too, but neither the lock nor the descriptor.
  private let owner: Int32

  init(_ file: FileDescriptor, in system: any FileSystem) {
    self.system = system
    self.file = Mutex(file)
    owner = system.processIdentifier
  }

  /// Lets others have the lock. Releasing it again does nothing.
  public func release() {
    let held = file.withLock { held in
      defer { held = nil }
      return held
    }
    if let held, owner == system.processIdentifier { giveUp(held) }
  }

  /// Unlocks before it closes. Closing alone leaves the lock taken when it fails without having
  /// been done, and while a child that was just forked has the descriptor, too. Closing ends the
  /// lock when unlocking fails.
  private func giveUp(_ held: FileDescriptor) {
    try? retryingInterrupts { () throws(Errno) in try system.unlock(held) }
    try? system.close(held)
  }

  deinit { release() }
}
