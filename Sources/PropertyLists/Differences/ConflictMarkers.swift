// The text of a merge with conflicts, with the markers that git uses.

/// The text of a merged file whose conflicts are marked as git marks them:
///
/// ```
/// <<<<<<< ours
/// our lines
/// =======
/// their lines
/// >>>>>>> theirs
/// ```
///
/// Only the lines of the elements in conflict are between markers. The encoding and line breaks are
/// those of the file.
public struct ConflictMarkers: Sendable {
  /// The number of characters of a marker. Git passes it as `%L`.
  public var size = 7
  /// The names of the sides after the markers.
  public var labels = (ours: "ours", theirs: "theirs")

  /// Creates markers of seven characters.
  public init() {}

  /// Returns the merged text with markers.
  ///
  /// - Parameters:
  ///   - merge: The merge.
  ///   - document: Our document, which must be text.
  /// - Throws: `PlistError` if an edit cannot be applied, and with `invalidEdit` if the document is
  ///   not text.
  public func text(of merge: PlistMerge, ours document: PlistDocument) throws(PlistError) -> Data {
    guard let origin = document.storage.origin.text else {
      throw PlistError(.invalidEdit, message: "only text can have conflict markers")
    }
    let (ours, theirs) = try Self.texts(of: merge, ours: document)
    // Both begin with the same byte-order mark.
    let mark = ours.prefix(origin.markLength)
    return mark
      + text(
        ours: ours.dropFirst(mark.count), theirs: theirs.dropFirst(mark.count),
        encoding: origin.encoding)
  }

  /// Returns our document with the merge, and with the conflicts decided for either side.
  private static func texts(of merge: PlistMerge, ours document: PlistDocument)
    throws(PlistError) -> (ours: Data, theirs: Data)
  {
    var merged = document
    var edits = merge.edits
    if document.format == .project {
      // Comments change with the merge, and not with the conflicts, whose lines are few in this way.
      merged = try PlistDocument(document.applying(edits, comments: .updated).data)
      edits = []
    }
    return (
      try merged.applying(edits + merge.resolutions(favoring: .ours)).data,
      try merged.applying(edits + merge.resolutions(favoring: .theirs)).data
    )
  }

  /// Returns the lines that both texts have, and the other lines between markers.
  func text(ours: Data, theirs: Data, encoding: TextEncoding) -> Data {
    let (our, their) = (EncodedLines(ours, encoding), EncodedLines(theirs, encoding))
    let lineBreak = our.lineBreak ?? their.lineBreak ?? [UInt8(ascii: "\n")]
    var numbering = LineNumbering()
    let matches = CommonSubsequence.matches(
      between: our.lines.map { numbering.number(of: $0) },
      and: their.lines.map { numbering.number(of: $0) })
    var output: [UInt8] = []
    func append(_ lines: ArraySlice<ArraySlice<UInt8>>) {
      for line in lines {
        output += line
        // The last line of a text may have no line break.
        if our.lineEnd(of: line) == nil { output += encoding.bytes(of: lineBreak) { _ in "" } }
      }
    }
    func append(marker: Character, label: String) {
      let text = String(repeating: marker, count: size) + (label.isEmpty ? "" : " " + label)
      output += encoding.bytes(of: Array(text.utf8) + lineBreak) { _ in "" }
    }
    var (next, nextOfTheirs) = (0, 0)
    let end = SequenceMatch(left: our.lines.count, right: their.lines.count)
    for match in matches + [end] {
      if next < match.left || nextOfTheirs < match.right {
        append(marker: "<", label: labels.ours)
        append(our.lines[next..<match.left])
        append(marker: "=", label: "")
        append(their.lines[nextOfTheirs..<match.right])
        append(marker: ">", label: labels.theirs)
      }
      if match.left < our.lines.count { output += our.lines[match.left] }
      (next, nextOfTheirs) = (match.left + 1, match.right + 1)
    }
    return Data(output)
  }

  /// Returns whether a text has a line that begins with the first marker of git.
  public static func arePresent(in data: Data) -> Bool {
    EncodedLines(data, EncodedLines.encoding(of: data)).lines.contains {
      EncodedLines.marker(of: $0) == UInt8(ascii: "<")
    }
  }

  /// Returns whether each line of a text is a marker, or a line of one of some other texts: false
  /// if a person has changed the text since git marked its conflicts.
  package static func isUntouched(_ data: Data, versions: [Data]) -> Bool {
    let encoding = EncodedLines.encoding(of: data)
    let known = Set(
      versions.flatMap { EncodedLines($0, encoding).lines.map(EncodedLines.contents) })
    return EncodedLines(data, encoding).lines.allSatisfy {
      EncodedLines.marker(of: $0) != nil || known.contains(EncodedLines.contents(of: $0))
    }
  }
}
