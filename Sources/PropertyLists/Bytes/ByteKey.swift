// Dictionary keys that are hashed and compared by their bytes. `String` compares canonical forms,
// which takes quadratic time for long runs of combining marks and considers some keys with
// different bytes equal.

/// A string that equals another if both have the same bytes in UTF-8.
package struct ByteKey: Hashable, Sendable {
  package let text: String

  /// Creates a key from a string.
  package init(_ text: String) { self.text = text }

  /// Returns whether two keys have the same bytes.
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
  /// Returns whether two strings have the same bytes in UTF-8. Takes linear time, unlike `==`.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let areEqual = unsafe utf8.withContiguousStorageIfAvailable { own in
      unsafe other.utf8.withContiguousStorageIfAvailable { unsafe own.elementsEqual($0) }
    }
    return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Returns whether the string precedes another by its bytes in UTF-8. Takes linear time, unlike
  /// `<`, which normalizes both strings.
  package func precedesInBytes(_ other: String) -> Bool {
    let precedes = unsafe utf8.withContiguousStorageIfAvailable { own in
      unsafe other.utf8.withContiguousStorageIfAvailable {
        unsafe own.lexicographicallyPrecedes($0)
      }
    }
    return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
  /// Returns whether all UTF-8 bytes of the string satisfy a condition. Several times as fast as
  /// `utf8.allSatisfy`.
  @inlinable
  package func allBytes(satisfy condition: (UInt8) -> Bool) -> Bool {
    let found = unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.allSatisfy(condition) }
    return found ?? utf8.allSatisfy(condition)
  }
}
