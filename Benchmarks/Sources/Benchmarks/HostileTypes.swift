// The types as which hostile archives are decoded: every kind of field and link.
import Foundation
import KeyedArchives

/// A value of a protocol type.
protocol HostileFigure {}

/// A class with every kind of field and link.
class HostileHub: Codable, Archivable {
  class var archivedClassName: String { "Everything" }
  var bool: Bool?
  var int: Int?
  var double: Double?
  var text: String?
  var date: Date?
  var data: Data?
  var url: URL?
  var uuid: UUID?
  var decimal: Decimal?
  var kind: HostileKind?
  var point: HostilePoint?
  var next: HostileHub?
  var list: [HostileHub?]?
  var map: [String: HostileHub]?
  var numbers: Set<Double>?
  @Reference var link: HostileHub?
  @WeakReference var weakLink: HostileHub?
  @Polymorphic var figure: (any HostileFigure)?

  /// Releases everything that may be cyclic.
  func dismantle() {
    (next, list, map, link, figure, kind) = (nil, nil, nil, nil, nil, nil)
  }
}

/// A subclass that has to be registered.
final class HostileSubclass: HostileHub {
  override class var archivedClassName: String { "More" }
}

/// A value with payloads.
indirect enum HostileKind: Codable {
  case none
  case more(HostileKind)
  case object(HostileHub, name: String)
}

/// A value that conforms to the protocol.
struct HostilePoint: Codable, HostileFigure, Archivable {
  static var archivedClassName: String { "Point" }
  var x: Int
  var y: Float
}

/// A class with two links for chains and ladders of any kind.
final class HostileAny: KeyedCoding, Archivable {
  static var archivedClassName: String { "Ladder" }
  let left: HostileAny?
  let right: HostileAny?
  let any: AnyArchivedObject?

  init(coder: UnarchivingCoder) throws {
    left = try coder.decode(HostileAny.self, forKey: "a")
    right = try coder.decode(HostileAny.self, forKey: "b")
    any = try coder.decode(AnyArchivedObject.self, forKey: "c")
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(left, forKey: "a")
    try coder.encode(right, forKey: "b")
  }
}

/// Nested lists, or text: a type that tries one and then the other.
indirect enum HostileTree: Codable {
  case list([HostileTree])
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([HostileTree].self))
    }
  }
}
