// Apple's coding calls that Foundation lacks on other systems, with the same names and the same
// archived forms, for code that is ported line by line.

internal import Synchronization

#if !canImport(Darwin)
  extension NSCoder {
    /// Encodes a C `int` under a key: Swift's name for `encodeInt:forKey:`.
    ///
    /// The value is archived as an integer, just as `encode(_:forKey:)` archives an `Int32`.
    public func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }

    /// Returns the bytes that were encoded under a key: Swift's name for
    /// `decodeBytesForKey:returnedLength:`.
    ///
    /// The bytes are a copy that must not be changed. They are valid as long as the
    /// `NSCodingUnarchiver`, or another coder, exists; `unarchivedObject(ofClasses:from:)` frees
    /// its unarchiver when it returns. To retain the bytes, copy them.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - returnedLength: Receives the number of bytes; 0 if there are none.
    /// - Returns: The address of the first byte, which is not nil even for empty data; nil if the
    ///   key is absent or nil, or has a value that is not bytes, which makes the decoding fail at
    ///   the end.
    public func decodeBytes(forKey key: String, returnedLength: UnsafeMutablePointer<Int>?)
      -> UnsafePointer<UInt8>?
    {
      if let coder = self as? BridgeUnarchiver {
        return unsafe HeldBytes.handOut(coder.heldBytes(key), length: returnedLength)
      }
      // The bytes of a coder other than the bridge's are valid as long as that coder exists.
      let data = unsafe withDecodedUnsafeBufferPointer(forKey: key) { bytes in
        unsafe bytes.map { unsafe Data(buffer: $0) }
      }
      let bytes = data.map { BytesOfCoders.hold(HeldBytes($0), for: self) }
      return unsafe HeldBytes.handOut(bytes, length: returnedLength)
    }
  }
#endif

/// The bytes of coders other than the bridge's, which cannot own them.
enum BytesOfCoders {
  private struct Holding: Sendable {
    nonisolated(unsafe) weak var coder: NSCoder?
    nonisolated(unsafe) let bytes: HeldBytes
  }

  private struct Holdings: Sendable {
    private var all: [Holding] = []
    /// The number of entries at which the entries of freed coders are removed. It is doubled each
    /// time, because otherwise a coder with many requests would take quadratic time.
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

  /// Retains bytes at least as long as a coder exists; the bytes of freed coders are freed later.
  static func hold(_ bytes: HeldBytes, for coder: NSCoder) -> HeldBytes {
    let holding = Holding(coder: coder, bytes: bytes)
    holdings.withLock { $0.add(holding) }
    return bytes
  }
}
