// The one error of this module: what is wrong with an archive, where in the input, and where in the
// structure.
public import PropertyLists

/// Why a property list is no keyed archive, or not one that can be used.
///
/// Two errors are equal when their codes and places are; the message is for people and may change.
public struct ArchiveError: Error, Sendable {
  private let storage: Storage

  /// The kind of failure, for programs.
  public var code: Code { storage.code }
  /// One sentence for people, without the place. At most about 400 characters, whatever the input.
  public var message: String { storage.message }
  /// Where in the input, when the archive was read from bytes.
  public var position: SourcePosition? { storage.position }
  /// Where in the property list, as in `$objects[3]."NS.objects"[1]`; empty for the root.
  public var path: PlistPath { storage.path }
  /// Why the bytes are no property list, with the code `notPropertyList`.
  public var underlyingError: PlistError? { storage.underlyingError }

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence without a full stop; cut to 400 characters.
  ///   - position: The place in the input.
  ///   - path: The place in the structure.
  public init(
    _ code: Code, _ message: String, position: SourcePosition? = nil, path: PlistPath = PlistPath()
  ) {
    storage = Storage(code, message, position, path, nil)
  }

  /// The error of bytes that are no property list.
  init(_ error: PlistError) {
    storage = Storage(.notPropertyList, error.message, error.position, error.path, error)
  }

  /// An open set of kinds of failure; new ones may be added. The page "Error codes" lists them.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, such as `reference-out-of-range`.
    public let rawValue: String

    /// A code by its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = name }

    /// Lets a code stand in a `catch` pattern.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? ArchiveError)?.code == code
    }
  }

  /// What an error holds, in one allocation, so that throwing functions return one pointer.
  private final class Storage: Sendable {
    let code: Code
    let message: String
    let position: SourcePosition?
    let path: PlistPath
    let underlyingError: PlistError?

    init(
      _ code: Code, _ message: String, _ position: SourcePosition?, _ path: PlistPath,
      _ underlyingError: PlistError?
    ) {
      self.code = code
      self.message = message.count > 400 ? message.prefix(400) + "…" : message
      self.position = position
      self.path = path
      self.underlyingError = underlyingError
    }
  }
}

extension ArchiveError: Hashable {
  /// Whether code, position and path are the same.
  public static func == (left: ArchiveError, right: ArchiveError) -> Bool {
    left.code == right.code && left.position == right.position && left.path == right.path
  }

  /// Hashes code, position and path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(position)
    hasher.combine(path)
  }
}

extension ArchiveError: CustomStringConvertible {
  /// The sentence with its places: `@40: a reference to … (at $top.root)`.
  public var description: String {
    let place = position.map { "\($0): " } ?? ""
    let structure = path.isEmpty ? "" : " (at \(path))"
    return "\(place)\(message)\(structure)"
  }
}

extension ArchiveError.Code: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}
