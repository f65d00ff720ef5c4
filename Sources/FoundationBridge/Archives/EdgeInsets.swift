// Edge insets in an NSValue; of Apple's systems, only macOS has them.
internal import KeyedArchives

/// Insets from the edges of a rectangle.
enum EdgeInsets {
  #if os(macOS) || !canImport(ObjectiveC)
    /// Returns insets as an object; nil if Foundation does not have them.
    static func value(top: Double, left: Double, bottom: Double, right: Double) -> NSValue? {
      NSValue(
        edgeInsets: NSEdgeInsets(
          top: CGFloat(top), left: CGFloat(left), bottom: CGFloat(bottom), right: CGFloat(right)))
    }

    /// Returns the layout of insets; nil if Foundation does not have them.
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
