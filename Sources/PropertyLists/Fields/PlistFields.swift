// The names of the numbered fields of a type, and what reading and writing need to know of them,
// computed once.
internal import Synchronization

/// The names of a type's fields: the keys of its dictionary.
public final class PlistFields: Sendable {
  /// The names, in the order in which the fields are encoded.
  public let names: [String]
  /// The number of these names among all that the program has created.
  let identity: Int
  /// The numbers of the fields in the order of sorted keys.
  let sorted: [Int]
  /// Whether dictionaries of these fields can be written without a look at their values: names are
  /// distinct, and none has a special meaning in a format or is difficult to hash.
  let arePlain: Bool
  /// The UTF-8 of the names, one after another.
  let text: SourceBytes
  /// The range of each name in the text.
  let ranges: [Range<Int>]
  /// The lines `<key>…</key>` of XML, one after another, each with its line feed.
  let lines: SourceBytes
  let lineRanges: [Range<Int>]
  /// The number of the field with a name.
  private let numbers: [ByteKey: Int]

  private static let count = Mutex(0)
  /// The fields of values that have none.
  static let none = PlistFields([])

  /// Creates the names of a type's fields.
  ///
  /// - Parameter names: The names, in the order in which `encode(to:)` encodes the fields. They must
  ///   be distinct.
  public convenience init(_ names: String...) { self.init(names) }

  /// Creates the names of a type's fields.
  ///
  /// - Parameter names: The names, in the order in which `encode(to:)` encodes the fields. They must
  ///   be distinct.
  public init(_ names: [String]) {
    self.names = names
    identity = Self.count.withLock { count in
      defer { count += 1 }
      return count
    }
    numbers = Dictionary(zip(names.map { ByteKey($0) }, names.indices)) { first, _ in first }
    let isOrdinary = names.allSatisfy { $0.utf8.count <= CombiningMarks.limit && $0 != "CF$UID" }
    arePlain = isOrdinary && numbers.count == names.count
    sorted = names.indices.sorted { names[$0].utf16.lexicographicallyPrecedes(names[$1].utf16) }
    var text = ByteWriter()
    var lines = ByteWriter()
    ranges = names.map { name in
      let start = text.count
      return start..<start + text.append(name)
    }
    lineRanges = names.map { name in
      let start = lines.count
      lines.append(xmlKey: name)
      return start..<lines.count
    }
    self.text = SourceBytes(text)
    self.lines = SourceBytes(lines)
  }

  /// Returns the number of the field whose name is part of a text; nil if there is none.
  func number(of view: ByteView, at start: Int, count: Int) -> Int? {
    numbers[ByteKey(view.string(at: start, count: count))]
  }

  func number(of text: String) -> Int? { numbers[ByteKey(text)] }

  /// Returns whether the name of a field is part of a text.
  @inline(__always)
  func isName(_ field: Int, in view: ByteView, at start: Int, count: Int) -> Bool {
    let range = ranges[field]
    return range.count == count
      && view.isEqual(at: start, count: count, to: text.view, at: range.lowerBound)
  }
}
