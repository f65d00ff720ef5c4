// Owner, permissions and extended attributes of open files.

internal import CLibrary
internal import CSystemCalls
package import SystemPackage

extension POSIXFileSystem {
  package func setOwner(of file: FileDescriptor, user: UInt32?, group: UInt32?) throws(Errno) {
    try Self.check(fchown(file.rawValue, user ?? uid_t.max, group ?? gid_t.max))
  }

  package func setPermissions(of file: FileDescriptor, to permissions: FilePermissions)
    throws(Errno)
  { try Self.check(fchmod(file.rawValue, mode_t(permissions.rawValue))) }

  package func setPermissions(
    of name: FilePath, in directory: FileDescriptor, to permissions: FilePermissions
  ) throws(Errno) {
    _ = try unsafe withPath(name) { name in
      unsafe fchmodat(directory.rawValue, name, mode_t(permissions.rawValue), 0)
    }
  }

  /// The initial buffer size for names and values, large enough for most files, so that one call
  /// suffices.
  private static let usualSize = 256

  package func attributeNames(of file: FileDescriptor) throws(Errno) -> [String] {
    let bytes = try unsafe Self.filled(expecting: Self.usualSize) { space, size in
      unsafe plinth_list_attributes(file.rawValue, space?.assumingMemoryBound(to: CChar.self), size)
    }
    return bytes.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }.filter(
      Self.isCopied)
  }

  /// Whether a copy of a file gets the attribute. The other namespaces belong to the kernel and to
  /// security modules, which label the new file themselves.
  private static func isCopied(_ name: String) -> Bool {
    #if canImport(Darwin)
      true
    #else
      name.hasPrefix("user.") || name == "system.posix_acl_access"
    #endif
  }

  package func attribute(_ name: String, of file: FileDescriptor) throws(Errno) -> [UInt8] {
    try unsafe Self.filled(expecting: Self.usualSize) { space, size in
      unsafe name.withCString { unsafe plinth_get_attribute(file.rawValue, $0, space, size) }
    }
  }

  package func setAttribute(_ name: String, to value: [UInt8], of file: FileDescriptor)
    throws(Errno)
  {
    try unsafe Self.check(
      name.withCString { name in
        unsafe value.withUnsafeBytes { value in
          unsafe plinth_set_attribute(file.rawValue, name, value.baseAddress, value.count)
        }
      })
  }

  package func removeAttribute(_ name: String, of file: FileDescriptor) throws(Errno) {
    try unsafe Self.check(name.withCString { unsafe plinth_remove_attribute(file.rawValue, $0) })
  }

  /// Returns the bytes from a system call that reports the required size if it is called without a
  /// buffer. The size may grow between the two calls, which some system calls report as `ERANGE`;
  /// then the calls are repeated, up to a limit.
  ///
  /// - Parameter expected: a size that is usually sufficient, for calls that take as long to report
  ///   the size as to return the bytes; 0 queries the size first.
  static func filled(expecting expected: Int = 0, by call: (UnsafeMutableRawPointer?, Int) -> Int)
    throws(Errno) -> [UInt8]
  {
    var room = expected
    for _ in 0..<16 {
      if room == 0 {
        room = call(nil, 0)
        try check(room)
        if room == 0 { return [] }
      }
      var length = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) {
        (buffer: inout UnsafeMutableBufferPointer<UInt8>, filled: inout Int) in
        length = unsafe call(buffer.baseAddress, room)
        filled = max(0, min(length, room))
      }
      if length == -1, errno == ERANGE {
        room = 0
        continue
      }
      try check(length)
      if length <= room { return bytes }
      room = length
    }
    throw Errno(rawValue: ERANGE)
  }
}
