// The generations of a state without its type: what a tool shows, checks and recovers. Relies on
// `PreviousGenerations` and on the readers of property lists and archives.

public import DurableFiles
internal import KeyedArchives
public import PropertyLists
public import SystemPackage

/// The file of a state and what stands beside it, whatever the state is.
public struct StateFile: Sendable {
  /// The file.
  public let path: FilePath
  private let place: FilePlace

  /// A file, which need not exist.
  public init(path: FilePath) {
    self.init(path: path, in: POSIXFileSystem())
  }

  package init(path: FilePath, in system: any FileSystem) {
    self.path = path
    place = FilePlace(path: path, options: StateStoreOptions(), system: system)
  }

  /// What is found of one generation.
  public struct Generation: Sendable {
    /// How many generations back it is: 0 for the file itself.
    public let number: Int
    /// Its size in bytes.
    public let size: Int
    /// The moment of its last change, since 1970.
    public let modificationTime: Duration
    /// Whether its contents are proved to be those that were saved.
    public let integrity: FileSnapshot.Integrity
    /// The format of the property list that it is; nil when it is none.
    public let format: PlistFormat?
    /// Whether it is a keyed archive.
    public let isArchive: Bool
    /// The version of the schema; nil where none stands.
    public let version: Int?
    /// What is wrong with it; nil when a state could be loaded from it.
    public let problem: StateError?
  }

  /// The generations that are there, the newest first.
  ///
  /// - Parameter key: The key that versions stand under.
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` when a file is there and cannot be
  ///   read.
  public func generations(
    versionKey key: String = StateSchema().key
  ) throws(StateError) -> [Generation] {
    var generations: [Generation] = []
    for number in 0...oldestGeneration {
      guard let contents = try contents(number) else { continue }
      generations.append(Generation(number, contents, key, path))
    }
    return generations
  }

  /// Makes the newest generation that is good the file again, durably. What the file was is put
  /// aside.
  ///
  /// - Returns: The number of the generation; 0 when the file itself is good, and nothing is done.
  /// - Throws: ``StateError`` with ``StateError/Code/nothingToRecover`` when none is good.
  @discardableResult
  public func recover() throws(StateError) -> Int {
    do {
      return try place.withLock { try recoverInLock() }
    } catch let error as StateError {
      throw error
    } catch {
      throw StateError(saving: "the state", error, path)
    }
  }

  private func recoverInLock() throws -> Int {
    guard let good = try generations().first(where: { $0.problem == nil }) else {
      throw StateError(
        .nothingToRecover, "no generation of the state is good", path: path)
    }
    guard good.number > 0, let contents = try contents(good.number) else { return 0 }
    let plan = try KnownContents.recovered(place.identity()).plan(
      over: .known, present: nil, version: 1, path)
    if let suffix = plan.aside { try place.putAside(as: suffix) }
    _ = try place.replace(
      with: Data(contents.bytes), plan.precondition, keeping: .dropped, .durable)
    return good.number
  }

  private func contents(_ number: Int) throws(StateError) -> FileSnapshot? {
    do throws(FileError) {
      return try place.contents(ofGeneration: number)
    } catch {
      throw StateError(
        .unreadable, "generation \(number) could not be read", path: path, underlyingError: error)
    }
  }
}

extension StateFile.Generation {
  /// What contents are.
  init(_ number: Int, _ contents: FileSnapshot, _ key: String, _ path: FilePath) {
    let look = Look(contents, key, path)
    self.init(
      number: number, size: contents.bytes.count,
      modificationTime: contents.identity.modificationTime,
      integrity: contents.integrity, format: look.format, isArchive: look.isArchive,
      version: look.version, problem: look.problem)
  }

  /// A look into contents.
  private struct Look {
    var format: PlistFormat?
    var isArchive = false
    var version: Int?
    var problem: StateError?

    init(_ contents: FileSnapshot, _ key: String, _ path: FilePath) {
      do {
        let document = try PlistDocument(contents.bytes)
        format = document.format
        isArchive = ArchiveSlots(document) != nil
        version = try Self.version(of: document, isArchive, key)
        if !document.root.kind.isContainer { throw Self.loneValue }
      } catch {
        problem = StateError(
          .corrupt, "it is no property list or archive", path: path, underlyingError: error)
      }
      if contents.integrity == .damaged {
        problem = StateError(
          .damaged, "it changed on the drive although nobody wrote it", path: path)
      }
    }

    /// Any word is a property list, but no state is a word.
    private static var loneValue: PlistError {
      PlistError(.typeMismatch, "a state is an array or a dictionary")
    }

    /// The version of a document. An archive must hold together.
    private static func version(
      of document: PlistDocument, _ isArchive: Bool, _ key: String
    ) throws -> Int? {
      guard isArchive else { return document.root[key]?.integerValue.flatMap { Int(exactly: $0) } }
      _ = try KeyedArchive(document)
      return try KeyedUnarchiver(document).decodeIfPresent(Int.self, forKey: key)
    }
  }
}
