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
    guard options.root == nil else {
      self.init(minimumCapacity: 512)
      return
    }
    self.init(
      textBytes: storage.text.count, nodeCount: storage.nodes.count, bytesPerNode: size,
      depth: storage.depth)
  }

  /// Creates a buffer of about the output's size.
  init(textBytes: Int, nodeCount: Int, bytesPerNode size: Int, depth: Int) {
    // In a deep document, most bytes are indentation: on average, a value has two lines and a half,
    // which are indented half as far as the deepest value. The limit is for documents of which only
    // a small part is deep.
    let indentation = min(nodeCount &* depth / 4 &* 5, 1 << 19)
    self.init(minimumCapacity: textBytes + nodeCount * size + indentation + 512)
  }
}
