// Writes OpenStep property lists in the plain and the GNUstep format, and the values of strings
// files.

/// A writer of one value in the plain format, the GNUstep format, or a strings file.
struct OpenStepWriter: ValueWriter, ~Copyable {
  var walk: WritingWalk
  var output: ByteWriter
  private let view: ByteView
  private var source: NodeSource { walk.storage.source }
  private let format: PlistFormat
  private let isGNUStep: Bool
  private let isCompact: Bool
  private let isStringsFile: Bool
  /// Whether the value is quoted if it is a string. Without quotes, a document could look like the
  /// beginning of another format. In a strings file, only strings in containers are unquoted.
  private let isQuoted: Bool
  private let indentation: Indentation

  init(
    _ storage: DocumentStorage, options: PlistWritingOptions, format: PlistFormat,
    indentation: Indentation, isDocument: Bool = false
  ) {
    // Local, because an operator with a closure must not read a value that is being initialized.
    let isStringsFile = format == .strings
    isQuoted = isDocument || isStringsFile && indentation.depth == 0
    walk = WritingWalk(storage, options: options)
    view = storage.view
    self.format = format
    self.indentation = indentation
    self.isStringsFile = isStringsFile
    isGNUStep = format == .gnuStep
    isCompact = options.layout == .compact
    output = ByteWriter(storage, options: options, bytesPerNode: 16)
  }

  mutating func writeValue() throws(PlistError) {
    let root = walk.storage.nodes[walk.root]
    if isQuoted, root.kind == .string {
      return output.append(openStep: root, in: source, bare: .never, escaping)
    }
    try write(root)
    while walk.depth > 0 { try writeNext() }
  }

  /// Writes the next child of the innermost container, or closes it.
  mutating func writeNext() throws(PlistError) {
    let index = walk.nextIndex()
    let frame = walk.frames[walk.depth &- 1]
    guard let index else {
      walk.leave()
      if !isCompact { breakLine() }
      output.append(frame.isDictionary ? UInt8(ascii: "}") : UInt8(ascii: ")"))
      return endValue()
    }
    if !frame.isDictionary, frame.next > 1 { output.append(UInt8(ascii: ",")) }
    if !isCompact { breakLine() } else if frame.next > 1 { output.append(UInt8(ascii: " ")) }
    if frame.isDictionary {
      try writeKey(walk.storage.nodes[walk.key(at: index)])
      output.append(" = ")
    }
    try write(walk.storage.nodes[walk.child(at: index)])
  }

  /// Writes a value and the end of its pair. Leaves a container open.
  mutating func write(_ node: Node) throws(PlistError) {
    switch node.kind {
    case .array, .dictionary: return try open(node)
    case .set:
      try walk.admitUnsupported("sets", in: format)
      return try open(node)
    default: try writeScalar(node)
    }
    endValue()
  }

  private mutating func writeScalar(_ node: Node) throws(PlistError) {
    switch node.kind {
    case .string: writeString(node)
    case .data: writeData(node)
    case .integer: try writeInteger(node)
    case .real where isGNUStep: writeTyped("R", text: node.real.shortestText)
    // Apple's parser does not accept an unquoted plus sign.
    case .real: try writeNumber(node.real.shortestText.replacing("e+", with: "e"))
    case .bool where isGNUStep: writeTyped("B", text: node.payload != 0 ? "Y" : "N")
    case .date where isGNUStep: try writeDate(node)
    default: try writeUnsupported(node)
    }
  }

  /// Writes a key. Throws for a key that GNUstep cannot represent: as text or without its fraction
  /// of a second, it could equal another key.
  private mutating func writeKey(_ node: Node) throws(PlistError) {
    switch node.kind {
    case .string: return writeString(node)
    case .date:
      if let text = gnuStepDate(node, isWhole: true) { return writeTyped("D", text: text) }
    case .data, .integer, .real, .bool: return try writeScalar(node)
    default: break
    }
    throw walk.failure(
      .keyNotString,
      message: "GNUstep property lists cannot represent a key that is \(node.kind.phrase): "
        + node.text(in: source))
  }

  private mutating func open(_ node: Node) throws(PlistError) {
    let isDictionary = node.kind == .dictionary
    if node.count == 0, !isGNUStep || isCompact {
      output.append(isDictionary ? "{}" : "()")
      return endValue()
    }
    output.append(isDictionary ? UInt8(ascii: "{") : UInt8(ascii: "("))
    try walk.enter(node)
  }

  /// Ends a pair with a semicolon.
  private mutating func endValue() {
    if walk.depth > 0, walk.frames[walk.depth &- 1].isDictionary {
      output.append(UInt8(ascii: ";"))
    }
  }

  private mutating func breakLine() {
    output.append(UInt8(ascii: "\n"))
    indentation.append(level: walk.depth, to: &output)
  }

  // MARK: Scalars

  private var escaping: OpenStepEscaping { isGNUStep ? .gnuStep : .openStep }
  private var bareText: OpenStepBareText { isGNUStep ? .gnuStep : .openStep }

  private mutating func writeString(_ node: Node) {
    output.append(openStep: node, in: source, bare: bareText, escaping)
  }

  private mutating func writeData(_ node: Node) {
    let data = walk.storage.data(of: node)
    if !isGNUStep { return output.append(hexadecimal: data, group: 4) }
    output.append("<[")
    output.append(base64: data)
    output.append("]>")
  }

  private mutating func writeInteger(_ node: Node) throws(PlistError) {
    guard isGNUStep else {
      if isStringsFile { return try writeNumber(node.integer(in: view).description) }
      return output.append(integer: node, in: view)
    }
    if node.form & NodeForm.wide != 0, !node.integer(in: view).fits64Bits {
      throw walk.failure(
        .notRepresentable,
        message:
          "GNUstep property lists cannot represent \(node.integer(in: view)), which is outside the"
          + " range of integers, -2^63 to 2^64-1")
    }
    output.append("<*I")
    output.append(integer: node, in: view)
    output.append(UInt8(ascii: ">"))
  }

  /// Writes a number as unquoted text. Strings files contain only strings, so a number needs the
  /// option that writes unsupported values as text.
  private mutating func writeNumber(_ text: String) throws(PlistError) {
    if isStringsFile {
      try walk.admitUnsupported("numbers", in: format)
      output.append(openStep: text, bare: .never, escaping)
    } else {
      output.append(text)
    }
  }

  /// Writes a GNUstep date. A date that GNUstep cannot represent becomes text if the options allow
  /// it.
  private mutating func writeDate(_ node: Node) throws(PlistError) {
    let isRefused = walk.options.unsupportedValues == .refused
    if let text = gnuStepDate(node, isWhole: isRefused) {
      writeTyped("D", text: text)
    } else if isRefused {
      throw walk.failure(
        .notRepresentable,
        message: "GNUstep property lists can represent only dates in whole seconds in the years "
          + "0 to 9999")
    } else {
      try writeUnsupported(node)
    }
  }

  /// Returns the text of a GNUstep date; nil if GNUstep cannot represent the date.
  ///
  /// - Parameter isWhole: Whether to return nil for a date with a fraction of a second.
  private func gnuStepDate(_ node: Node, isWhole: Bool) -> String? {
    let seconds = Double(bitPattern: node.payload)
    guard let date = node.dateText, date.utf8.count == 20, !date.hasPrefix("-"),
      !isWhole || seconds == seconds.rounded(.down)
    else { return nil }
    return "\(date.prefix(10)) \(date.dropFirst(11).prefix(8)) +0000"
  }

  private mutating func writeTyped(_ kind: StaticString, text: String) {
    output.append("<*")
    output.append(kind)
    output.append(text)
    output.append(UInt8(ascii: ">"))
  }

  private mutating func writeUnsupported(_ node: Node) throws(PlistError) {
    output.append(openStep: try walk.textOfUnsupported(node, in: format), bare: bareText, escaping)
  }
}
