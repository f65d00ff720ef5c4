// The environment of a process: its variables, its executable and the home directory of its user. Also
// ends the process. Relies on CSystemCalls for the user database.

internal import CLibrary
internal import CSystemCalls
package import SystemPackage

/// The environment of this process.
package enum ProcessEnvironment {
  /// Returns the value of a variable; nil if it is not set.
  package static func variable(_ name: String) -> FilePath? {
    unsafe getenv(name).map { unsafe FilePath(platformString: $0) }
  }

  /// Returns the path of the executable that this process runs; nil if the system does not report
  /// it.
  package static func executable() -> FilePath? {
    #if canImport(Darwin)
      var room: UInt32 = 0
      _ = unsafe _NSGetExecutablePath(nil, &room)
      var text = [CChar](repeating: 0, count: Int(room) + 1)
      let found = unsafe text.withUnsafeMutableBufferPointer { text in
        unsafe _NSGetExecutablePath(text.baseAddress, &room) == 0
      }
      return found ? FilePath(bytes: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))) : nil
    #else
      let system = POSIXFileSystem()
      guard let directory = try? system.open("/proc/self", in: nil, as: .directory) else {
        return nil
      }
      defer { try? system.close(directory) }
      return try? system.readLink("exe", in: directory)
    #endif
  }

  /// Returns the home directory of this user in the user database; nil if there is none.
  package static func homeOfUser() -> FilePath? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let room = text.count
    let length = unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe plinth_home_of_user(text.baseAddress, room)
    }
    guard length > 0 else { return nil }
    return FilePath(bytes: text.prefix(length).map { UInt8(bitPattern: $0) })
  }

  /// Ends the process with status 0. Functions that are registered for the end of the process are not
  /// called, and the buffers of C's streams are not written.
  package static func exitImmediately() -> Never { _exit(0) }
}
