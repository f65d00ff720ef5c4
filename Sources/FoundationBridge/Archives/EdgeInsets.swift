// Edge insets in an NSValue, which of Apple's systems macOS alone has.
internal import KeyedArchives

/// Insets from the edges of a rectangle.
enum EdgeInsets {
  #if os(macOS) || !canImport(ObjectiveC)
    /// Insets as an object; nil where Foundation has none.
    static func value(top: Double, left: Double, bottom: Double, right: Double) -> NSValue? {
      NSValue(
        edgeInsets: NSEdgeInsets(
          top: CGFloat(top), left: CGFloat(left), bottom: CGFloat(bottom), right: CGFloat(right)))
    }

    /// The layout of insets; nil where Foundation has none.
    static func layout(_ value: NSValue) -> StructureLayout? {
      let insets = value.edgeInsetsValue
      return .edgeInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right))
    }
  #else
    static func value(top: Double, left: Double, bottom: Double, right: Double) -> NSValue? { nil }
    static func layout(_ value: NSValue) -> StructureLayout? { nil }
  #endif
}
