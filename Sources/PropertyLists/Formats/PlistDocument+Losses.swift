// What a conversion changes or drops without an error, for a warning before it is done.

extension PlistDocument {
  /// What is lost or becomes unusual when the document is written in a format, one warning for each
  /// kind, located at the first value that is concerned. Empty where everything is kept.
  ///
  /// - `duplicateKey`: of a key that is repeated in the input, one value alone is kept;
  /// - `controlCharacter`: XML holds a control character, which Apple's parser takes and XML parsers
  ///   reject;
  /// - `lostFraction`: XML has whole seconds;
  /// - `unexpectedEnd`: the input is the first bytes of a binary file alone;
  /// - `loneSurrogate`: XML has no form for half of a surrogate pair, which becomes U+FFFD; all other
  ///   formats keep it. Keys that differ in nothing else are one key there: `duplicateKey`.
  ///
  /// Takes time linear in the document.
  public func losses(writtenAs format: PlistFormat) -> [PlistDiagnostic] {
    var findings = warnings.filter { [.duplicateKey, .loneSurrogate].contains($0.error.code) }
    if let cutBinaryFile { findings.append(cutBinaryFile) }
    return findings + root.losses(writtenAs: format)
  }
}

extension PlistNode {
  /// What is lost or becomes unusual when the value is written in a format by itself: as for a document,
  /// without what was lost when the document was read. Paths begin at the value.
  package func losses(writtenAs format: PlistFormat) -> [PlistDiagnostic] {
    format.codec.losses(of: self)
  }

  /// The warning that a string becomes text with U+FFFD; nil for other values.
  package var loneSurrogateWarning: PlistDiagnostic? {
    guard node.kind == .string, storage.hasLoneSurrogate(node) else { return nil }
    return finding([index], code: .loneSurrogate) { _ in
      "half of a surrogate pair is printed as U+FFFD"
    }
    .first
  }

  /// The warning of the first of some nodes, with their number.
  func finding(
    _ nodes: Set<Int>, code: PlistError.Code, message: (Node) -> String
  ) -> [PlistDiagnostic] {
    let located = storage.located(nodes, from: index)
    guard let first = located.first else { return [] }
    let others = located.count - 1
    let count =
      switch others {
      case 0: ""
      case 1: " (here and in another value)"
      default: " (here and in \(others)\(others == 99 ? " or more" : "") other values)"
      }
    let error = PlistError(
      code, message: message(storage.nodes[first.node]) + count,
      position: storage.position(of: first.node),
      path: first.path)
    return [PlistDiagnostic(severity: .warning, error: error)]
  }
}
