// What a check warns of in XML: control characters, which Apple's parser accepts and XML parsers reject.

extension XMLFormat {
  static func findings(in storage: DocumentStorage) -> [FormatFinding] {
    guard let offset = storage.strayControl else { return [] }
    let name = storage.view[offset].nameAsCharacter
    return [
      FormatFinding(
        code: .controlCharacter,
        message: "the control character \(name) is here, which XML parsers reject", offset: offset)
    ]
  }

  static func finding(of node: Node, in storage: DocumentStorage) -> ValueFinding? {
    guard node.kind == .string, storage.hasControl(node) else { return nil }
    let name = storage.controlName(in: node)
    return ValueFinding(
      code: .controlCharacter,
      message: "the text holds the control character \(name), which XML parsers reject")
  }
}

extension DocumentStorage {
  /// Where a control character is in a text that is none of its values' own; nil for nearly all texts.
  fileprivate var strayControl: Int? {
    guard view.firstControl(from: 0) != nil else { return nil }
    var position = 0
    for part in controlledParts {
      if let found = view.firstControl(from: position), found < part.lowerBound { return found }
      position = max(position, part.upperBound)
    }
    return view.firstControl(from: position)
  }

  /// Where the strings and data are that have findings of their own for control characters, in the
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
