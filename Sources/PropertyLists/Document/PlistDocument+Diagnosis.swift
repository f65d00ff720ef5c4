// A check of a file that goes on where reading would stop: value faults are stepped over, warnings
// are collected.

extension PlistDocument {
  /// Everything that a check finds in some input, in the order of the input: value faults (numbers,
  /// dates, base64) up to the first error of syntax, repeated keys, what lenient reading forgives,
  /// and for XML and binary files the first place where Apple's software would have written
  /// something else. At most 100 findings. Empty for a file without fault.
  public static func diagnose(
    _ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions()
  ) -> [PlistDiagnostic] {
    let source = SourceBytes(bytes)
    do throws(PlistError) {
      switch try PlistInput(source, options).check(options) {
      case .ended(let findings): return findings.naming(source)
      case .read(let document): return document.findings(in: source)
      }
    } catch {
      let error = PlistError.naming(source, after: error)
      return [PlistDiagnostic(severity: .error, error: error)]
    }
  }

  /// What is found in input that was read to its end.
  private func findings(in source: SourceBytes) -> [PlistDiagnostic] {
    let noticed = warnings
    let isValid = !noticed.contains { $0.severity == .error }
    guard isValid, let finding = nonCanonicalForm(of: source) else { return noticed }
    return noticed + [finding]
  }

  /// The first place where writing an XML or binary document anew gives something else.
  private func nonCanonicalForm(of source: SourceBytes) -> PlistDiagnostic? {
    guard let format, format == .xml || format == .binary,
      let canonical = try? encoded(as: format)
    else { return nil }
    let written = SourceBytes(canonical)
    let difference = source.view.firstDifference(from: written.view)
    let offset = min(difference, storage.firstUnusualReal ?? difference)
    if offset == source.count, offset == written.count { return nil }
    return PlistDiagnostic(
      severity: .warning,
      error: PlistError(
        .nonCanonicalForm, "from here on Apple's software would have written something else",
        position: storage.position(ofByte: offset)))
  }
}

extension [PlistDiagnostic] {
  /// The findings, or, where the input is a file of another kind, that alone.
  fileprivate func naming(_ source: SourceBytes) -> [PlistDiagnostic] {
    guard let last, last.severity == .error else { return self }
    let error = PlistError.naming(source, after: last.error)
    return error.code == .otherFormat ? [PlistDiagnostic(severity: .error, error: error)] : self
  }
}

extension DocumentStorage {
  /// Where the first real stands whose text is neither that of Apple's writer nor the shortest.
  fileprivate var firstUnusualReal: Int? {
    guard case .xml(let origin) = origin, origin.text.encoding == .utf8 else { return nil }
    let unusual = (0..<nodes.count).first { index in
      let node = nodes[index]
      return node.kind == .real && node.form == NodeForm.literal && !isUsualReal(node)
    }
    return unusual.map { Int(offsets[$0]) }
  }

  private func isUsualReal(_ node: Node) -> Bool {
    [PlistWritingOptions.RealStyle.seventeenDigits, .shortest].contains { style in
      var text = ByteWriter(minimumCapacity: 32)
      text.append(real: node.real, style)
      let (start, length) = (node.count >> 16, node.count & 0xFFFF)
      return text.count == length && view.isEqual(at: start, count: length, to: text.view, at: 0)
    }
  }
}

extension ByteView {
  /// The first offset at which two views differ, or the length of the shorter.
  fileprivate func firstDifference(from other: ByteView) -> Int {
    let end = min(count, other.count)
    var offset = 0
    while offset + 8 <= end, word(at: offset) == other.word(at: offset) { offset += 8 }
    while offset < end, self[offset] == other[offset] { offset += 1 }
    return offset
  }
}
