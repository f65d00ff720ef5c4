// Writes values in XML byte for byte as Apple's writer does: tabs, `%.17g`, base64 lines of 76
// columns less the indentation, no references except `&lt;`, `&gt;` and `&amp;`, and unescaped
// control characters. XMLFormat.swift writes what surrounds the root of a document.

/// A writer of one value in XML.
struct XMLWriter: ValueWriter, ~Copyable {
  private var walk: WritingWalk
  var output: ByteWriter
  private let view: ByteView
  private let indentation: Indentation
  private var source: NodeSource { walk.storage.source }

  init(_ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation) {
    walk = WritingWalk(storage, options: options)
    view = storage.view
    self.indentation = indentation
    output = ByteWriter(storage, options: options, bytesPerNode: 32)
  }

  mutating func writeValue() throws(PlistError) {
    try write(walk.storage.nodes[walk.root])
    while walk.depth > 0 { try writeNext() }
    output.truncate(to: output.count - 1)
  }

  /// Writes the next child of the innermost container, or closes the container.
  private mutating func writeNext() throws(PlistError) {
    guard let index = walk.nextIndex() else { return close() }
    if walk.frames[walk.depth &- 1].isDictionary {
      indentation.append(level: walk.depth, to: &output)
      output.append("<key>")
      try writeText(walk.storage.nodes[walk.key(at: index)])
      output.append("</key>\n")
    }
    indentation.append(level: walk.depth, to: &output)
    try write(walk.storage.nodes[walk.child(at: index)])
  }

  private mutating func close() {
    let isDictionary = walk.frames[walk.depth - 1].isDictionary
    walk.leave()
    indentation.append(level: walk.depth, to: &output)
    if isDictionary { output.append("</dict>\n") } else { output.append("</array>\n") }
  }

  /// Writes a scalar, or the opening tag of a container, and a line feed.
  @inline(__always)
  private mutating func write(_ node: Node) throws(PlistError) {
    switch node.kind {
    case .string:
      output.append("<string>")
      try writeText(node)
      output.append("</string>\n")
    case .integer: try writeInteger(node)
    case .bool: output.append(xmlBool: node.payload != 0)
    case .real: writeReal(node)
    case .dictionary, .array: try open(node)
    case .date: try writeDate(node)
    case .data: writeData(node)
    case .uid: output.append(xmlUID: node.payload, level: walk.depth, indentation)
    case .null:
      throw walk.failure(.notRepresentable, message: "XML property lists cannot represent null")
    case .set:
      throw walk.failure(.notRepresentable, message: "XML property lists cannot represent a set")
    }
  }

  private mutating func open(_ node: Node) throws(PlistError) {
    let isDictionary = node.kind == .dictionary
    if node.count == 0 {
      if isDictionary { output.append("<dict/>\n") } else { output.append("<array/>\n") }
      return
    }
    if isDictionary, node.count == 1 {
      let storage = walk.storage
      let value = storage.nodes[storage.value(0, of: node)].kind
      if value == .integer || value == .real,
        storage.nodes[storage.key(0, of: node)].isText("CF$UID", in: source)
      {
        throw walk.failure(
          .notRepresentable,
          message:
            "XML cannot represent this dictionary, because a dictionary whose only key is CF$UID, with a number, is read as a UID"
        )
      }
    }
    if isDictionary { output.append("<dict>\n") } else { output.append("<array>\n") }
    try walk.enter(node)
  }

  // MARK: Scalars

  @inline(__always)
  private mutating func writeText(_ node: Node) throws(PlistError) {
    if node.isPlainText {
      try escape(view, start: node.start, end: node.start &+ node.count)
    } else {
      try writeDecodedText(node)
    }
  }

  private mutating func writeDecodedText(_ node: Node) throws(PlistError) {
    var text = ByteWriter(minimumCapacity: node.count * 3)
    text.append(node.text(in: source))
    try escape(text.view, start: 0, end: text.count)
  }

  @inline(__always)
  private mutating func escape(_ view: ByteView, start: Int, end: Int) throws(PlistError) {
    if output.append(xmlText: view, start: start, end: end, walk.options.nullCharacters) { return }
    throw walk.failure(.notRepresentable, message: "XML cannot represent the character U+0000")
  }

  @inline(__always)
  private mutating func writeInteger(_ node: Node) throws(PlistError) {
    if node.form & (NodeForm.unsigned | NodeForm.wide) == 0 {
      output.append(xmlInteger: Int64(bitPattern: node.payload))
    } else if node.form & NodeForm.wide == 0 {
      output.append(xmlInteger: node.payload)
    } else {
      let value = node.integer(in: view)
      guard value.fits64Bits else {
        throw walk.failure(
          .notRepresentable,
          message:
            "XML cannot represent \(value), which is outside the range of integers, -2^63 to 2^64-1"
        )
      }
      output.append("<integer>")
      output.append(value.description)
      output.append("</integer>\n")
    }
  }

  private mutating func writeReal(_ node: Node) {
    output.append("<real>")
    if node.form == NodeForm.literal, walk.options.reals == .seventeenDigits {
      output.append(view, at: node.count &>> 16, count: node.count & 0xFFFF)
    } else {
      output.append(real: node.real, walk.options.reals)
    }
    output.append("</real>\n")
  }

  private mutating func writeDate(_ node: Node) throws(PlistError) {
    guard output.append(xmlDate: Double(bitPattern: node.payload)) else {
      throw walk.noDateText()
    }
  }

  private mutating func writeData(_ node: Node) {
    output.append("<data>\n")
    if node.isEncodedData {
      var bytes = ByteWriter(minimumCapacity: node.count)
      bytes.append(walk.storage.data(of: node))
      appendLines(bytes.view, start: 0, count: bytes.count)
    } else {
      let bytes = walk.storage.bytes(of: node)
      appendLines(bytes.view, start: bytes.start, count: node.count)
    }
    indentation.append(level: walk.depth, to: &output)
    output.append("</data>\n")
  }

  private mutating func appendLines(_ view: ByteView, start: Int, count: Int) {
    output.append(xmlData: view, start: start, count: count, level: walk.depth, indentation)
  }
}
