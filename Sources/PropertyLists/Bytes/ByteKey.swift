// Keys of files in dictionaries of Swift's: hashed and compared by their bytes. A `String` is compared by
// its canonical form, which takes quadratic time for long runs of combining marks, and holds two keys
// for one that a file has side by side.

/// A text that is equal to another one when both have the same bytes in UTF-8.
package struct ByteKey: Hashable, Sendable {
  /// The text.
  package let text: String

  /// The key of a text.
  @inline(__always)
  package init(_ text: String) { self.text = text }

  /// Whether two keys have the same bytes.
  @inline(__always)
  package static func == (left: ByteKey, right: ByteKey) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Hashes the bytes, with the seed of the process.
  package func hash(into hasher: inout Hasher) {
    let isStored: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isStored == nil { for byte in text.utf8 { hasher.combine(byte) } }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether two texts have the same bytes in UTF-8. Linear, where `==` is not.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let areEqual = unsafe utf8.withContiguousStorageIfAvailable { own in
      unsafe other.utf8.withContiguousStorageIfAvailable { unsafe own.elementsEqual($0) }
    }
    return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether the text comes before another one by its bytes in UTF-8. Linear, where `<` brings both texts to
  /// their canonical form.
  package func precedesInBytes(_ other: String) -> Bool {
    let precedes = unsafe utf8.withContiguousStorageIfAvailable { own in
      unsafe other.utf8.withContiguousStorageIfAvailable {
        unsafe own.lexicographicallyPrecedes($0)
      }
    }
    return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
  /// Whether all bytes of the text in UTF-8 satisfy a condition. Several times as fast as asking `utf8`.
  @inlinable
  package func allBytes(satisfy condition: (UInt8) -> Bool) -> Bool {
    let found = unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.allSatisfy(condition) }
    return found ?? utf8.allSatisfy(condition)
  }
}
