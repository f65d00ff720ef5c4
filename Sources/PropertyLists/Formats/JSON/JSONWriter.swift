// Writes JSON: plain JSON for other tools, and typed JSON, which preserves the type of every value.

/// A writer of one value in JSON.
struct JSONWriter: ValueWriter, ~Copyable {
  private var walk: WritingWalk
  var output: ByteWriter
  private let view: ByteView
  private let indentation: Indentation
  private var source: NodeSource { walk.storage.source }
  private let isTyped: Bool
  private let isCompact: Bool
  /// Whether any dictionary must be written as an array of pairs, because it has a key that is not
  /// a string.
  private let hasPairLists: Bool
  /// Whether the open container is still empty.
  private var isFirst = true

  init(
    _ storage: DocumentStorage, options: PlistWritingOptions, format: PlistFormat,
    indentation: Indentation
  ) {
    walk = WritingWalk(storage, options: options)
    view = storage.view
    self.indentation = indentation
    isTyped = format == .typedJSON
    isCompact = options.layout == .compact
    hasPairLists = storage.hasOtherKeys
    output = ByteWriter(storage, options: options, bytesPerNode: 16)
  }

  mutating func writeValue() throws(PlistError) {
    try write(walk.storage.nodes[walk.root])
    while walk.depth > 0 { try writeNext() }
  }

  /// Writes the next child of the innermost container, or closes it.
  private mutating func writeNext() throws(PlistError) {
    guard let index = walk.nextIndex() else {
      let node = walk.frames[walk.depth - 1].node
      walk.leave()
      if node.hasOtherKeys { output.append(UInt8(ascii: "]")) }
      if node.count > 0 { breakLine() }
      isFirst = false
      switch node.kind {
      case .dictionary where node.hasOtherKeys: output.append("]}")
      case .dictionary: output.append(UInt8(ascii: "}"))
      case .set where isTyped: output.append("]}")
      default: output.append(UInt8(ascii: "]"))
      }
      return
    }
    if !isFirst {
      if hasPairLists, isInPairList { output.append(UInt8(ascii: "]")) }
      output.append(UInt8(ascii: ","))
    }
    isFirst = false
    breakLine()
    if walk.frames[walk.depth - 1].isDictionary {
      try writeKey(walk.storage.nodes[walk.key(at: index)])
    }
    try write(walk.storage.nodes[walk.child(at: index)])
  }

  /// Whether the open container is a dictionary with a key that is not a string.
  private var isInPairList: Bool { walk.frames[walk.depth - 1].node.hasOtherKeys }

  private mutating func breakLine() {
    if isCompact { return }
    output.append(UInt8(ascii: "\n"))
    indentation.append(level: walk.depth, to: &output)
  }

  private mutating func write(_ node: Node) throws(PlistError) {
    switch node.kind {
    case .null: output.append("null")
    case .bool: output.append(node.payload != 0 ? "true" : "false")
    case .integer: output.append(integer: node, in: view)
    case .real where node.form == NodeForm.wideDigits:
      output.append(view, at: node.count &>> 16, count: node.count & 0xFFFF)
    case .real where node.real.isFinite: writeFinite(node.real)
    case .real where isTyped:
      writeTagged("$real", quoted: node.real.isNaN ? "nan" : node.real < 0 ? "-inf" : "inf")
    case .real:
      throw walk.failure(
        .notRepresentable, message: "JSON cannot represent \(node.real); typed-json can")
    case .string where node.isPlainText: writeString(node.text(in: source))
    case .string: writeUnusual(node, isKey: false)
    case .date: try writeDate(Double(bitPattern: node.payload))
    case .data: writeData(node)
    case .uid:
      output.append(isTyped ? "{\"$uid\":" : "{\"CF$UID\":")
      if !isCompact { output.append(UInt8(ascii: " ")) }
      output.append(decimal: node.payload)
      output.append(UInt8(ascii: "}"))
    case .array, .set, .dictionary: try open(node)
    }
  }

  private mutating func open(_ node: Node) throws(PlistError) {
    let storage = walk.storage
    if node.count == 1, node.kind == .dictionary,
      let number = storage.nodes[storage.value(0, of: node)].referenceNumber,
      storage.nodes[storage.key(0, of: node)].isText("CF$UID", in: source)
    {
      guard isTyped else {
        throw walk.failure(
          .notRepresentable,
          message:
            "JSON cannot represent this dictionary, because a dictionary whose only key is CF$UID, with a number, is read as a UID"
        )
      }
      let space = isCompact ? "" : " "
      output.append("{\"$dict\":\(space)[[\"CF$UID\",\(space)\(number)]]}")
      return
    }
    switch node.kind {
    case .dictionary where node.hasOtherKeys:
      output.append(isCompact ? "{\"$dict\":[" : "{\"$dict\": [")
    case .dictionary: output.append(UInt8(ascii: "{"))
    case .set where isTyped: output.append(isCompact ? "{\"$set\":[" : "{\"$set\": [")
    default: output.append(UInt8(ascii: "["))
    }
    try walk.enter(node)
    isFirst = true
  }

  // MARK: Scalars

  /// Writes a finite real, always with a decimal point or an exponent.
  private mutating func writeFinite(_ value: Double) {
    let text = value.description
    output.append(text)
    if !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }) {
      output.append(".0")
    }
  }

  private mutating func writeDate(_ seconds: Double) throws(PlistError) {
    var text = ByteWriter(minimumCapacity: 32)
    let hasText = text.append(dateSeconds: seconds)
    let isCalendarDate = hasText && text.count == 20 && text.view[0] != UInt8(ascii: "-")
    if isTyped {
      // The calendar cannot represent negative zero.
      let isWhole = seconds == seconds.rounded(.down) && seconds.bitPattern != (-0.0).bitPattern
      if !isCalendarDate || !isWhole || text.view.matches("0000", at: 0) {
        return writeSeconds(seconds)
      }
    }
    guard hasText else { throw walk.noDateText() }
    if isTyped { return writeTagged("$date", quoted: text.view.string(at: 0, count: text.count)) }
    text.truncate(to: 0)
    _ = text.append(exactDateSeconds: seconds)
    writeString(text.view.string(at: 0, count: text.count))
  }

  private mutating func writeSeconds(_ seconds: Double) {
    output.append(isCompact ? "{\"$date\":" : "{\"$date\": ")
    output.append(isCompact ? "{\"$real\":" : "{\"$real\": ")
    if seconds.isFinite {
      output.append(UInt8(ascii: "\""))
      writeFinite(seconds)
      output.append(UInt8(ascii: "\""))
    } else {
      output.append(seconds.isNaN ? "\"nan\"" : seconds < 0 ? "\"-inf\"" : "\"inf\"")
    }
    output.append("}}")
  }

  private mutating func writeData(_ node: Node) {
    if isTyped { output.append(isCompact ? "{\"$data\":" : "{\"$data\": ") }
    output.append(UInt8(ascii: "\""))
    output.append(base64: walk.storage.data(of: node))
    output.append(UInt8(ascii: "\""))
    if isTyped { output.append(UInt8(ascii: "}")) }
  }

  private mutating func writeTagged(_ tag: String, quoted text: String) {
    output.append("{\"\(tag)\":\(isCompact ? "" : " ")\"\(text)\"}")
  }

  /// Writes a key and the separator before its value. In typed JSON, a key that begins with `$` is
  /// written with `$$`. In a dictionary with a key that is not a string, every pair is an array.
  @inline(__always)
  private mutating func writeKey(_ key: Node) throws(PlistError) {
    if hasPairLists, isInPairList { return try writeKeyOfPair(key) }
    if !isTyped, key.isPlainText {
      writeString(key.text(in: source))
    } else {
      writeUnusual(key, isKey: true)
    }
    output.append(isCompact ? ":" : ": ")
  }

  private mutating func writeKeyOfPair(_ key: Node) throws(PlistError) {
    output.append(UInt8(ascii: "["))
    try write(key)
    output.append(isCompact ? "," : ", ")
  }

  /// Writes text that may contain an unpaired surrogate, or a key that begins with `$`.
  private mutating func writeUnusual(_ node: Node, isKey: Bool) {
    if !node.isPlainText, let units = node.unpairedUnits(in: source) {
      let dollar = UInt16(UInt8(ascii: "$"))
      let text = (isKey && isTyped && units.first == dollar ? [dollar] : []) + units
      output.append("\"\(text.jsonEscaped(.ascii))\"")
      return
    }
    let text = node.text(in: source)
    writeString(isKey && isTyped && text.utf8.first == UInt8(ascii: "$") ? "$" + text : text)
  }

  private mutating func writeString(_ text: String) {
    output.append(UInt8(ascii: "\""))
    output.append(text.jsonEscaped(.ascii))
    output.append(UInt8(ascii: "\""))
  }
}
