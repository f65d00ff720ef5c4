// The three-way merge of text by lines. It keeps what a merge of values cannot know: the comments
// and the layout of both sides.

extension PlistMerge {
  /// Returns the merge of the lines of three versions of a text; nil if both sides changed the same
  /// or adjacent lines, or if our document is not text. It need not be a property list with the
  /// merged value.
  package func mergedLines(base: Data, ours document: PlistDocument, theirs: Data) -> Data? {
    guard let encoding = document.storage.origin.text?.encoding,
      let ours = document.storage.origin.input
    else { return nil }
    let bytes = ours.view.data(at: 0, count: ours.count)
    return LineMerge(base: base, ours: bytes, theirs: theirs, encoding: encoding).merged
  }
}

/// A merge of three texts by lines.
struct LineMerge {
  private let base: EncodedLines
  private let ours: EncodedLines
  private let theirs: EncodedLines

  init(base: Data, ours: Data, theirs: Data, encoding: TextEncoding) {
    self.base = EncodedLines(base, encoding)
    self.ours = EncodedLines(ours, encoding)
    self.theirs = EncodedLines(theirs, encoding)
  }

  /// The merged text; nil if there is a conflict.
  var merged: Data? {
    var numbering = LineNumbering()
    let old = base.lines.map { numbering.number(of: $0) }
    let our = ours.lines.map { numbering.number(of: $0) }
    let their = theirs.lines.map { numbering.number(of: $0) }
    let ourIndexes = Self.indexes(old, our)
    let theirIndexes = Self.indexes(old, their)
    var output: [UInt8] = []
    var (start, ourStart, theirStart) = (0, 0, 0)
    for index in 0...old.count {
      let isEnd = index == old.count
      let ourEnd = isEnd ? our.count : ourIndexes[index]
      let theirEnd = isEnd ? their.count : theirIndexes[index]
      guard ourEnd >= 0, theirEnd >= 0 else { continue }
      let (oldPart, ourPart) = (old[start..<index], our[ourStart..<ourEnd])
      let theirPart = their[theirStart..<theirEnd]
      if ourPart == theirPart || oldPart == theirPart {
        output += ours.lines[ourStart..<ourEnd].joined()
      } else if oldPart == ourPart {
        output += theirs.lines[theirStart..<theirEnd].joined()
      } else {
        return nil
      }
      if !isEnd { output += base.lines[index] }
      (start, ourStart, theirStart) = (index + 1, ourEnd + 1, theirEnd + 1)
    }
    return Data(output)
  }

  /// Returns the index on the right of each line on the left; −1 if there is none.
  private static func indexes(_ left: [Int], _ right: [Int]) -> [Int] {
    var indexes = [Int](repeating: -1, count: left.count)
    for match in CommonSubsequence.matches(between: left, and: right) {
      indexes[match.left] = match.right
    }
    return indexes
  }
}

/// Numbers for lines: equal lines have equal numbers.
struct LineNumbering {
  private var numbers: [[UInt8]: Int] = [:]

  mutating func number(of line: ArraySlice<UInt8>) -> Int {
    let line = Array(line)
    if let number = numbers[line] { return number }
    numbers[line] = numbers.count
    return numbers.count - 1
  }
}
