// Conversions of small integers to wider ones, which are always exact.
//
// Without optimization, the compiler inlines the generic initializer of the standard library in each
// call, and then takes up to 10 ms to simplify it. These initializers are preferred to the generic
// one. Optimized code is the same.

extension Int {
  @inline(__always)
  init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }

  @inline(__always)
  init(_ value: UInt16) { self.init(truncatingIfNeeded: value) }

  @inline(__always)
  init(_ value: UInt32) { self.init(truncatingIfNeeded: value) }
}

extension UInt64 {
  @inline(__always)
  init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }

  @inline(__always)
  init(_ value: UInt16) { self.init(truncatingIfNeeded: value) }

  @inline(__always)
  init(_ value: UInt32) { self.init(truncatingIfNeeded: value) }
}

extension UInt32 {
  @inline(__always)
  init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }

  @inline(__always)
  init(_ value: UInt16) { self.init(truncatingIfNeeded: value) }
}
