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
  ///   formats keep it.
  ///
  /// Takes time linear in the document.
  public func losses(writtenAs format: PlistFormat) -> [PlistDiagnostic] {
    var findings = warnings.filter { [.duplicateKey, .loneSurrogate].contains($0.error.code) }
    if let cutBinaryFile { findings.append(cutBinaryFile) }
    if format == .xml {
      findings += finding(storage.strings(where: storage.hasControl), .controlCharacter) { node in
        "control characters such as \(storage.controlName(in: node)) are written as Apple's software"
          + " does; other XML parsers reject them"
      }
      findings += finding(storage.datesWithFractions, .lostFraction) { _ in
        "XML keeps whole seconds of dates, not their fractions"
      }
      findings += finding(storage.strings(where: storage.hasLoneSurrogate), .loneSurrogate) { _ in
        "half of a surrogate pair is written as U+FFFD"
      }
    }
    return findings
  }

  /// The warning of the first of some nodes, with their number.
  private func finding(
    _ nodes: Set<Int>, _ code: PlistError.Code, _ message: (Node) -> String
  ) -> [PlistDiagnostic] {
    let located = storage.located(nodes)
    guard let first = located.first else { return [] }
    let others = located.count - 1
    let count =
      switch others {
      case 0: ""
      case 1: " (here and in another value)"
      default: " (here and in \(others)\(others == 99 ? " or more" : "") other values)"
      }
    let error = PlistError(
      code, message(storage.nodes[first.node]) + count, position: storage.position(of: first.node),
      path: first.path)
    return [PlistDiagnostic(severity: .warning, error: error)]
  }
}

extension DocumentStorage {
  fileprivate func strings(where holds: (Node) -> Bool) -> Set<Int> {
    var found: Set<Int> = []
    for index in 0..<nodes.count where nodes[index].kind == .string && holds(nodes[index]) {
      found.insert(index)
    }
    return found
  }

  fileprivate var datesWithFractions: Set<Int> {
    var found: Set<Int> = []
    for index in 0..<nodes.count where nodes[index].kind == .date {
      let seconds = Double(bitPattern: nodes[index].payload)
      if seconds != seconds.rounded(.down) { found.insert(index) }
    }
    return found
  }
}
