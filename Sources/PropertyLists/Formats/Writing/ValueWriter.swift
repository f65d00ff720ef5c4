// The interface of a writer of values in a text format. A codec adds the start and the end of a
// document.

/// A writer of one value.
protocol ValueWriter: ~Copyable {
  var output: ByteWriter { get set }

  /// Writes the value, from its first character to its last.
  mutating func writeValue() throws(PlistError)
}

extension ValueWriter where Self: ~Copyable {
  /// Returns the value between the given strings.
  consuming func text(start: StaticString..., end: StaticString = "") throws(PlistError) -> Data {
    var writer = self
    for part in start { writer.output.append(part) }
    try writer.writeValue()
    writer.output.append(end)
    var text = ByteWriter(minimumCapacity: 0)
    swap(&text, &writer.output)
    return text.data()
  }
}

extension ByteWriter {
  /// Creates a buffer of about the output's size, given the size of a value's tags or separators.
  init(_ storage: DocumentStorage, options: PlistWritingOptions, bytesPerNode size: Int) {
    // A value is usually a small part of its document.
    let isWhole = options.root == nil
    self.init(
      minimumCapacity: isWhole ? storage.text.count + storage.nodes.count * size + 512 : 512)
  }
}
