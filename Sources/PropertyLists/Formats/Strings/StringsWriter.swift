// Writes strings tables as genstrings does: a comment, a quoted pair, a blank line. A table that
// was read from a strings file keeps its encoding, its comments and the escapes of its strings.

/// A writer of one strings file.
struct StringsWriter: ~Copyable {
  private var values: OpenStepWriter
  private let storage: DocumentStorage
  private let options: PlistWritingOptions
  /// The origin of the document, if it was a strings file.
  private let origin: TextOrigin?
  private var source: StringsSource
  /// The comments of the file, in the order of the text.
  private let comments: [SourceComment]
  /// For each value, the index of its first comment.
  private var firstComments: [UInt32: Int] = [:]

  init(_ storage: DocumentStorage, options: PlistWritingOptions) {
    self.storage = storage
    self.options = options
    // The root has no braces: its values are not indented.
    values = OpenStepWriter(
      storage, options: options, format: .strings, indentation: Indentation(unit: .tab, depth: -1))
    origin = options.root == nil && storage.origin.format == .strings ? storage.origin.text : nil
    let isRearranged = options.layout == .compact || !options.comments.isEmpty
    source = StringsSource(storage, origin: isRearranged ? nil : origin)
    comments = options.root == nil ? storage.origin.comments : []
    for (index, comment) in comments.enumerated().reversed() {
      firstComments[comment.value] = index
    }
  }

  mutating func writeDocument() throws(PlistError) {
    let root = storage.nodes[values.walk.root]
    guard root.kind == .dictionary else {
      throw PlistError(
        .notRepresentable,
        message: "expected a dictionary at the root of a strings file, found \(root.kind.phrase)")
    }
    try values.walk.enter(root)
    while values.walk.depth > 0 {
      if values.walk.depth > 1 { try values.writeNext() } else { try writePair() }
    }
    writeEnd()
  }

  /// Writes the next pair of the root, up to its value if that is a container; or leaves the root.
  private mutating func writePair() throws(PlistError) {
    guard let pair = values.walk.nextIndex() else { return values.walk.leave() }
    let keyIndex = values.walk.key(at: pair)
    let key = storage.nodes[keyIndex]
    let index = values.walk.child(at: pair)
    if let gap = source.gap(before: keyIndex) {
      values.output.append(storage.view, at: gap.lowerBound, count: gap.count)
    } else {
      if values.walk.frames[0].next > 1 {
        values.output.append(options.layout == .compact ? "\n" : "\n\n")
      }
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

  // MARK: Comments

  /// Writes the comments of a pair: those from the caller, or those of the source.
  private mutating func writeComments(_ key: Node, value: Int) {
    guard !options.comments.isEmpty, let comments = options.comments[key.text(in: storage.source)]
    else { return writeComments(of: UInt32(truncatingIfNeeded: value)) }
    for text in comments {
      values.output.append("/* ")
      // `*/` in the text does not end the comment.
      values.output.append(text.replacing("*/", with: "* /"))
      values.output.append(" */\n")
    }
  }

  /// Writes the end of the file after the last pair.
  private mutating func writeEnd() {
    let isLastUnclosed = comments.last.map { isUnclosed(Int($0.start)..<Int($0.end)) } ?? false
    if let end = source.end, !isLastUnclosed {
      values.output.append(storage.view, at: end.lowerBound, count: end.count)
    } else {
      let hasPairs = storage.nodes[values.walk.root].count > 0
      if hasPairs { values.output.append(UInt8(ascii: "\n")) }
      if hasPairs, firstComments[.max] != nil { values.output.append(UInt8(ascii: "\n")) }
      writeComments(of: .max)
    }
    // Empty output would not be a valid property list.
    if values.output.count == 0 { values.output.append(UInt8(ascii: "\n")) }
  }

  /// Writes the comments before a value in the source.
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

  // MARK: Strings

  /// Writes a quoted string, if possible with its original escapes from the strings file that was
  /// read.
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

  /// Returns the text in the encoding of the strings file that was read, otherwise in UTF-8 without
  /// a byte-order mark.
  consuming func finish() -> Data {
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
  /// Returns whether the source text of a node can be written unchanged between double quotes.
  fileprivate func canBeQuoted(_ node: Node) -> Bool {
    let isEscaped = node.form == NodeForm.escaped || node.form == NodeForm.escapedUnpaired
    guard node.isPlainText || isEscaped else { return false }
    var position = node.start
    let end = node.start + node.count
    while position < end {
      // A NUL after the first quote would make the file look like UTF-16.
      if self[position] == UInt8(ascii: "\"") || self[position] == 0 { return false }
      position += self[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position == end
  }
}

/// The byte order of UTF-16 code units.
private enum ByteOrder { case bigEndian, littleEndian }

extension ByteWriter {
  /// Returns the output as UTF-16, with a byte-order mark if the origin has one.
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
