// Converts nodes to Swift's scalars, for the decoder and for types that are coded by their fields. The
// result is nil for a value of another kind, or a number that does not fit.

extension Node {
  @inline(__always)
  var decodedBool: Bool? { kind == .bool ? payload != 0 : nil }

  /// Returns a string. The string `$null` is returned as is, because it is unambiguous where no
  /// optional is requested, and a user may have typed it.
  @inline(__always)
  func decodedString(in source: NodeSource) -> String? {
    kind == .string ? text(in: source) : nil
  }

  /// Returns a real, or an integer as a real.
  @inline(__always)
  func decodedReal(in view: ByteView) -> Double? {
    if kind == .real { return real }
    return kind == .integer ? Double(integer(in: view).int128) : nil
  }

  func decodedFloat(in view: ByteView) -> Float? {
    guard let value = decodedReal(in: view) else { return nil }
    let float = Float(value)
    return float.isInfinite && value.isFinite ? nil : float
  }

  @inline(__always)
  var decodedDate: Date? { kind == .date ? date : nil }
}
