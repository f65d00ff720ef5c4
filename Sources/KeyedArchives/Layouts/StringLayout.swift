// NSString and NSMutableString as objects with a field; other text is stored directly in a slot.
internal import PropertyLists

/// The layout of text stored with a class.
package enum StringLayout {
  static let string = "NS.string"

  /// The node of the text.
  static func text(_ fields: inout StoredFields) throws(LayoutFault) -> Int {
    if let text = fields.value(string, kind: .string) { return text }
    throw LayoutFault(.typeMismatch, message: "expected text for \(string)")
  }

  /// Writes text.
  package static func write(_ text: String, to sink: ObjectSink) {
    sink.addInline(text, key: string)
  }
}
