// What a process is started with: its variables and the home directory of its user. Relies on
// CPlatform for the user database.

internal import CPlatform
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The environment of this process.
package enum ProcessEnvironment {
  /// The value of a variable.
  package static func variable(_ name: String) -> FilePath? {
    unsafe getenv(name).map { unsafe FilePath(platformString: $0) }
  }

  /// The home directory that the user database has for this user.
  package static func homeOfUser() -> FilePath? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let room = text.count
    let length = unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe plinth_home_of_user(text.baseAddress, room)
    }
    guard length > 0 else { return nil }
    return FilePath(bytes: text.prefix(length).map { UInt8(bitPattern: $0) })
  }
}
