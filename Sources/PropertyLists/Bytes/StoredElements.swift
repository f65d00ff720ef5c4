// The elements of an array, which are passed on without copies. Reading an element of a generic type
// copies it, and retains everything that it refers to.

/// An element in the memory of an array. Because this type cannot be copied, the compiler passes the
/// element on without copying it.
struct StoredElement<Element>: ~Copyable {
  let element: Element
}

/// The elements of an array, which are valid as long as its owner has it.
@safe
struct StoredElements<Element> {
  private let first: UnsafeRawPointer?
  let count: Int

  /// - Parameter list: An array whose type the caller has found to be `[Element]`. The caller must
  ///   extend its lifetime beyond the last use of the elements.
  @inline(__always)
  init<List>(of list: List) {
    let array = knownType(list, as: [Element].self)
    (unsafe first, count) = unsafe array.span.withUnsafeBufferPointer {
      unsafe (UnsafeRawPointer($0.baseAddress), $0.count)
    }
  }

  /// - Precondition: The index is that of an element.
  subscript(index: Int) -> StoredElement<Element> {
    @inline(__always)
    _read {
      guard let first = unsafe first, UInt(bitPattern: index) < UInt(bitPattern: count) else {
        preconditionFailure("index out of range")
      }
      let address = unsafe first + index &* MemoryLayout<Element>.stride
      yield unsafe address.assumingMemoryBound(to: StoredElement<Element>.self).pointee
    }
  }
}
