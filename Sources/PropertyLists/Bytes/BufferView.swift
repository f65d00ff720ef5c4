// A view of a buffer's elements, for code that reads them so often that retaining their owner each
// time would be expensive.
internal import CKernels

/// A view of the elements of a `LinearBuffer` that another object keeps alive and does not change.
/// Every access is checked.
@safe
struct BufferView<Element: BitwiseCopyable>: BitwiseCopyable {
  private let base: UnsafePointer<Element>?
  let count: Int

  /// Creates an empty view.
  init() { unsafe (base, count) = (nil, 0) }

  @unsafe
  init(base: UnsafePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  subscript(index: Int) -> Element {
    @_transparent get {
      guard let base = unsafe base, UInt(bitPattern: index) < UInt(bitPattern: count) else {
        preconditionFailure("index out of range")
      }
      return unsafe base[index]
    }
  }

  /// Returns whether the elements from an index are those of a buffer.
  @inline(__always)
  func contains(_ elements: borrowing LinearBuffer<Element>, at index: Int) -> Bool {
    guard let base = unsafe base, index >= 0, elements.count <= count &- index else { return false }
    let length = elements.count &* MemoryLayout<Element>.stride
    return unsafe equalBytes(base + index, elements.address, count: length)
  }

  /// Prefetches an element that will be needed soon.
  @inline(__always)
  func prefetch(_ index: Int) {
    guard let base = unsafe base else { return }
    unsafe plinth_prefetch(base + min(max(index, 0), count))
  }
}

extension LinearBuffer {
  /// A view of the elements, which is valid until the buffer is changed or released.
  var view: BufferView<Element> {
    let base = unsafe address
    return unsafe BufferView(base: base, count: count)
  }
}
