// A lock that somebody has. Relies on the system, which ends a lock when its descriptor is closed.

internal import Synchronization
internal import SystemPackage

/// The lock of a file, held until it is released or forgotten.
public final class HeldLock: Sendable {
  private let system: any FileSystem
  private let file: Mutex<FileDescriptor?>

  init(_ file: FileDescriptor, in system: any FileSystem) {
    self.system = system
    self.file = Mutex(file)
  }

  /// Lets others have the lock. Releasing it again does nothing.
  public func release() {
    let held = file.withLock { held in
      defer { held = nil }
      return held
    }
    if let held { try? system.close(held) }
  }

  deinit { release() }
}
