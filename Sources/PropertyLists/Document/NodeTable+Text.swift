// Decodes the contents of nodes on demand: text of every form, data, numbers.

extension Node {
  /// Returns the text of a string; for a key of another kind, its text in a path.
  func text(in source: NodeSource) -> String {
    if isPlainText {
      return source.view.knownString(at: start, count: count, isASCII: form == NodeForm.plain)
    }
    return unusualText(in: source)
  }

  private func unusualText(in source: NodeSource) -> String {
    guard kind == .string else { return scalarText(in: source) }
    let view = source.view
    switch form {
    case NodeForm.escaped, NodeForm.escapedUnpaired:
      return source.codec?.resolvedText(of: self, in: view) ?? view.string(at: start, count: count)
    case NodeForm.utf16:
      return view.string(utf16At: start, units: count)
    default:
      var output = ByteWriter(minimumCapacity: count * 2)
      for index in start..<start + count { output.append(Unicode.Scalar(view[index])) }
      return output.view.string(at: 0, count: output.count)
    }
  }

  /// Returns whether this is a string with exactly this text, compared by scalars.
  @inline(__always)
  func isText(_ text: String, in source: NodeSource) -> Bool {
    if isPlainText { return source.view.isEqual(at: start, count: count, to: text) }
    return isUnusualText(text, in: source)
  }

  @inline(never)
  private func isUnusualText(_ text: String, in source: NodeSource) -> Bool {
    guard kind == .string else { return false }
    // Avoids resolving long text for each object that might be nil.
    let isFixed = form == NodeForm.utf16 || form == NodeForm.latin1
    if isFixed, count > text.utf8.count { return false }
    return unusualText(in: source).utf8.elementsEqual(text.utf8)
  }

  var real: Double {
    form == NodeForm.single
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: payload))) : Double(bitPattern: payload)
  }

  @inline(__always)
  func integer(in view: ByteView) -> PlistInteger {
    if form & (NodeForm.unsigned | NodeForm.wide) == 0 {
      return PlistInteger(Int64(bitPattern: payload))
    }
    if form & NodeForm.wide == 0 { return PlistInteger(payload) }
    let high = Int64(bitPattern: view.bigEndian(at: start, width: 8))
    return PlistInteger(high: high, low: view.bigEndian(at: start + 8, width: 8))
  }

  /// Returns the value of an integer above 2^127−1, which is stored as digits; nil for any other
  /// node.
  func wideInteger(in view: ByteView) -> UInt128? {
    guard kind == .real, form == NodeForm.wideDigits else { return nil }
    return UInt128(view.string(at: count &>> 16, count: count & 0xFFFF))
  }

  var date: Date { Date(timeIntervalSinceReferenceDate: Double(bitPattern: payload)) }
}

extension ByteWriter {
  /// Appends the decimal digits of a node's integer.
  mutating func append(integer node: Node, in view: ByteView) {
    if node.form & (NodeForm.unsigned | NodeForm.wide) == 0 {
      append(decimal: Int64(bitPattern: node.payload))
    } else {
      append(node.integer(in: view).description)
    }
  }
}
