// The reason why a value could not be decoded. Creating one takes three allocations, and no work
// that grows with the document, since most such errors are discarded immediately. The message, the
// location and the text of the path are computed on demand.

/// A value that could not be decoded, or the container that lacks it. Retains the document or the file.
enum FailedValue: Sendable {
  /// The node of a document; −1 for an absent value.
  case node(Int, of: DocumentStorage)
  /// An object of a binary file without a table.
  case object(Node, offset: Int, of: SourceBytes)

  var node: Node {
    switch self {
    case .node(let index, let storage): index < 0 ? Node(.null) : storage.nodes[index]
    case .object(let node, _, _): node
    }
  }

  /// The text that the node refers to.
  var source: NodeSource {
    switch self {
    case .node(_, let storage): storage.source
    case .object(_, _, let file): NodeSource(file.view)
    }
  }

  var position: SourcePosition? {
    switch self {
    case .node(let index, let storage): storage.position(of: max(index, 0))
    case .object(_, let offset, _): SourcePosition(offset: offset)
    }
  }
}

/// The contents of the error underlying a `DecodingError`.
final class DecodingFailure: ErrorContents {
  /// The reason for the failure.
  enum DecodingReason: Sendable {
    /// The value is absent or not of the expected kind.
    case mismatch(ExpectedValue)
    /// The number does not fit in the type.
    case outOfRange
    /// The dictionary does not have the key.
    case missingKey(any CodingKey)
    /// The array has no more elements.
    case arrayEnd
    /// The dictionary has a key that is not a string.
    case keyNotString
    /// The remaining stack of the thread is too small for the nested values.
    case stackLimit
    /// The keys of the dictionary cannot be the keys of a Swift `Dictionary`.
    case unusableKeys(PlistError)
  }

  private let reason: DecodingReason
  private let type: Any.Type
  private let value: FailedValue
  private let codingPath: [any CodingKey]

  init(
    _ reason: DecodingReason, type: Any.Type, value: FailedValue, path: [any CodingKey]
  ) {
    self.reason = reason
    self.type = type
    self.value = value
    codingPath = path
  }

  private var node: Node { value.node }

  private var typedCode: PlistError.Code {
    switch reason {
    case .mismatch: node.isNull(in: value.source) ? .valueNotFound : .typeMismatch
    case .outOfRange: .integerOutOfRange
    case .missingKey, .arrayEnd: .valueNotFound
    case .keyNotString: .keyNotString
    case .stackLimit: .depthLimit
    case .unusableKeys(let error): error.code
    }
  }

  var code: String { typedCode.rawValue }

  var message: String {
    switch reason {
    case .mismatch(let expected):
      let found = node.isNull(in: value.source) ? "nothing" : node.kind.phrase
      return "expected \(expected.phrase) for \(type), found \(found)"
    case .outOfRange:
      let number =
        node.kind == .real ? "\(node.real)" : "\(node.integer(in: value.source.view))"
      return "\(number) does not fit in \(type)"
    case .missingKey(let key):
      return "the dictionary has no key \(PlistError.quoted(key.stringValue))"
    case .arrayEnd: return "expected another array element, found only \(node.count)"
    case .keyNotString: return keyError?.message ?? ""
    case .stackLimit: return Self.stackLimit
    case .unusableKeys(let error): return error.message
    }
  }

  private static let stackLimit = "values are nested deeper than the stack of this thread allows"

  var suggestion: String? { nil }
  var position: SourcePosition? {
    if case .keyNotString = reason, let keyError { return keyError.position }
    return value.position
  }

  /// The error for the keys of a dictionary. All keys of a file without a table are strings.
  private var keyError: PlistError? {
    guard case .node(let index, let storage) = value else { return nil }
    return storage.keyNotString(ofDictionary: max(index, 0), "types with coding keys")
  }

  var keyPath: PlistPath { PlistPath(codingPath: codingPath) }
  var underlyingError: (any Error)? { nil }

  /// The corresponding `DecodingError`.
  var decodingError: DecodingError {
    let found = node
    switch reason {
    case .mismatch(let expected):
      return found.isNull(in: value.source)
        ? .valueNotFound(type, context(expected.missing))
        : .typeMismatch(type, context(expected.mismatch(found.kind)))
    case .outOfRange: return .dataCorrupted(context("the number does not fit in the type"))
    case .missingKey(let key): return .keyNotFound(key, context("the dictionary lacks this key"))
    case .arrayEnd: return .valueNotFound(type, context("the array has no more elements"))
    case .keyNotString:
      // Foundation reports a string mismatch here too.
      return .typeMismatch(String.self, context("a key of the dictionary is not a string"))
    case .stackLimit: return .dataCorrupted(context(Self.stackLimit))
    case .unusableKeys(let error): return .dataCorrupted(context(error.message))
    }
  }

  private func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath, debugDescription: description, underlyingError: PlistError(self))
  }
}

/// The kind of value that a type is decoded from.
enum ExpectedValue: Int, Sendable, CaseIterable {
  case bool, string, integer, real, date, data, array, dictionary

  /// The kind with its article, for messages.
  var phrase: String {
    switch self {
    case .bool: PlistKind.bool.phrase
    case .string: PlistKind.string.phrase
    case .integer: PlistKind.integer.phrase
    case .real: PlistKind.real.phrase
    case .date: PlistKind.date.phrase
    case .data: PlistKind.data.phrase
    case .array: PlistKind.array.phrase
    case .dictionary: PlistKind.dictionary.phrase
    }
  }

  /// The messages for all kinds, computed once so that discarded errors do not build them.
  private static let mismatches = allCases.map { expected in
    PlistKind.allCases.map { "expected \(expected.phrase), found \($0.phrase)" }
  }
  private static let absences = allCases.map { "expected \($0.phrase), found nothing" }

  func mismatch(_ found: PlistKind) -> String { Self.mismatches[rawValue][Int(found.rawValue)] }

  var missing: String { Self.absences[rawValue] }
}

extension Node {
  /// Whether the value represents nil: a null, or the string `$null`.
  @inline(__always)
  func isNull(in source: NodeSource) -> Bool {
    guard kind == .string else { return kind == .null }
    if isPlainText { return count == 5 && source.view.matches("$null", at: start) }
    return isText("$null", in: source)
  }
}

extension DecodingSession {
  func error(
    _ reason: DecodingFailure.DecodingReason, type: Any.Type, at position: DecodingPosition
  ) -> DecodingError {
    DecodingFailure(
      reason, type: type, value: failedValue(position), path: codingPath(position)
    ).decodingError
  }

  /// Returns the error for a value that is not of the kind that the type needs, or for a number
  /// that does not fit in the type.
  func failure(_ type: Any.Type, expected: ExpectedValue, at position: DecodingPosition)
    -> DecodingError
  {
    let kind = node(position.node).kind
    if expected == .dictionary, kind == .dictionary {
      return error(.keyNotString, type: type, at: position)
    }
    let isNumber = kind == .integer || kind == .real
    let wantsNumber = expected == .integer || expected == .real
    return error(
      isNumber && wantsNumber ? .outOfRange : .mismatch(expected), type: type, at: position)
  }
}
