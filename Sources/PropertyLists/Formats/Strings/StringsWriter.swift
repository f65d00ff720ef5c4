// Writes tables of strings as genstrings does: a comment, a pair in quotes, a blank line. A table that
// was read from a strings file keeps its encoding, its comments and the escapes of its strings.

/// A writer of one strings file.
struct StringsWriter: ~Copyable {
  private var values: OpenStepWriter
  private let storage: DocumentStorage
  private let options: PlistWritingOptions
  /// What was read, when it was a strings file.
  private let origin: TextOrigin?
  private var source: StringsSource
  /// The comments of the file, in the order of the text.
  private let comments: [SourceComment]
  /// The places among the comments of the first for a value.
  private var firstComments: [UInt32: Int] = [:]

  static func write(_ storage: DocumentStorage, options: PlistWritingOptions) throws(PlistError)
    -> Data
  {
    var writer = StringsWriter(storage, options: options)
    try writer.writeDocument()
    return writer.finish()
  }

  private init(_ storage: DocumentStorage, options: PlistWritingOptions) {
    self.storage = storage
    self.options = options
    values = OpenStepWriter(storage, options: options, format: .strings)
    origin = options.root == nil && storage.origin.format == .strings ? storage.origin.text : nil
    let isRearranged = options.layout == .compact || !options.comments.isEmpty
    source = StringsSource(storage, origin: isRearranged ? nil : origin)
    comments = options.root == nil ? storage.origin.comments : []
    for (index, comment) in comments.enumerated().reversed() {
      firstComments[comment.value] = index
    }
  }

  private mutating func writeDocument() throws(PlistError) {
    let root = storage.nodes[values.walk.root]
    guard root.kind == .dictionary else {
      throw PlistError(
        .notRepresentable, message: "a strings file holds a dictionary, no other value")
    }
    try values.walk.enter(root)
    while values.walk.depth > 0 {
      if values.walk.depth > 1 { try values.writeNext() } else { try writePair() }
    }
    writeEnd()
  }

  /// Writes the next pair of the root, up to a container that is its value; or leaves the root.
  private mutating func writePair() throws(PlistError) {
    guard let pair = values.walk.nextIndex() else { return values.walk.leave() }
    let keyIndex = values.walk.key(at: pair)
    let key = storage.nodes[keyIndex]
    let index = values.walk.child(at: pair)
    if let gap = source.gap(before: keyIndex) {
      values.output.append(storage.view, at: gap.lowerBound, count: gap.count)
    } else {
      separate()
      writeComments(key, value: index)
    }
    source.pass(value: index)
    writeString(key)
    values.output.append(" = ")
    let node = storage.nodes[index]
    if node.kind == .string {
      writeString(node)
      values.output.append(UInt8(ascii: ";"))
    } else {
      try values.write(node)
    }
  }

  private mutating func separate() {
    guard values.walk.frames[0].next > 1 else { return }
    values.output.append(options.layout == .compact ? "\n" : "\n\n")
  }

  // MARK: Comments

  /// Writes the comments of a pair: those that the caller gave, or those of the source.
  private mutating func writeComments(_ key: Node, value: Int) {
    if !options.comments.isEmpty, let comments = options.comments[key.text(in: storage.source)] {
      for comment in comments { writeComment(comment) }
    } else {
      writeComments(of: UInt32(truncatingIfNeeded: value))
    }
  }

  /// Writes what stands behind the last pair.
  private mutating func writeEnd() {
    if let end = source.end, !isLastCommentUnclosed {
      values.output.append(storage.view, at: end.lowerBound, count: end.count)
    } else {
      let hasPairs = storage.nodes[values.walk.root].count > 0
      if hasPairs { values.output.append(UInt8(ascii: "\n")) }
      if hasPairs, firstComments[.max] != nil { values.output.append(UInt8(ascii: "\n")) }
      writeComments(of: .max)
    }
    // Nothing at all would be no property list.
    if values.output.count == 0 { values.output.append(UInt8(ascii: "\n")) }
  }

  private var isLastCommentUnclosed: Bool {
    guard let last = comments.last else { return false }
    return isUnclosed(Int(last.start)..<Int(last.end))
  }

  /// Writes the comments that the source has before a value.
  private mutating func writeComments(of value: UInt32) {
    guard var index = firstComments[value] else { return }
    while index < comments.count, comments[index].value == value {
      let comment = comments[index]
      let range = Int(comment.start)..<Int(comment.end)
      values.output.append(storage.view, at: range.lowerBound, count: range.count)
      if isUnclosed(range) { values.output.append(" */") }
      values.output.append(UInt8(ascii: "\n"))
      index += 1
    }
  }

  private func isUnclosed(_ range: Range<Int>) -> Bool {
    storage.view.matches("/*", at: range.lowerBound)
      && (range.count < 4 || !storage.view.matches("*/", at: range.upperBound - 2))
  }

  /// Writes a comment that the caller gave; one that would end too early is made harmless.
  private mutating func writeComment(_ text: String) {
    values.output.append("/* ")
    values.output.append(text.replacing("*/", with: "* /"))
    values.output.append(" */\n")
  }

  // MARK: Strings

  /// Writes a string in quotes: as it stood in the strings file that was read, where it may.
  private mutating func writeString(_ node: Node) {
    if origin != nil, storage.view.canBeQuoted(node) {
      values.output.append(UInt8(ascii: "\""))
      values.output.append(storage.view, at: node.start, count: node.count)
      values.output.append(UInt8(ascii: "\""))
    } else {
      values.output.append(openStep: node, in: storage.source, bare: .never, .openStep)
    }
  }

  // MARK: Encoding

  /// The text in the encoding of the strings file that was read, else in UTF-8 without a mark.
  private consuming func finish() -> Data {
    guard let origin else { return values.output.data() }
    let isBigEndian = origin.encoding == .utf16BigEndian
    if isBigEndian || origin.encoding == .utf16LittleEndian {
      return values.output.utf16(isBigEndian ? .bigEndian : .littleEndian, markedBy: origin)
    }
    guard origin.encoding == .utf8, origin.markLength > 0 else { return values.output.data() }
    var marked = ByteWriter(minimumCapacity: values.output.count + 3)
    marked.append("\u{FEFF}")
    marked.append(values.output.view)
    return marked.data()
  }
}

extension ByteView {
  /// Whether the text of a node is right between double quotes just as it stands.
  fileprivate func canBeQuoted(_ node: Node) -> Bool {
    let isEscaped =
      node.form == NodeForm.escaped || node.form == NodeForm.escapedUnpaired
    guard node.isPlainText || isEscaped else { return false }
    var position = node.start
    let end = node.start + node.count
    while position < end {
      // A NUL behind the first quote would make the file look like UTF-16.
      if self[position] == UInt8(ascii: "\"") || self[position] == 0 { return false }
      position += self[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position == end
  }
}

/// The order of the bytes of a UTF-16 code unit.
private enum ByteOrder {
  case bigEndian, littleEndian
}

extension ByteWriter {
  /// What was written as UTF-16, with a mark if the origin has one.
  fileprivate consuming func utf16(_ order: ByteOrder, markedBy origin: TextOrigin) -> Data {
    let text = view.string(at: 0, count: count)
    var wide = ByteWriter(minimumCapacity: count * 2 + 2)
    if origin.markLength > 0 { wide.append(unit: 0xFEFF, order) }
    for unit in text.utf16 { wide.append(unit: unit, order) }
    return wide.data()
  }

  private mutating func append(unit: UInt16, _ order: ByteOrder) {
    append(bigEndian: UInt64(order == .bigEndian ? unit : unit.byteSwapped), width: 2)
  }
}
