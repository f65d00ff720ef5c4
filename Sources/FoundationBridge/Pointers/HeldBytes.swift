// Bytes of an archive at a fixed address, for the coding call that returns a pointer. They are
// freed with their owner, the unarchiving session.

/// Bytes in separately allocated memory, which has at least one byte.
@safe final class HeldBytes {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let count: Int

  init(_ data: Data) {
    count = data.count
    unsafe memory = .allocate(capacity: max(data.count, 1))
    unsafe memory.initialize(repeating: 0)
    _ = unsafe data.copyBytes(to: memory)
  }

  deinit { unsafe memory.deallocate() }

  /// Returns the address and the length of bytes; nil and 0 if there are none.
  static func handOut(_ bytes: HeldBytes?, length: UnsafeMutablePointer<Int>?)
    -> UnsafePointer<UInt8>?
  {
    unsafe length?.pointee = bytes?.count ?? 0
    guard let bytes else { return nil }
    return unsafe UnsafePointer(bytes.memory.baseAddress)
  }
}
