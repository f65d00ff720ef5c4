// Warnings of a check of XML: control characters, which Apple's parser accepts and XML parsers
// reject.

extension XMLFormat {
  static func findings(in storage: DocumentStorage) -> [FormatFinding] {
    guard let offset = storage.strayControl else { return [] }
    let name = storage.view[offset].nameAsCharacter
    return [
      FormatFinding(
        code: .controlCharacter,
        message: "unexpected control character \(name), which XML parsers reject", offset: offset)
    ]
  }

  static func finding(of node: Node, in storage: DocumentStorage) -> ValueFinding? {
    guard node.kind == .string, storage.hasControl(node) else { return nil }
    let name = storage.controlName(in: node)
    return ValueFinding(
      code: .controlCharacter,
      message: "the text contains the control character \(name), which XML parsers reject")
  }
}

extension DocumentStorage {
  /// The offset of a control character outside the values; nil for nearly all documents.
  fileprivate var strayControl: Int? {
    guard view.firstControl(from: 0) != nil else { return nil }
    var position = 0
    for part in controlledParts {
      if let found = view.firstControl(from: position), found < part.lowerBound { return found }
      position = max(position, part.upperBound)
    }
    return view.firstControl(from: position)
  }

  /// The ranges of strings and data that have separate findings for control characters, in the
  /// order of the text.
  private var controlledParts: [Range<Int>] {
    var parts: [Range<Int>] = []
    for index in 0..<nodes.count {
      let node = nodes[index]
      guard !node.isBlob,
        node.kind == .string && hasControl(node)
          || node.kind == .data && node.form == NodeForm.base64
      else { continue }
      parts.append(node.start..<node.start + node.count)
    }
    return parts.sorted { $0.lowerBound < $1.lowerBound }
  }
}
