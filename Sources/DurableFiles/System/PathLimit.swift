// The maximum length of a path in system calls.

internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension FilePath {
  /// Whether the path is too long for every system call: with its zero byte, it has more than
  /// `PATH_MAX` bytes. Splitting such a path into components takes time quadratic in its length.
  var isTooLong: Bool { length >= PATH_MAX }
}
