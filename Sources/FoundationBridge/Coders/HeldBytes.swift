// Bytes of an archive at an address that does not change, for the coding call that returns a pointer. They
// are freed with their owner, which is the unarchiving.

/// Bytes in memory of their own, which has one byte at least.
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

  /// The address and the length of some bytes; nil and 0 where there are none.
  static func handOut(_ bytes: HeldBytes?, length: UnsafeMutablePointer<Int>?)
    -> UnsafePointer<UInt8>?
  {
    unsafe length?.pointee = bytes?.count ?? 0
    guard let bytes else { return nil }
    return unsafe UnsafePointer(bytes.memory.baseAddress)
  }
}
