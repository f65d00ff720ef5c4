// What a type could not be decoded from. Making one costs three allocations and nothing that grows
// with the document, since most are thrown away at once: the sentence, the location and the text of
// the path are made when somebody asks.

/// The contents of the error beneath a `DecodingError`. Keeps the document.
final class DecodingFailure: ErrorContents {
  /// What went wrong.
  enum DecodingReason: Sendable {
    /// The value is of another kind than this, or absent.
    case mismatch(ExpectedValue)
    /// The number does not fit in the type.
    case outOfRange
    /// The dictionary has no such key.
    case missingKey(any CodingKey)
    /// The array has no more elements.
    case arrayEnd
    /// The dictionary has a key that is not a string.
    case keyNotString
    /// Too little is left of the thread's stack for the values in the value.
    case stackLimit
    /// The keys of the dictionary cannot be those of a dictionary of Swift's.
    case unusableKeys(PlistError)
  }

  private let reason: DecodingReason
  private let type: Any.Type
  private let storage: DocumentStorage
  /// The value in question, or the container that lacks it; −1 for an absent one.
  private let index: Int
  private let codingPath: [any CodingKey]

  init(
    _ reason: DecodingReason, type: Any.Type, index: Int, of storage: DocumentStorage,
    path: [any CodingKey]
  ) {
    self.reason = reason
    self.type = type
    self.storage = storage
    self.index = index
    codingPath = path
  }

  private var node: Node { index < 0 ? Node(.null) : storage.nodes[index] }

  private var typedCode: PlistError.Code {
    switch reason {
    case .mismatch: node.isNull(in: storage.source) ? .valueNotFound : .typeMismatch
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
      let found = node.isNull(in: storage.source) ? "nothing" : node.kind.phrase
      return "expected \(expected.phrase) for \(type), found \(found)"
    case .outOfRange:
      let value =
        node.kind == .real ? "\(node.real)" : "\(node.integer(in: storage.view))"
      return "\(value) does not fit in \(type)"
    case .missingKey(let key):
      return "the dictionary has no key \(PlistError.quoted(key.stringValue))"
    case .arrayEnd:
      return "the array has \(node.count) elements, and another was asked for"
    case .keyNotString: return keyError.message
    case .stackLimit: return Self.stackLimit
    case .unusableKeys(let error): return error.message
    }
  }

  private static let stackLimit =
    "values are nested deeper than the stack of this thread allows"

  var suggestion: String? { nil }
  var position: SourcePosition? {
    if case .keyNotString = reason { return keyError.position }
    return storage.position(of: max(index, 0))
  }

  private var keyError: PlistError {
    storage.keyNotString(ofDictionary: max(index, 0), "types with coding keys")
  }

  var keyPath: PlistPath { PlistPath(codingPath: codingPath) }
  var underlyingError: (any Error)? { nil }

  /// The error as `Codable` knows it.
  var decodingError: DecodingError {
    let found = node
    switch reason {
    case .mismatch(let expected):
      return found.isNull(in: storage.source)
        ? .valueNotFound(type, context(expected.missing))
        : .typeMismatch(type, context(expected.mismatch(found.kind)))
    case .outOfRange: return .dataCorrupted(context("the number does not fit in the type"))
    case .missingKey(let key): return .keyNotFound(key, context("the dictionary has no such key"))
    case .arrayEnd: return .valueNotFound(type, context("the array has no more elements"))
    case .keyNotString:
      // As Foundation has it: the key is asked for as a string.
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

  /// The kind as a sentence has it.
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

  /// The sentences for all kinds, so that none is put together for an error that is thrown away.
  private static let mismatches = allCases.map { expected in
    PlistKind.allCases.map { "expected \(expected.phrase), found \($0.phrase)" }
  }
  private static let absences = allCases.map { "expected \($0.phrase), found nothing" }

  func mismatch(_ found: PlistKind) -> String { Self.mismatches[rawValue][Int(found.rawValue)] }

  var missing: String { Self.absences[rawValue] }
}

extension Node {
  /// Whether the value stands for nil: a null, or the string `$null`.
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
      reason, type: type, index: position.node, of: storage, path: codingPath(position)
    )
    .decodingError
  }

  /// The value is not of the kind that the type needs, or a number that does not fit in it.
  @inline(never)
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
