// Findings about files, from any of the libraries, and the two forms in which they are printed.

internal import ArgumentParser
internal import DurableFiles
internal import KeyedArchives
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

/// The form in which findings are printed.
enum DiagnosticForm: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// A finding about a file.
struct Diagnostic {
  let file: String
  var severity: PlistDiagnostic.Severity
  let code: String
  let message: String
  var position: SourcePosition?
  var path = PlistPath()

  /// Creates a finding about a file from an error.
  ///
  /// - Parameter message: The message to show; nil for the message of the error.
  init(
    file: String, _ error: some CodedError, severity: PlistDiagnostic.Severity = .error,
    message: String? = nil
  ) {
    self.file = file
    self.severity = severity
    code = error.code.rawValue
    self.message = message ?? error.suggestion.map { "\(error.message); \($0)" } ?? error.message
    position = error.position
    path = error.keyPath
  }
}

extension FileError {
  /// The reason why a file cannot be read, for a line that begins with the name of the file.
  var readingReason: String {
    switch code {
    case .notFound: "there is no such file"
    case .isDirectory: "this is a directory, not a file"
    case .permissionDenied: "permission denied"
    case .limitExceeded:
      "the input exceeds the limit, which is 4 GiB for files and 256 MiB for pipes and devices"
    default: "\(self)"
    }
  }
}

extension StateError {
  /// Returns the message with the suggestion and the underlying error.
  ///
  /// - Parameter generation: The generation that is used instead, if any.
  func explanation(replacedBy generation: Int? = nil) -> String {
    let cause = underlyingError.map { " (\($0))" } ?? ""
    let instead = generation.map { "; using the values of generation \($0)" } ?? ""
    let advice = suggestion.map { "; \($0)" } ?? ""
    return message + advice + cause + instead
  }

  /// Whether the contents of a file, rather than the system, caused the error.
  var isInvalidInput: Bool {
    let codes: [Code] = [
      .corrupt, .damaged, .stateMissing, .nothingToRecover, .newerVersion, .wrongType,
      .notEncodable, .wouldOverwrite, .missingDomain, .missingKey, .containerMissing, .notAnExport,
      .noSuchCopy,
    ]
    return codes.contains(code)
  }
}

/// Prints findings on standard error.
struct DiagnosticPrinter {
  let form: DiagnosticForm
  let style: TextStyle

  /// Prints what is lost or unusual if a document is written.
  func report(_ losses: [PlistDiagnostic], of file: String, source: [UInt8] = []) {
    for loss in losses {
      report(Diagnostic(file: file, loss.error, severity: loss.severity), source: source)
    }
  }

  /// Prints a finding, with the source line for a text file.
  func report(_ diagnostic: Diagnostic, source: [UInt8] = []) {
    let lines =
      switch form {
      case .text: text(of: diagnostic) + excerpt(of: diagnostic, in: source)
      case .json: diagnostic.json + "\n"
      }
    try? StandardStream.error.write(lines)
  }

  /// Prints why standard output could not be written, unless its reader has closed the pipe.
  func report(_ error: StreamError) {
    if !error.isClosedPipe { report(Diagnostic(file: error.file, error)) }
  }

  private func text(of diagnostic: Diagnostic) -> String {
    let position = diagnostic.position.map { ":\($0)" } ?? ""
    let path = diagnostic.path.isEmpty ? "" : " (at \(diagnostic.path))"
    // An error that concerns no file, such as a missing home directory, has no location.
    let location =
      diagnostic.file.isEmpty
      ? "" : style("\(diagnostic.file.withoutControls)\(position):", as: .location) + " "
    let isError = diagnostic.severity == .error
    let severity = style("\(diagnostic.severity.rawValue):", as: isError ? .error : .warning)
    return "\(location)\(severity) \((diagnostic.message + path).withoutControls)\n"
  }

  private func excerpt(of diagnostic: Diagnostic, in source: [UInt8]) -> String {
    guard let position = diagnostic.position, position.line != nil,
      let excerpt = SourceExcerpt(source, at: position.offset)
    else { return "" }
    let caret = String(repeating: " ", count: excerpt.indentation) + style("^", as: .caret)
    return "\(excerpt.line)\n\(caret)\n"
  }
}

extension Diagnostic {
  /// The finding as a JSON object on one line. Unknown values are null.
  var json: String {
    let object: Plist = [
      "file": .string(file), "line": number(position?.line), "column": number(position?.column),
      "offset": number(position?.offset), "path": .string(path.description),
      "severity": .string(severity.rawValue), "code": .string(code), "message": .string(message),
    ]
    guard let data = try? object.compactJSON() else { return "null" }
    return String(decoding: data, as: UTF8.self).withJSONEscapes
  }

  private func number(_ value: Int?) -> Plist { value.map { .integer(PlistInteger($0)) } ?? .null }
}

extension String {
  /// The JSON text with all control characters escaped.
  var withJSONEscapes: String {
    // Most text is printable ASCII.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "\n") }) { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable || scalar == "\n" {
        text.unicodeScalars.append(scalar)
      } else {
        text += scalar.jsonEscape
      }
    }
    return text
  }
}

/// A line of a file with a location in it.
struct SourceExcerpt {
  /// The part of the line that is shown.
  let line: String
  /// The number of columns before the location.
  let indentation: Int

  /// The maximum distance of the ends of the line from the location, in bytes.
  private static let reach = 600
  /// The maximum number of columns before the location, and in total.
  private static let (columnsBefore, columns) = (60, 96)

  /// Creates the excerpt around an offset; nil if the line is empty or contains a zero byte.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard bytes.indices.contains(offset) || offset == bytes.count else { return nil }
    func isLineEnd(_ index: Int) -> Bool {
      bytes[index] == UInt8(ascii: "\n")
        || bytes[index] == UInt8(ascii: "\r")
          && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n"))
    }
    let first = max(0, offset - Self.reach)
    var start = offset
    while start > first, !isLineEnd(start - 1) { start -= 1 }
    // The line is longer than the part that is shown, which must not begin within a character.
    if start > 0, start == first, start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    let last = min(bytes.count, offset + Self.reach)
    var end = offset
    while end < last, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      end += 1
    }
    guard start < end, !bytes[start..<end].contains(0) else { return nil }
    let before = Self.window(bytes[start..<offset], columns: Self.columnsBefore, isBefore: true)
    let after = Self.window(
      bytes[offset..<end], columns: Self.columns - before.columns, isBefore: false)
    line = before.text + after.text
    indentation = before.columns
  }

  /// Returns the printable text of some bytes, shortened at the end that is farther from the
  /// location.
  private static func window(_ bytes: ArraySlice<UInt8>, columns limit: Int, isBefore: Bool) -> (
    text: String, columns: Int
  ) {
    let decoded = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let scalars = decoded.filter { $0 != "\u{FEFF}" }.map(\.printable)
    var (kept, columns): ([Unicode.Scalar], Int) = ([], 0)
    for scalar in isBefore ? scalars.reversed() : scalars {
      if columns + scalar.columnCount >= limit {
        kept.append("…")
        columns += 1
        break
      }
      kept.append(scalar)
      columns += scalar.columnCount
    }
    return (String(String.UnicodeScalarView(isBefore ? kept.reversed() : kept)), columns)
  }
}
