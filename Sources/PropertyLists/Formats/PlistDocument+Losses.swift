// Changes and losses in a conversion that are not errors, for warnings before the conversion.

extension PlistDocument {
  /// Returns warnings about what is lost or becomes unusual when the document is written in a
  /// format: one of each kind, located at the first affected value. The result is empty if
  /// everything is preserved.
  ///
  /// - `duplicateKey`: only one value of a key that is repeated in the input is kept;
  /// - `controlCharacter`: the XML contains a control character, which Apple's parser accepts and
  ///   XML parsers reject;
  /// - `lostFraction`: dates in XML have whole seconds;
  /// - `unexpectedEnd`: the input consists only of the first bytes of a binary file;
  /// - `loneSurrogate`: XML cannot represent an unpaired surrogate, which becomes U+FFFD; all other
  ///   formats preserve it. Keys that differ only in unpaired surrogates become one key in XML:
  ///   `duplicateKey`.
  ///
  /// Takes time linear in the document.
  public func losses(writtenAs format: PlistFormat) -> [PlistDiagnostic] {
    var findings = warnings.filter { [.duplicateKey, .loneSurrogate].contains($0.error.code) }
    if let cutBinaryFile { findings.append(cutBinaryFile) }
    return findings + root.losses(writtenAs: format)
  }
}

extension PlistNode {
  /// Returns what is lost or becomes unusual when the value is written separately in a format, as
  /// for a document but without losses from reading the document. Paths begin at the value.
  package func losses(writtenAs format: PlistFormat) -> [PlistDiagnostic] {
    format.codec.losses(of: self)
  }

  /// The warning that a string is printed with U+FFFD; nil for other values.
  package var loneSurrogateWarning: PlistDiagnostic? {
    guard node.kind == .string, storage.hasLoneSurrogate(node) else { return nil }
    return finding([index], code: .loneSurrogate) { _ in
      "an unpaired surrogate is printed as U+FFFD"
    }.first
  }

  /// Returns a warning for the first of some nodes, with the number of the others.
  func finding(_ nodes: Set<Int>, code: PlistError.Code, message: (Node) -> String)
    -> [PlistDiagnostic]
  {
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
      position: storage.position(of: first.node), path: first.path)
    return [PlistDiagnostic(severity: .warning, error: error)]
  }
}
