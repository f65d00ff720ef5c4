// The warnings that were found while a document was read.

/// A deviation that was accepted, or an error after which a check continued.
struct TextWarning: Sendable {
  var severity: PlistDiagnostic.Severity
  var code: PlistError.Code
  var message: String
  var path: PlistPath
  /// The byte offset in the text, which is UTF-8.
  var offset: Int
}

/// The warnings that were found while a text was read. Wraps the array, so that destroying an empty list
/// does not instantiate the array's type.
struct TextWarnings: Sendable {
  private(set) var list: [TextWarning] = []

  var count: Int { list.count }

  mutating func append(_ warning: TextWarning) { list.append(warning) }
}

extension PlistDocument {
  /// The warnings that were found while the input was read, in the order of their detection:
  /// repeated keys, and deviations that were accepted because ``PlistReadingOptions/strictness`` is
  /// lenient. At most 100. In a binary file, only objects that are reachable from the root are
  /// considered. ``diagnose(_:options:)`` finds more.
  public var warnings: [PlistDiagnostic] {
    storage.droppedPairs.isEmpty ? loneSurrogates + textWarnings : storage.repeatedKeys
  }

  private var loneSurrogates: [PlistDiagnostic] {
    guard let offset = storage.origin.text?.loneSurrogate else { return [] }
    let error = PlistError(
      .loneSurrogate, message: "an unpaired surrogate in the text is read as U+FFFD",
      position: storage.position(ofByte: offset))
    return [PlistDiagnostic(severity: .warning, error: error)]
  }

  private var textWarnings: [PlistDiagnostic] {
    storage.warnings.list.map { warning in
      PlistDiagnostic(
        severity: warning.severity,
        error: PlistError(
          warning.code, message: warning.message,
          position: storage.position(ofByte: warning.offset), path: warning.path))
    }
  }
}

extension DocumentStorage {
  /// The warnings about the repeated keys of a binary file.
  fileprivate var repeatedKeys: [PlistDiagnostic] {
    let paths = Dictionary(
      located(Set(droppedPairs.map { Int($0.dictionary) })).map { ($0.node, $0.path) },
      uniquingKeysWith: { first, _ in first })
    return droppedPairs.compactMap { pair in
      paths[Int(pair.dictionary)].map { path in
        let key = nodes[Int(pair.key)].text(in: source)
        let error = PlistError(
          .duplicateKey,
          message: "the key \(PlistError.quoted(key)) is repeated; the first value counts",
          position: position(of: Int(pair.key)), path: path.appending(.key(key)))
        return PlistDiagnostic(severity: .warning, error: error)
      }
    }
  }
}
