// Classes that archives code in both ways: by their fields and by `Codable`. A test chooses the way,
// because the classes can refuse to be coded by their fields.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import Synchronization

/// How the classes of these tests are coded.
enum FieldMode {
  /// Whether the classes are coded by their fields.
  @TaskLocal static var isDirect = true
  /// The numbers of instances that were coded by their fields and by `Codable`.
  @TaskLocal static var count = Count()

  final class Count: Sendable {
    private let numbers = Mutex((direct: 0, codable: 0))
    var direct: Int { numbers.withLock { $0.direct } }
    var codable: Int { numbers.withLock { $0.codable } }
    func addDirect() { numbers.withLock { $0.direct += 1 } }
    func addCodable() { numbers.withLock { $0.codable += 1 } }
  }

  struct Refused: Error {}

  static func begin() throws {
    if !isDirect { throw Refused() }
    count.addDirect()
  }
}

/// A class with a field of every kind.
class Station: PlistFieldCodable {
  enum Kind: String, PlistCodable { case stop, terminal, depot }

  struct Point: PlistFieldCodable, Equatable {
    var x: Double
    var y: Double
    static let plistFields = PlistFields("x", "y")

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    init(from fields: borrowing PlistFieldReader) throws {
      x = try fields.decode(0)
      y = try fields.decode(1)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      try writer.encode(field == 0 ? x : y)
    }
  }

  var name: String
  var code: Int?
  var isOpen: Bool
  var height: Double
  var share: Float
  var opened: Date
  var image: Data
  var tags: [String]
  var sizes: [Int]
  var kind: Kind
  var location: Point
  var notes: [String: Int]
  var link: URL?
  var passengers: UInt64
  var neighbors: [Station]
  @Reference var line: Line?

  class var plistFields: PlistFields { stationFields }
  private static let stationFields = PlistFields(CodingKeys.allCases.map(\.stringValue))

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, code, isOpen, height, share, opened, image, tags, sizes, kind, location, notes, link
    case passengers, neighbors, line
  }

  init(_ name: String, number: Int = 0) {
    self.name = name
    code = number % 3 == 0 ? nil : number
    isOpen = number % 2 == 0
    height = Double(number) * 1.5
    share = Float(number) / 3
    opened = Date(timeIntervalSinceReferenceDate: Double(number) * 86400.25)
    image = Data((0..<(number % 40)).map { UInt8($0) })
    tags = (0..<(number % 4)).map { "tag \($0)" }
    sizes = (0..<(number % 5)).map { $0 * number }
    kind = [.stop, .terminal, .depot][number % 3]
    location = Point(x: Double(number), y: -1)
    notes = number % 2 == 0 ? [:] : ["é": number, "b": 2]
    link = number % 4 == 0 ? URL(string: "https://example.com/\(number)") : nil
    passengers = number % 7 == 0 ? .max : UInt64(number)
    neighbors = []
    _line = Reference(wrappedValue: nil)
  }

  required init(from fields: borrowing PlistFieldReader) throws {
    try FieldMode.begin()
    name = try fields.decode(0)
    code = try fields.decodeIfPresent(1)
    isOpen = try fields.decode(2)
    height = try fields.decode(3)
    share = try fields.decode(4)
    opened = try fields.decode(5)
    image = try fields.decode(6)
    tags = try fields.decode(7)
    sizes = try fields.decode(8)
    kind = try fields.decode(9)
    location = try fields.decode(10)
    notes = try fields.decode(11)
    link = try fields.decodeIfPresent(12)
    passengers = try fields.decode(13)
    neighbors = try fields.decode(14)
    _line = try fields.decode(15)
  }

  required init(from decoder: any Decoder) throws {
    FieldMode.count.addCodable()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    code = try container.decodeIfPresent(Int.self, forKey: .code)
    isOpen = try container.decode(Bool.self, forKey: .isOpen)
    height = try container.decode(Double.self, forKey: .height)
    share = try container.decode(Float.self, forKey: .share)
    opened = try container.decode(Date.self, forKey: .opened)
    image = try container.decode(Data.self, forKey: .image)
    tags = try container.decode([String].self, forKey: .tags)
    sizes = try container.decode([Int].self, forKey: .sizes)
    kind = try container.decode(Kind.self, forKey: .kind)
    location = try container.decode(Point.self, forKey: .location)
    notes = try container.decode([String: Int].self, forKey: .notes)
    link = try container.decodeIfPresent(URL.self, forKey: .link)
    passengers = try container.decode(UInt64.self, forKey: .passengers)
    neighbors = try container.decode([Station].self, forKey: .neighbors)
    _line = try container.decode(Reference<Line>.self, forKey: .line)
  }

  /// Long because it encodes a field of every kind.
  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try FieldMode.begin() }
    switch field {
    case 0: try writer.encode(name)
    case 1: try writer.encodeIfPresent(code)
    case 2: try writer.encode(isOpen)
    case 3: try writer.encode(height)
    case 4: try writer.encode(share)
    case 5: try writer.encode(opened)
    case 6: try writer.encode(image)
    case 7: try writer.encode(tags)
    case 8: try writer.encode(sizes)
    case 9: try writer.encode(kind)
    case 10: try writer.encode(location)
    case 11: try writer.encode(notes)
    case 12: try writer.encodeIfPresent(link)
    case 13: try writer.encode(passengers)
    case 14: try writer.encode(neighbors)
    default: try writer.encode(_line)
    }
  }

  func encode(to encoder: any Encoder) throws {
    FieldMode.count.addCodable()
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(code, forKey: .code)
    try container.encode(isOpen, forKey: .isOpen)
    try container.encode(height, forKey: .height)
    try container.encode(share, forKey: .share)
    try container.encode(opened, forKey: .opened)
    try container.encode(image, forKey: .image)
    try container.encode(tags, forKey: .tags)
    try container.encode(sizes, forKey: .sizes)
    try container.encode(kind, forKey: .kind)
    try container.encode(location, forKey: .location)
    try container.encode(notes, forKey: .notes)
    try container.encodeIfPresent(link, forKey: .link)
    try container.encode(passengers, forKey: .passengers)
    try container.encode(neighbors, forKey: .neighbors)
    try container.encode(_line, forKey: .line)
  }
}

/// A subclass with another field.
final class Depot: Station {
  var trains: Int

  override class var plistFields: PlistFields { depotFields }
  private static let depotFields = PlistFields(
    Station.CodingKeys.allCases.map(\.stringValue) + ["trains"])

  private enum DepotKeys: CodingKey { case trains }

  init(_ name: String, trains: Int) {
    self.trains = trains
    super.init(name, number: trains)
  }

  required init(from fields: borrowing PlistFieldReader) throws {
    trains = try fields.decode(16)
    try super.init(from: fields)
  }

  required init(from decoder: any Decoder) throws {
    trains = try decoder.container(keyedBy: DepotKeys.self).decode(Int.self, forKey: .trains)
    try super.init(from: decoder)
  }

  override func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field < 16 { return try super.encode(field: field, to: &writer) }
    try writer.encode(trains)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: DepotKeys.self)
    try container.encode(trains, forKey: .trains)
  }
}

/// A subclass that does not know of fields, and whose property would be lost.
final class SecretStation: Station {
  var secret = "lost"
}

/// The target of links, with links to its stations.
final class Line: PlistFieldCodable {
  var number: Int
  var stations: [Station]
  @Reference var next: Line?

  static let plistFields = PlistFields("number", "stations", "next")

  private enum CodingKeys: CodingKey { case number, stations, next }

  init(_ number: Int, stations: [Station]) {
    self.number = number
    self.stations = stations
    _next = Reference(wrappedValue: nil)
    for station in stations { station.line = self }
  }

  init(from fields: borrowing PlistFieldReader) throws {
    try FieldMode.begin()
    number = try fields.decode(0)
    stations = try fields.decode(1)
    _next = try fields.decode(2)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try FieldMode.begin() }
    switch field {
    case 0: try writer.encode(number)
    case 1: try writer.encode(stations)
    default: try writer.encode(_next)
    }
  }

  /// Two lines that refer to each other, and share stations.
  static func network(_ count: Int) -> Line {
    var stations = (0..<count).map { Station("Station \($0 % 5)", number: $0) }
    if count > 2 { stations[1].neighbors = [stations[0], stations[2]] }
    stations.append(Depot("Depot", trains: count))
    let (first, second) = (Line(1, stations: stations), Line(2, stations: stations.reversed()))
    (first.next, second.next) = (second, first)
    return first
  }
}
