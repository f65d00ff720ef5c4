// A check of a file that goes on where reading would stop: value faults are stepped over, warnings
// are collected.

extension PlistDocument {
  /// Everything that a check finds in some input, in the order of the input: value faults (numbers,
  /// dates, base64) up to the first error of syntax, repeated keys, what lenient reading forgives,
  /// and for XML and binary files the first place where Apple's software would have written
  /// something else. At most 100 findings. Empty for a file
  /// without fault.
  public static func diagnose(
    _ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions()
  ) -> [PlistDiagnostic] {
    let source = SourceBytes(bytes)
    do throws(PlistError) {
      if let findings = try diagnoseText(source, options) { return findings }
      let document = PlistDocument(try DocumentStorage.read(source, options))
      return [document.nonCanonicalForm(of: source)].compactMap { $0 }
    } catch {
      return [PlistDiagnostic(severity: .error, error: error)]
    }
  }

  /// What is found in a text; nil for other input.
  private static func diagnoseText(
    _ source: SourceBytes, _ options: PlistReadingOptions
  ) throws(PlistError) -> [PlistDiagnostic]? {
    guard source.count > 0, source.count <= min(options.maximumByteCount, Int(UInt32.max)),
      !source.view.matches("bplist", at: 0)
    else { return nil }
    let (text, origin) = try TextOrigin.utf8Text(of: source)
    switch TextGrammar.detect(text.view, from: origin.textStart, options.looseText) {
    case .xml: return XMLReader.diagnose(source, text, origin, options)
    case .openStep:
      var reader = OpenStepReader(text, origin, options)
      reader.table.collectsFaults = true
      do throws(PlistError) { try reader.readDocument() } catch {
        return reader.table.findings(endingWith: error)
      }
      return PlistDocument(reader.finish(text)).warnings
    case .json:
      var reader = JSONReader(text, origin, options)
      reader.table.collectsFaults = true
      do throws(PlistError) { try reader.readDocument() } catch {
        return reader.table.findings(endingWith: error)
      }
      return PlistDocument(reader.finish(text)).warnings
    }
  }

  /// The first place where writing the document anew gives something else.
  fileprivate func nonCanonicalForm(of source: SourceBytes) -> PlistDiagnostic? {
    guard let format, let canonical = try? encoded(as: format) else { return nil }
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

extension XMLReader {
  fileprivate static func diagnose(
    _ source: SourceBytes, _ text: SourceBytes, _ origin: TextOrigin,
    _ options: PlistReadingOptions
  ) -> [PlistDiagnostic] {
    var reader = XMLReader(text, XMLOrigin(text: origin), options)
    reader.collected = []
    do throws(PlistError) {
      try reader.readDocument()
    } catch {
      return (reader.collected ?? []) + [PlistDiagnostic(severity: .error, error: error)]
    }
    return reader.finishDiagnosis(source, text)
  }

  private consuming func finishDiagnosis(_ source: SourceBytes, _ text: SourceBytes)
    -> [PlistDiagnostic]
  {
    var findings = collected ?? []
    if findings.contains(where: { $0.severity == .error }) { return findings }
    let document = PlistDocument(finish(text))
    if let finding = document.nonCanonicalForm(of: source) { findings.append(finding) }
    return findings
  }
}

extension TextTable {
  /// The warnings so far, and the error that ended the reading.
  fileprivate func findings(endingWith error: PlistError) -> [PlistDiagnostic] {
    let places = TextPlaceIndex(origin, view)
    let noticed = warnings.map { warning in
      let position = places.place(of: warning.offset, in: view).position
      return PlistDiagnostic(
        severity: warning.severity,
        error: PlistError(warning.code, warning.message, position: position, path: warning.path))
    }
    return noticed + [PlistDiagnostic(severity: .error, error: error)]
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
