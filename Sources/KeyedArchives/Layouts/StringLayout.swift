// NSString and NSMutableString where they are objects with a field; other text is an object itself.
internal import PropertyLists

/// The layout of text with a class of its own.
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
