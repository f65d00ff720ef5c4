// A check of a file that continues where reading would stop: it reports invalid values as findings,
// and collects warnings.

extension PlistDocument {
  /// Returns all findings of a check of some input, at most 200, in the order of the input. The
  /// first are invalid values (numbers, dates, base64) up to the first syntax error, repeated keys,
  /// and forms that are accepted only by lenient reading. Valid forms that are probably mistakes
  /// follow: control characters in XML, base64 text that is partly dropped, a UID wider than 8
  /// bytes, null, an unpaired surrogate, and input that consists only of the first bytes of a
  /// binary file. The result is empty for a file without findings. To check the layout, use
  /// ``diagnoseStyle(_:options:)``.
  public static func diagnose(
    _ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions()
  ) -> [PlistDiagnostic] {
    let source = SourceBytes(bytes)
    do throws(PlistError) {
      let found = try RecognizedInput(source, options: options)
      switch try found.codec.check(found.input, options: options) {
      case .ended(let findings): return findings.naming(source)
      case .read(let document): return document.warnings + document.suspiciousForms
      }
    } catch {
      let error = PlistError.naming(source, after: error)
      return [PlistDiagnostic(severity: .error, error: error)]
    }
  }
}

extension [PlistDiagnostic] {
  /// Returns the findings or, if the input is another kind of file, only that finding.
  fileprivate func naming(_ source: SourceBytes) -> [PlistDiagnostic] {
    guard let last, last.severity == .error else { return self }
    let error = PlistError.naming(source, after: last.error)
    let finding = PlistDiagnostic(severity: .error, error: error)
    return (error.code == .otherFormat ? [] : dropLast()) + [finding]
  }
}
