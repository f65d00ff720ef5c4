// Coding calls of Apple's that Foundation does not have elsewhere, under their names and with their forms in
// the archive: code that is ported line by line makes them.

internal import Synchronization

#if !canImport(Darwin)
  extension NSCoder {
    /// Encodes a C `int` under a key: Swift's name of `encodeInt:forKey:`.
    ///
    /// The archive has an integer, as of `encode(_:forKey:)` with an `Int32`.
    public func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }

    /// Returns the bytes that were encoded under a key: Swift's name of
    /// `decodeBytesForKey:returnedLength:`.
    ///
    /// The bytes are a copy that must not be changed. They are valid as long as the `NSCodingUnarchiver`,
    /// or another coder, exists; `unarchivedObject(ofClasses:from:)` ends it when it returns. To keep
    /// bytes, copy them.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - returnedLength: Where the number of bytes is stored; 0 where there are none.
    /// - Returns: The address of the first byte, also of no bytes at all; nil where the key is absent or
    ///   nil, or has a value that is not bytes, which fails the decoding in the end.
    public func decodeBytes(
      forKey key: String, returnedLength: UnsafeMutablePointer<Int>?
    ) -> UnsafePointer<UInt8>? {
      let bytes = (self as? BridgeUnarchiver).map { $0.heldBytes(key) } ?? copiedBytes(key)
      return unsafe HeldBytes.handOut(bytes, length: returnedLength)
    }

    /// The bytes of a key of a coder that is not the bridge's, valid as long as that.
    private func copiedBytes(_ key: String) -> HeldBytes? {
      let data = unsafe withDecodedUnsafeBufferPointer(forKey: key) { bytes in
        unsafe bytes.map { unsafe Data(buffer: $0) }
      }
      return data.map { BytesOfCoders.hold(HeldBytes($0), for: self) }
    }
  }
#endif

/// The bytes of coders that are not the bridge's: an object of another's cannot own them.
enum BytesOfCoders {
  private struct Holding: Sendable {
    nonisolated(unsafe) weak var coder: NSCoder?
    nonisolated(unsafe) let bytes: HeldBytes
  }

  private struct Holdings: Sendable {
    private var all: [Holding] = []
    /// How many there are when those of coders that are gone are looked for: doubled each time, or else one
    /// coder that is asked for many bytes would take quadratic time.
    private var limit = 16

    mutating func add(_ holding: Holding) {
      if all.count >= limit {
        all.removeAll { unsafe $0.coder == nil }
        limit = max(16, 2 * all.count)
      }
      all.append(holding)
    }
  }

  private static let holdings = Mutex(Holdings())

  /// Keeps bytes at least as long as a coder; those of coders that are gone are freed in the end.
  static func hold(_ bytes: HeldBytes, for coder: NSCoder) -> HeldBytes {
    let holding = Holding(coder: coder, bytes: bytes)
    holdings.withLock { $0.add(holding) }
    return bytes
  }
}
