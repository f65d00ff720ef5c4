// The length of a path that system calls take.

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
  /// Whether no system call takes this path: with its zero byte, it has more than `PATH_MAX` bytes. To take
  /// the components of such a path costs the square of its length.
  var isTooLong: Bool { length >= PATH_MAX }
}
