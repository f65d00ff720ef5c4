// Reads and writes files of Foundation object trees and of NSCoding archives, in one call each.
// Writing replaces the file atomically and durably; see DurableFiles. No other file of this module
// accesses files.
public import DurableFiles
public import KeyedArchives
internal import PropertyLists

extension PlistSerialization {
  /// Reads a file, like `initWithContentsOfFile:`, but throws an error instead of returning nil.
  ///
  /// - Throws: `FileError` if the file cannot be read; `PlistError` if it is not a property list.
  public static func propertyList(
    fromFile file: some FilePathConvertible, options: MutabilityOptions = []
  ) throws -> Any { try PlistDocument(contentsOfFile: file).foundationObject(options: options) }

  /// Replaces a file, like `writeToFile:atomically:`, atomically and durably.
  ///
  /// The file is replaced whatever its contents, even if it could not be read. For data that an app
  /// must not lose, use a `StateStore` in `StateStorage`, which rejects such a replacement.
  ///
  /// - Throws: `PlistError` with the path of the value that cannot be written, in which case the
  ///   file is unchanged; `FileError` if the file cannot be replaced.
  public static func write(
    _ plist: Any, toFile file: some FilePathConvertible, format: Format = .xml
  ) throws { try AtomicReplacement.write(data(fromPropertyList: plist, format: format), to: file) }
}

extension NSCodingArchiver {
  /// Archives one object under the key `root` and replaces a file, like
  /// `archiveRootObject:toFile:`.
  ///
  /// The file is replaced whatever its contents, even if it could not be read. For data that an app
  /// must not lose, use a `StateStore` with the format `nsCodingArchive(ofClasses:)` of
  /// `FoundationState`, which rejects such a replacement.
  ///
  /// - Throws: The errors of `archivedData(root:classNames:options:)`, in which case the file is
  ///   unchanged; `FileError` if the file cannot be replaced.
  public static func archive(
    _ root: Any?, toFile file: some FilePathConvertible,
    classNames: ArchivedClassNames = ArchivedClassNames(),
    options: ArchivingOptions = ArchivingOptions()
  ) throws {
    let data = try archivedData(root: root, classNames: classNames, options: options)
    try AtomicReplacement.write(data, to: file)
  }
}

extension NSCodingUnarchiver {
  /// Decodes the object under the key `root` of a file. Throws, unlike `unarchiveObjectWithFile:`.
  ///
  /// Only `notFound` means that nothing has been saved yet. After any other error there is a file,
  /// and saving over it would destroy its contents.
  ///
  /// - Throws: `FileError` if the file cannot be read, with `notFound` if there is none, and the
  ///   errors of `unarchivedObject(ofClasses:from:classNames:options:)`.
  public static func unarchivedObject(
    ofClasses classes: [AnyClass], fromFile file: some FilePathConvertible,
    classNames: ArchivedClassNames = ArchivedClassNames(),
    options: NSCodingOptions = NSCodingOptions()
  ) throws -> Any? {
    let bytes = try FileContents.read(file, limit: options.reading.maximumByteCount)
    return try unarchivedObject(
      ofClasses: classes, from: Data(bytes), classNames: classNames, options: options)
  }
}
