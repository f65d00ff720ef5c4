// The names of the numbered fields of a type, and what reading and writing need to know of them,
// computed once.
internal import Synchronization

/// The names of a type's fields: the keys of its dictionary.
///
/// Create one for each type, as a static constant: the names are kept as long as the program runs.
public final class PlistFields: Sendable {
  /// The names, in the order in which the fields are encoded.
  public let names: [String]
  /// The number of these names among all that the program has created.
  let identity: Int
  /// Whether dictionaries of these fields can be written without a look at their values: names are
  /// distinct, and none has a special meaning in a format or is difficult to hash.
  let arePlain: Bool
  /// The numbers of the fields in the order of sorted keys.
  private let sorted: LinearBuffer<UInt32>
  /// The UTF-8 of the names, one after another.
  private let text: SourceBytes
  private let textRanges: LinearBuffer<NameRange>
  /// The lines `<key>…</key>` of XML, one after another, each with its line feed.
  private let lines: SourceBytes
  private let lineRanges: LinearBuffer<NameRange>
  /// The number of the field with a name.
  private let numbers: [ByteKey: Int]

  /// These names and the key of an object's class; nil until an archive is read.
  private let namesWithClass = Mutex<PlistFields?>(nil)

  /// All names that the program has created, which are therefore never released.
  private static let all = Mutex<[PlistFields]>([])
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
    numbers = Dictionary(zip(names.map { ByteKey($0) }, names.indices)) { first, _ in first }
    let isOrdinary = names.allSatisfy {
      $0.utf8.count <= CombiningMarks.limit && $0 != "CF$UID" && !$0.utf8.contains(0)
    }
    arePlain = isOrdinary && numbers.count == names.count
    let order = names.indices.sorted {
      names[$0].utf16.lexicographicallyPrecedes(names[$1].utf16)
    }
    var sorted = LinearBuffer<UInt32>(minimumCapacity: names.count)
    for field in order { sorted.append(UInt32(truncatingIfNeeded: field)) }
    var text = ByteWriter()
    var lines = ByteWriter()
    var textRanges = LinearBuffer<NameRange>(minimumCapacity: names.count)
    var lineRanges = LinearBuffer<NameRange>(minimumCapacity: names.count)
    for name in names {
      let (textStart, lineStart) = (text.count, lines.count)
      text.append(name)
      lines.append(xmlKey: name)
      textRanges.append(NameRange(textStart..<text.count))
      lineRanges.append(NameRange(lineStart..<lines.count))
    }
    self.sorted = sorted
    self.text = SourceBytes(text)
    self.textRanges = textRanges
    self.lines = SourceBytes(lines)
    self.lineRanges = lineRanges
    identity = Self.count.withLock { count in
      defer { count += 1 }
      return count
    }
    Self.all.withLock { $0.append(self) }
  }

  /// These names and the key of the class of an object in an archive, which is the last field.
  package var withClass: PlistFields {
    namesWithClass.withLock { known in
      let names = known ?? PlistFields(self.names + ["$class"])
      known = names
      return names
    }
  }

  /// Views of the names, which are always valid.
  var views: FieldNames {
    FieldNames(
      count: names.count, sorted: sorted.view, text: text.view,
      textRanges: textRanges.view, lines: lines.view, lineRanges: lineRanges.view)
  }

  /// Returns the number of the field whose name is part of a text; nil if there is none.
  func number(of view: ByteView, at start: Int, count: Int) -> Int? {
    numbers[ByteKey(view.string(at: start, count: count))]
  }

  func number(of text: String) -> Int? { numbers[ByteKey(text)] }
}

/// The part of a text that is about one name.
struct NameRange: BitwiseCopyable, Sendable {
  let start: UInt32
  let count: UInt32

  init(_ range: Range<Int>) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    count = UInt32(truncatingIfNeeded: range.count)
  }
}

/// Views of the names of a type's fields, which are read without being retained.
struct FieldNames {
  let count: Int
  /// The numbers of the fields in the order of sorted keys.
  let sorted: BufferView<UInt32>
  let text: ByteView
  let textRanges: BufferView<NameRange>
  let lines: ByteView
  let lineRanges: BufferView<NameRange>

  /// Returns whether the name of a field is part of a text.
  @inline(__always)
  func isName(_ field: Int, in view: ByteView, at start: Int, count: Int) -> Bool {
    let range = textRanges[field]
    return Int(range.count) == count
      && view.isEqual(at: start, count: count, to: text, at: Int(range.start))
  }
}
