// A check of a file that goes on where reading would stop: value faults are stepped over, warnings
// are collected.

extension PlistDocument {
  /// Everything that a check finds in some input, in the order of the input: value faults (numbers,
  /// dates, base64) up to the first error of syntax, repeated keys, what lenient reading forgives,
  /// then what can be read and is hardly meant: control characters in XML, base64 text of which
  /// something is dropped, a UID wider than 8 bytes, null, half of a surrogate pair, the first bytes
  /// of a binary file alone. At most 200 findings. Empty for a file without fault; its layout is
  /// ``diagnoseStyle(_:options:)``'s.
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
  /// The findings, or, where the input is a file of another kind, that alone.
  fileprivate func naming(_ source: SourceBytes) -> [PlistDiagnostic] {
    guard let last, last.severity == .error else { return self }
    let error = PlistError.naming(source, after: last.error)
    let finding = PlistDiagnostic(severity: .error, error: error)
    return (error.code == .otherFormat ? [] : dropLast()) + [finding]
  }
}
