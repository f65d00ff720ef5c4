// Warnings about valid forms that are probably mistakes. They are found in the finished table, so
// that reading itself never pays for them.

extension PlistDocument {
  /// The warnings about values, in the order of the document.
  var suspiciousForms: [PlistDiagnostic] {
    if let finding = cutBinaryFile { return [finding] }
    let stray = (storage.origin.codec?.findings(in: storage) ?? []).map { finding in
      PlistDiagnostic(
        severity: .warning,
        error: PlistError(
          finding.code, message: finding.message, position: storage.position(ofByte: finding.offset)
        ))
    }
    var findings: [Int: ValueFinding] = [:]
    for index in 0..<storage.nodes.count {
      if let finding = storage.finding(storage.nodes[index]) { findings[index] = finding }
    }
    return stray
      + storage.located(Set(findings.keys)).compactMap { located in
        findings[located.node].map { finding in
          let error = PlistError(
            finding.code, message: finding.message, position: storage.position(of: located.node),
            path: located.path)
          return PlistDiagnostic(severity: .warning, error: error)
        }
      }
  }

  /// The warning for input that consists only of the first bytes of a binary file, which reads as a
  /// word of OpenStep text.
  var cutBinaryFile: PlistDiagnostic? {
    let start = Array("bplist".utf8)
    let count = storage.view.count
    guard storage.origin.codec == OpenStepFormat.self, count < start.count,
      (0..<count).allSatisfy({ storage.view[$0] == start[$0] })
    else { return nil }
    let bytes = count == 1 ? "this is the first byte" : "these are the first \(count) bytes"
    let error = PlistError(
      .unexpectedEnd, message: "\(bytes) of a binary property list; the file may have been cut off",
      position: storage.position(ofByte: count))
    return PlistDiagnostic(severity: .warning, error: error)
  }
}

extension DocumentStorage {
  /// Returns a finding if a value is probably a mistake; nil for nearly all values.
  fileprivate func finding(_ node: Node) -> ValueFinding? {
    if let finding = origin.codec?.finding(of: node, in: self) { return finding }
    switch node.kind {
    case .string where hasLoneSurrogate(node):
      return ValueFinding(
        code: .loneSurrogate,
        message: "the text contains an unpaired surrogate, which is not a character")
    case .data where node.form == NodeForm.base64:
      return base64Fault(node).map { ValueFinding(code: .lenientForm, message: $0) }
    default: return nil
    }
  }

  private func base64Fault(_ node: Node) -> String? {
    let text = view.slice(node.start..<node.start + node.count)
    switch text.base64Residue {
    case .none: return nil
    case .invalidByte(let byte):
      let shown = PlistError.quoted(String(Unicode.Scalar(byte)))
      return "\(shown) is not a base64 character and is ignored"
    case .incompleteGroup(let count):
      let dropped = count == 1 ? "last character is" : "last \(count) characters are"
      return "the base64 text ends inside a group of four; its \(dropped) dropped"
    case .misplacedPadding: return "the base64 text has = before the end of a group of four"
    case .spareBits: return "the base64 text has extra bits before =, which are dropped"
    }
  }
}
