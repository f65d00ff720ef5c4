// Errors of unarchiving, with the path to the value and its location in the input. Both are
// determined on demand, because types try several alternatives and discard most errors.
internal import PropertyLists

/// The contents of an unarchiving error. Retains the archive.
final class UnarchivingFailure: ErrorContents {
  /// The reason for the error.
  enum UnarchivingReason: Sendable {
    /// A message.
    case text(String)
    /// The value is of another kind: a message that states what was expected, and the type.
    case mismatch(String, Any.Type)
    /// The object has no value for a key.
    case missingKey(String)
  }

  let code: String
  private let reason: UnarchivingReason
  private let table: ArchiveTable
  let node: Int
  /// The top-level key of the archive.
  private let top: String?
  let codingPath: [any CodingKey]
  /// The entry of the value that contains the faulty one.
  let parent: Int

  init(
    _ code: ArchiveError.Code, reason: UnarchivingReason, table: ArchiveTable, node: Int,
    top: String?, codingPath: [any CodingKey], parent: Int
  ) {
    self.parent = parent
    self.code = code.rawValue
    self.reason = reason
    self.table = table
    self.node = node
    self.top = top
    self.codingPath = codingPath
  }

  var message: String {
    switch reason {
    case .text(let text): text.count > 400 ? text.prefix(400) + "…" : text
    case .mismatch(let expected, let type): "\(expected) for \(type)"
    case .missingKey(let key): "the object has no \(PlistError.quoted(key))"
    }
  }

  /// Returns the same failure with another path.
  func with(_ codingPath: [any CodingKey]) -> UnarchivingFailure {
    UnarchivingFailure(
      ArchiveError.Code(rawValue: code), reason: reason, table: table, node: node, top: top,
      codingPath: codingPath, parent: parent)
  }

  /// The code of the `DecodingError` to throw: as in property lists, nil is not a mismatch, and a
  /// number of another kind is one that does not fit.
  var decodingCode: ArchiveError.Code {
    guard case .mismatch(_, let type) = reason else { return ArchiveError.Code(rawValue: code) }
    let slot = table.reference(node) ?? -1
    if slot < 0 ? table.kind(node) == .null : table.isNull(slot: slot) { return .valueNotFound }
    let target = slot < 0 ? node : table.node(inSlot: slot)
    let isReal = table.kind(target) == .real
    return isReal && type is any FixedWidthInteger.Type ? .outOfRange : .typeMismatch
  }

  var suggestion: String? { nil }
  var position: SourcePosition? { table.position(node) }
  var underlyingError: (any Error)? { nil }

  var keyPath: PlistPath {
    var steps = (top.map { [.key($0)] } ?? []) + PlistPath(codingPath: codingPath).steps
    if case .missingKey(let key) = reason { steps.append(.key(key)) }
    return PlistPath(steps)
  }

  /// The message for a `DecodingError`, without text that must be built.
  var summary: String {
    switch reason {
    case .text(let text), .mismatch(let text, _): text
    case .missingKey: "the object has no such key"
    }
  }
}

extension UnarchivingSession {
  /// Runs part of a container's work. Its errors are thrown as `DecodingError`s, which types catch,
  /// with the archive's own error as the underlying error.
  @inline(__always)
  func decoding<Value>(_ type: Any.Type, body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw ArchiveError.decodingError(error, type: type) }
  }

  /// The error for a key's value, as the decoding type receives it: its path ends with its own key.
  func decodingError(
    _ error: any Error, type: Any.Type, key: any CodingKey, at position: ValuePosition
  ) -> any Error {
    guard let own = error as? ArchiveError, let failure = own.failure,
      failure.node == position.node, failure.parent == position.parent,
      // A container that is used after its value was created has the number of an earlier entry.
      failure.parent < entries.count
    else { return ArchiveError.decodingError(error, type: type) }
    let path = stack.codingPath(failure.parent, appending: key)
    let error = ArchiveError(failure.with(path))
    return error.decodingError(type, error: error)
  }

  /// An error with the path to a position. A keyed container itself adds the path for the values of
  /// its keys: a path is as long as the value is deep, and is built only once.
  func failure(
    _ reason: UnarchivingFailure.UnarchivingReason, code: ArchiveError.Code,
    at position: ValuePosition
  ) -> ArchiveError {
    let parent = parent(of: position)
    return ArchiveError(
      UnarchivingFailure(
        code, reason: reason, table: table, node: position.node,
        top: (entries.first?.position ?? position).key,
        codingPath: parent < 0 || position.isAskedByKey ? [] : codingPath(parent, last: position),
        parent: parent))
  }

  /// The error for an array without further elements; its coding path ends with the next index.
  func arrayEnd(_ count: Int, container: Int) -> ArchiveError {
    let array = position(container)
    let position = ValuePosition(
      node: (try? target(array)) ?? array.node, index: count,
      parent: Int32(truncatingIfNeeded: container), isMember: true)
    return error(
      .valueNotFound, message: "expected another array element, found only \(count)", at: position)
  }

  func error(_ code: ArchiveError.Code, message: String, at position: ValuePosition) -> ArchiveError
  { failure(.text(message), code: code, at: position) }

  /// The error for a value of another kind, with a message that states what was expected.
  @inline(never)
  func mismatch(_ type: Any.Type, expected: String, at position: ValuePosition) -> ArchiveError {
    failure(.mismatch(expected, type), code: .typeMismatch, at: position)
  }

  func cycle(_ slot: Int, at position: ValuePosition) -> ArchiveError {
    error(
      .cycle,
      message: "object \(slot) requires itself to be decoded first; one of the links in the cycle"
        + " must be @Reference", at: position)
  }

  func unexpectedClass(_ slot: Int, type: DecodedType, at position: ValuePosition) -> ArchiveError {
    let name =
      (try? className(table.node(inSlot: slot), at: position, type: type.type)) ?? "no object"
    if type.bridged != nil {
      return error(
        .unexpectedClass,
        message:
          "found an object of the class \(PlistError.quoted(name)), which is not allowed here",
        at: position)
    }
    let expected = type.names.all.first ?? "another class"
    return error(
      .unexpectedClass,
      message:
        "expected \(expected), found \(PlistError.quoted(name)), which is not registered for it",
      at: position)
  }

  /// The position of an object that is created before it is requested, or for a link.
  func position(ofSlot slot: Int) -> ValuePosition {
    ValuePosition(node: table.node(inSlot: slot), key: "$objects[\(slot)]")
  }
}

extension ArchiveError {
  /// Converts an archive error to the error that a decoding type receives; keeps other errors.
  static func decodingError(_ error: any Error, type: Any.Type) -> any Error {
    (error as? ArchiveError)?.decodingError(type, error: error) ?? error
  }

  /// - Parameter error: This error as it was thrown.
  fileprivate func decodingError(_ type: Any.Type, error: any Error) -> DecodingError {
    let failure = failure
    switch failure?.decodingCode ?? code {
    case .typeMismatch, .unexpectedClass: return .typeMismatch(type, context(failure, error: error))
    case .valueNotFound: return .valueNotFound(type, context(failure, error: error))
    default: return .dataCorrupted(context(failure, error: error))
    }
  }

  var context: DecodingError.Context { context(failure, error: self) }

  private func context(_ failure: UnarchivingFailure?, error: any Error) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: failure?.codingPath ?? path.codingPath,
      debugDescription: failure?.summary ?? description, underlyingError: error)
  }

  /// The contents, if an unarchiving session created them.
  fileprivate var failure: UnarchivingFailure? {
    // Compared by identity: a cast is expensive for an error that is discarded.
    guard type(of: contents) == UnarchivingFailure.self else { return nil }
    return sameInstance(contents, as: UnarchivingFailure.self)
  }

  /// Returns the archive error that underlies a `DecodingError`, or the error itself.
  static func own(_ error: any Error) -> any Error {
    guard let error = error as? DecodingError else { return error }
    let context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
      }
    return context.underlyingError as? ArchiveError ?? error
  }
}
