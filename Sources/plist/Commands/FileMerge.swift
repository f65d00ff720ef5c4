// The three-way merge of a file: reads its versions, merges their values, and checks the result
// before it is written.

internal import PropertyLists

/// A merged file.
struct FileMerge {
  /// The contents: the merged property list, with conflict markers if it is text.
  let data: Data
  let format: PlistFormat
  /// The conflicts that were not decided.
  var conflicts: [MergeConflict] = []
  var warnings: [PlistDiagnostic] = []

  /// How a file is merged.
  struct Options {
    /// The side for which conflicts are decided; nil to report them.
    var side: MergeSide?
    var markers = ConflictMarkers()
    var reading = PlistReadingOptions()
  }

  /// Merges the contents of a file.
  ///
  /// - Parameter base: The contents of the common base. If they are empty, both sides added the
  ///   file.
  /// - Throws: `FileMergeError` if a version cannot be read, or if the result would not be read as
  ///   the merged value.
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8], options: Options) throws(FileMergeError) {
    let our = try Self.document(ours, options, side: .ours)
    let their = try Self.document(theirs, options, side: .theirs)
    let old = base.isEmpty ? nil : try Self.document(base, options, side: nil)
    format = our.format ?? .xml
    do throws(PlistError) {
      let merge = try PlistMerge(base: old, ours: our, theirs: their)
      warnings = merge.warnings
      if let side = options.side {
        let edits = merge.edits + merge.resolutions(favoring: side)
        var value = merge.value
        try value.apply(merge.resolutions(favoring: side))
        data = try our.applying(edits, comments: .updated).data
        try Self.check(data, value, options)
      } else if merge.conflicts.isEmpty {
        data = try Self.merged(merge, base: base, ours: our, theirs: theirs, options)
      } else {
        conflicts = merge.conflicts
        let edited = try our.applying(merge.edits, comments: .updated).data
        try Self.check(edited, merge.value, options)
        data = format == .binary ? edited : try options.markers.text(of: merge, ours: our)
      }
    } catch { throw FileMergeError(side: nil, error: error) }
  }

  private static func document(_ bytes: [UInt8], _ options: Options, side: MergeSide?)
    throws(FileMergeError) -> PlistDocument
  {
    do throws(PlistError) { return try PlistDocument(bytes, options: options.reading) } catch {
      throw FileMergeError(side: side, isVersion: true, error: error)
    }
  }

  /// Returns the file without conflicts. If a merge of lines leads to the same value, it is taken,
  /// because it has the comments of both sides.
  private static func merged(
    _ merge: PlistMerge, base: [UInt8], ours: PlistDocument, theirs: [UInt8], _ options: Options
  ) throws(PlistError) -> Data {
    let data = try ours.applying(merge.edits, comments: .updated).data
    try check(data, merge.value, options)
    if let lines = merge.mergedLines(base: Data(base), ours: ours, theirs: Data(theirs)),
      (try? check(lines, merge.value, options)) != nil
    {
      return lines
    }
    return data
  }

  /// Checks that a file is read as a value.
  private static func check(_ data: Data, _ value: Plist, _ options: Options) throws(PlistError) {
    let document = try PlistDocument(data, options: options.reading)
    let expected = try PlistDocument(value)
    if !document.hasSameValues(as: expected) {
      throw PlistError(
        .notRepresentable,
        message: "the format of our version cannot hold the values of their version")
    }
  }
}

/// The reason why a file cannot be merged by its values.
struct FileMergeError: Error {
  /// The version that cannot be read; nil for the base and for the result.
  var side: MergeSide?
  /// Whether a version cannot be read.
  var isVersion = false
  var error: PlistError
}

extension FileMerge {
  /// Reports the conflicts and warnings of a merge.
  func report(as name: String, with printer: DiagnosticPrinter) {
    printer.report(warnings, of: name)
    for conflict in conflicts {
      let kept = format == .binary ? "; \(conflict.kept.rawValue) is kept" : ""
      let error = PlistError(
        .mergeConflict, message: conflict.message + kept, path: conflict.path)
      printer.report(Diagnostic(file: name, error))
    }
  }
}
