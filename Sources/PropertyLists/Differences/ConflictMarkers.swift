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
    let ours = try document.applying(merge.edits + merge.resolutions(favoring: .ours)).data
    let theirs = try document.applying(merge.edits + merge.resolutions(favoring: .theirs)).data
    return text(ours: ours, theirs: theirs, encoding: origin.encoding)
  }

  /// Returns the lines that both texts have, and the other lines between markers.
  func text(ours: Data, theirs: Data, encoding: TextEncoding) -> Data {
    let (our, their) = (EncodedLines(ours, encoding), EncodedLines(theirs, encoding))
    let lineBreak = our.lineBreak ?? their.lineBreak ?? [UInt8(ascii: "\n")]
    var numbers: [[UInt8]: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      let line = Array(line)
      if let number = numbers[line] { return number }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    let matches = CommonSubsequence.matches(
      between: our.lines.map(number), and: their.lines.map(number))
    var output: [UInt8] = []
    func append(_ lines: ArraySlice<ArraySlice<UInt8>>) {
      for line in lines {
        output += line
        // The last line of a text may have no line break.
        if our.lineEnd(of: line) == nil { output += encoded(lineBreak, encoding) }
      }
    }
    func append(marker: Character, label: String) {
      let text = String(repeating: marker, count: size) + (label.isEmpty ? "" : " " + label)
      output += encoded(Array(text.utf8) + lineBreak, encoding)
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

  /// Returns ASCII text in an encoding.
  private func encoded(_ text: [UInt8], _ encoding: TextEncoding) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: encoding.unitWidth - 1)
    switch encoding {
    case .utf8, .singleByte: return text
    case .utf16LittleEndian, .utf32LittleEndian: return text.flatMap { [$0] + zeros }
    case .utf16BigEndian, .utf32BigEndian: return text.flatMap { zeros + [$0] }
    }
  }

  /// Returns whether a file has the conflict markers of git at the beginning of lines.
  public static func arePresent(in data: Data) -> Bool {
    let lines = EncodedLines(data, EncodedLines.encoding(of: data))
    var remaining: [UInt8] = [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">")]
    for line in lines.lines {
      guard let marker = remaining.first else { break }
      let text = line.filter { $0 != 0 }
      if text.count >= 7, text.prefix(7).allSatisfy({ $0 == marker }) { remaining.removeFirst() }
    }
    return remaining.isEmpty
  }
}

/// The lines of a text in an encoding, with their line breaks.
private struct EncodedLines {
  private(set) var lines: [ArraySlice<UInt8>] = []
  private let encoding: TextEncoding

  init(_ data: Data, _ encoding: TextEncoding) {
    self.encoding = encoding
    let bytes = [UInt8](data)
    let width = encoding.unitWidth
    // Line breaks of old Macs count only in a text that has no others.
    let hasLineFeeds = stride(from: 0, to: bytes.count, by: width).contains {
      Self.unit(bytes[$0...], encoding) == UInt8(ascii: "\n")
    }
    let end = hasLineFeeds ? UInt8(ascii: "\n") : UInt8(ascii: "\r")
    var start = 0
    for index in stride(from: 0, to: bytes.count, by: width)
    where Self.unit(bytes[index...], encoding) == end {
      let next = min(index + width, bytes.count)
      lines.append(bytes[start..<next])
      start = next
    }
    if start < bytes.count { lines.append(bytes[start...]) }
  }

  /// Returns the encoding of a text with a byte-order mark; UTF-8 for any other text.
  static func encoding(of data: Data) -> TextEncoding {
    let mark = [UInt8](data.prefix(2))
    if mark == [0xFF, 0xFE] { return .utf16LittleEndian }
    return mark == [0xFE, 0xFF] ? .utf16BigEndian : .utf8
  }

  /// Returns the ASCII character at the beginning of some bytes; nil if there is another character.
  private static func unit(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> UInt8? {
    let unit = bytes.prefix(encoding.unitWidth)
    guard unit.count == encoding.unitWidth else { return nil }
    switch encoding {
    case .utf8, .singleByte: return unit.first
    case .utf16LittleEndian, .utf32LittleEndian:
      return unit.dropFirst().allSatisfy { $0 == 0 } ? unit.first : nil
    case .utf16BigEndian, .utf32BigEndian:
      return unit.dropLast().allSatisfy { $0 == 0 } ? unit.last : nil
    }
  }

  /// Returns the characters of the line break at the end of a line; nil if there is none.
  func lineEnd(of line: ArraySlice<UInt8>) -> [UInt8]? {
    let width = encoding.unitWidth
    let last = Self.unit(line.suffix(width), encoding)
    if last == UInt8(ascii: "\r") { return [UInt8(ascii: "\r")] }
    if last != UInt8(ascii: "\n") { return nil }
    let isPair = Self.unit(line.dropLast(width).suffix(width), encoding) == UInt8(ascii: "\r")
    return isPair ? [UInt8(ascii: "\r"), UInt8(ascii: "\n")] : [UInt8(ascii: "\n")]
  }

  /// The characters of the first line break.
  var lineBreak: [UInt8]? { lines.first.flatMap { lineEnd(of: $0) } }
}
