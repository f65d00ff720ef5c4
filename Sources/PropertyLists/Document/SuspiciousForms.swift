// What can be read and is hardly meant: the warnings of a check that look at the finished table, so
// that reading itself never pays for them.

extension PlistDocument {
  /// The warnings about values, in the order of the document.
  var suspiciousForms: [PlistDiagnostic] {
    if let finding = cutBinaryFile { return [finding] }
    let stray = strayControl.map { [$0] } ?? []
    var reasons: [Int: (code: PlistError.Code, message: String)] = [:]
    for index in 0..<storage.nodes.count {
      if let reason = storage.reason(storage.nodes[index]) { reasons[index] = reason }
    }
    return stray
      + storage.located(Set(reasons.keys)).compactMap { located in
        reasons[located.node].map { reason in
          let error = PlistError(
            reason.code, reason.message, position: storage.position(of: located.node),
            path: located.path)
          return PlistDiagnostic(severity: .warning, error: error)
        }
      }
  }

  /// The warning of the first control character of an XML text that is in no string or data, or of the
  /// first NUL of a text of the OpenStep family.
  private var strayControl: PlistDiagnostic? {
    guard let offset = storage.strayControl else { return nil }
    let name = storage.view[offset].nameAsCharacter
    let message =
      switch storage.origin {
      case .xml: "the control character \(name) is here, which XML parsers reject"
      default: "the control character \(name) is here, which no text has"
      }
    let position = storage.position(ofByte: offset)
    return PlistDiagnostic(
      severity: .warning, error: PlistError(.controlCharacter, message, position: position))
  }

  /// The first bytes of a binary file alone are a word of an OpenStep text.
  var cutBinaryFile: PlistDiagnostic? {
    let start = Array("bplist".utf8)
    let count = storage.view.count
    guard case .openStep = storage.origin, count < start.count,
      (0..<count).allSatisfy({ storage.view[$0] == start[$0] })
    else { return nil }
    let bytes = count == 1 ? "this is the first byte" : "these are the first \(count) bytes"
    let error = PlistError(
      .unexpectedEnd, "\(bytes) of a binary property list; the file may have been cut off",
      position: storage.position(ofByte: count))
    return PlistDiagnostic(severity: .warning, error: error)
  }
}

extension DocumentStorage {
  /// Where a control character is in a text that is none of its values' own; nil for nearly all texts.
  fileprivate var strayControl: Int? {
    switch origin {
    case .xml:
      guard view.firstControl(from: 0) != nil else { return nil }
      var position = 0
      for part in controlledParts {
        if let found = view.firstControl(from: position), found < part.lowerBound { return found }
        position = max(position, part.upperBound)
      }
      return view.firstControl(from: position)
    case .openStep:
      let position = view.firstIndex(of: 0, from: 0)
      return position < view.count ? position : nil
    default: return nil
    }
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

  /// Why a node is hardly meant; nil for nearly all.
  fileprivate func reason(_ node: Node) -> (code: PlistError.Code, message: String)? {
    switch (node.kind, origin) {
    case (.string, .xml) where hasControl(node):
      (
        .controlCharacter,
        "the text holds the control character \(controlName(in: node)), which XML parsers reject"
      )
    case (.string, _) where hasLoneSurrogate(node):
      (.loneSurrogate, "the text holds half of a surrogate pair, which is no character")
    case (.uid, .binary) where node.form > 7:
      (
        .forgivenForm,
        "the UID takes \(node.form + 1) bytes; Apple's software writes at most 8"
      )
    case (.null, .binary):
      (.forgivenForm, "the value is null, which no property list of Apple's software holds")
    case (.data, _) where node.form == NodeForm.base64: base64Fault(node)
    default: nil
    }
  }

  private func base64Fault(_ node: Node) -> (code: PlistError.Code, message: String)? {
    let text = view.slice(node.start..<node.start + node.count)
    switch text.base64Residue {
    case .none: return nil
    case .foreignByte(let byte):
      let shown = PlistError.quoted(String(Unicode.Scalar(byte)))
      return (
        .forgivenForm, "\(shown) is not in the alphabet of base64; it is passed over"
      )
    case .incompleteGroup(let count):
      let dropped = count == 1 ? "last character is" : "last \(count) characters are"
      return (
        .forgivenForm, "the base64 text ends inside a group of four; its \(dropped) dropped"
      )
    case .misplacedPadding:
      return (
        .forgivenForm, "the base64 text has = where its group of four does not end"
      )
    case .spareBits:
      return (
        .forgivenForm, "the base64 text has bits before = that belong to no byte; they are dropped"
      )
    }
  }
}
