// Conversions of narrow integers to wider ones, which are exact where `Int` has 64 bits.
//
// Without optimization, the compiler inlines the generic initializer of the standard library at
// each call, and then takes up to 10 ms to simplify it. It prefers these initializers.

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
