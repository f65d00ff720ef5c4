// What the tool has to say about a file, whichever library found it, and the two forms it is said
// in.

internal import ArgumentParser
internal import DurableFiles
internal import KeyedArchives
internal import PropertyLists
internal import StateStorage
internal import SystemPackage

/// The form of findings.
enum DiagnosticForm: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// One finding about one file.
struct Diagnostic {
  let file: String
  var severity: PlistDiagnostic.Severity
  let code: String
  let message: String
  var position: SourcePosition?
  var path = PlistPath()

  /// A finding about a file.
  ///
  /// - Parameter message: The sentence to show; nil for the error's own.
  init(
    _ file: String, _ error: some CodedError, severity: PlistDiagnostic.Severity = .error,
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
  /// Why a file cannot be read, for a line that begins with the file's name.
  var readingReason: String {
    switch code {
    case .notFound: "there is no such file"
    case .isDirectory: "this is a directory, not a file"
    case .permissionDenied: "permission to read it is denied"
    case .limitExceeded:
      "it is larger than can be read: files up to 4 GiB, pipes and devices up to 256 MiB"
    default: "\(self)"
    }
  }
}

extension StateError {
  /// The message and what led to the error, which is the reason that people need.
  ///
  /// - Parameter generation: The generation that is used instead.
  func explanation(replacedBy generation: Int? = nil) -> String {
    let cause = underlyingError.map { " (\($0))" } ?? ""
    let instead = generation.map { "; these are the values of generation \($0)" } ?? ""
    let advice = suggestion.map { "; \($0)" } ?? ""
    return message + advice + cause + instead
  }

  /// Whether the contents of a file are the reason, not the system.
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

  /// Prints a finding; in a text file with the line it stands on.
  func report(_ diagnostic: Diagnostic, source: [UInt8]) {
    let lines =
      switch form {
      case .text: text(of: diagnostic) + excerpt(of: diagnostic, in: source)
      case .json: diagnostic.json + "\n"
      }
    try? StandardStream.error.write(lines.utf8)
  }

  /// Prints why standard output could not be written, unless its reader has gone.
  func report(_ error: StreamError) {
    if !error.isClosedPipe { report(Diagnostic(error.file, error), source: []) }
  }

  private func text(of diagnostic: Diagnostic) -> String {
    let position = diagnostic.position.map { ":\($0)" } ?? ""
    let path = diagnostic.path.isEmpty ? "" : " (at \(diagnostic.path))"
    let place = style("\(diagnostic.file.withoutControls)\(position):", .place)
    let isError = diagnostic.severity == .error
    let severity = style("\(diagnostic.severity.rawValue):", isError ? .error : .warning)
    return "\(place) \(severity) \((diagnostic.message + path).withoutControls)\n"
  }

  private func excerpt(of diagnostic: Diagnostic, in source: [UInt8]) -> String {
    guard let position = diagnostic.position, position.line != nil,
      let excerpt = SourceExcerpt(source, at: position.offset)
    else { return "" }
    let caret = String(repeating: " ", count: excerpt.indentation) + style("^", .caret)
    return "\(excerpt.line)\n\(caret)\n"
  }
}

extension Diagnostic {
  /// The finding as a JSON object in one line, in which what is unknown is null.
  var json: String {
    let object: Plist = [
      "file": .string(file),
      "line": number(position?.line),
      "column": number(position?.column),
      "offset": number(position?.offset),
      "path": .string(path.description),
      "severity": .string(severity.rawValue),
      "code": .string(code),
      "message": .string(message),
    ]
    guard let data = try? object.compactJSON(as: .json) else { return "null" }
    return String(decoding: data, as: UTF8.self).withJSONEscapes
  }

  private func number(_ value: Int?) -> Plist { value.map { .integer(PlistInteger($0)) } ?? .null }
}

extension String {
  /// JSON text in which no character can act on a terminal.
  var withJSONEscapes: String {
    // Most texts are ASCII without anything to escape.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "\n") }) { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable || scalar == "\n" {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return text
  }
}
