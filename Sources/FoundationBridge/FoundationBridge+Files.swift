// Trees of Foundation's objects and archives of NSCoding objects in files, each way in one call.
// Writing replaces the file atomically and durably; see DurableFiles. The only file of this module
// that knows of files.
public import DurableFiles
public import KeyedArchives
internal import PropertyLists

extension PlistSerialization {
  /// Reads a file, as `initWithContentsOfFile:` does, but with an error instead of nil.
  ///
  /// - Throws: `FileError` where the file cannot be read, `PlistError` with the place where it is no
  ///   property list.
  public static func propertyList(
    fromFile file: some FilePathConvertible, options: MutabilityOptions = []
  ) throws
    -> Any
  {
    try PlistDocument(contentsOfFile: file).foundationObject(options: options)
  }

  /// Replaces a file, as `writeToFile:atomically:` does: atomically, and durably.
  ///
  /// The file is replaced whatever it holds, also where it could not be read. For what an app keeps, use a
  /// `StateStore` of `StateStorage`, which refuses that.
  ///
  /// - Throws: `PlistError` with the path of what cannot be written: the file is untouched then;
  ///   `FileError` where the file cannot be replaced.
  public static func write(
    _ plist: Any, toFile file: some FilePathConvertible, format: Format = .xml
  ) throws {
    try AtomicReplacement.write(data(fromPropertyList: plist, format: format), to: file)
  }
}

extension NSCodingArchiver {
  /// Archives one object under the key `root` and replaces a file with it, atomically and durably,
  /// as `archiveRootObject:toFile:` does.
  ///
  /// The file is replaced whatever it holds, also where it could not be read. For what an app keeps, use a
  /// `StateStore` with the format `nsCodingArchive(ofClasses:)` of `FoundationState`, which refuses that.
  ///
  /// - Throws: As `archivedData(root:classNames:options:)`: the file is untouched then; `FileError`
  ///   where the file cannot be replaced.
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
  /// Makes the object that a file has archived under the key `root`, as `unarchiveObjectWithFile:`
  /// does; a file that is not there is an error.
  ///
  /// Only `notFound` means that there is nothing yet. After any other error there is a file, and saving over
  /// it would destroy what it holds.
  ///
  /// - Throws: `FileError` where the file cannot be read, with `notFound` where there is none, and as
  ///   `unarchivedObject(ofClasses:from:classNames:options:)`.
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
