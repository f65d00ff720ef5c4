// Reads any bytes as a keyed archive: as data, as JSON, and as objects of classes with every kind
// of link. The result is archived again, decoded and archived twice more: the bytes agree.
import FuzzProperties
import KeyedArchives
import PropertyLists

/// A value of a protocol type.
protocol Figure {}

/// A class with every kind of field and link.
class Everything: Codable, Archivable, UnarchivingObserver {
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
  var kind: Kind?
  var point: Point?
  var next: Everything?
  var list: [Everything?]?
  var map: [String: Everything]?
  var numbers: Set<Double>?
  @Reference var link: Everything?
  @WeakReference var weakLink: Everything?
  @Polymorphic var figure: (any Figure)?

  private var wasNotified = false

  func didUnarchive() {
    check(!wasNotified, "an instance is notified once")
    wasNotified = true
    whole.append(self)
  }

  /// Releases everything, so that no cycle outlives its input.
  func dismantle() {
    (next, list, map, link, figure, kind) = (nil, nil, nil, nil, nil, nil)
  }

  private enum CodingKeys: String, CodingKey {
    case bool, int, double, text, date, data, url, uuid, decimal, kind, point, next, list, map
    case numbers, link, weakLink, figure
  }
}

/// A subclass with its own encoded field.
final class More: Everything {
  override class var archivedClassName: String { "More" }
  var extra: Int

  private enum CodingKeys: String, CodingKey { case extra }

  required init(from decoder: any Decoder) throws {
    extra = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .extra)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(extra, forKey: .extra)
  }
}

/// A value with payloads.
indirect enum Kind: Codable {
  case none
  case more(Kind)
  case object(Everything, name: String)
}

/// A value that conforms to the protocol.
struct Point: Codable, Figure {
  var x: Int
  var y: Float
}

/// A class with handwritten coding that conforms to the protocol.
final class Note: KeyedCoding, Figure {
  var text: String
  var owner: Everything?

  init(coder: UnarchivingCoder) throws {
    text = try coder.decode(String.self, forKey: "text") ?? ""
    try coder.link("owner", to: \.owner, of: self)
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(text, forKey: "text")
    coder.encodeLink(owner, forKey: "owner")
  }
}

/// The instances that were created for one input.
nonisolated(unsafe) var whole: [Everything] = []

let registry = ClassRegistry([More.self, Point.self, Note.self])

/// The entry point of libFuzzer: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let document = read(bytes(start, count)) else { return 0 }
  checkAsData(document)
  checkAsObjects(document)
  for instance in whole { instance.dismantle() }
  whole = []
  return 0
}

private func checkAsData(_ document: PlistDocument) {
  _ = KeyedArchive.diagnose(document)
  guard let archive = try? KeyedArchive(document) else { return }
  _ = try? archive.json()
  _ = archive.unreachableObjects.count
}

private func checkAsObjects(_ document: PlistDocument) {
  var options = UnarchivingOptions()
  options.maximumExpansion = 1 << 18
  options.maximumDepth = 64
  guard
    let unarchiver = try? KeyedUnarchiver(document, registry: registry, options: options),
    let made = try? unarchiver.decode(Everything.self, forKey: "root")
  else { return }
  // Shared values may make this too large, or a link may be cyclic: both are rejected. A
  // conditional link whose target is stored nowhere else has a slot in the first archive, and is
  // nil after it.
  guard let first = try? KeyedArchiver.archivedData(root: made) else { return }
  guard let second = archivedAgain(first), let third = archivedAgain(second) else {
    return check(false, "an archive is decoded and archived again")
  }
  check(second == third, "the same objects give the same archive")
}

private func archivedAgain(_ data: Data) -> Data? {
  let made = try? KeyedUnarchiver.unarchivedObject(
    of: Everything.self, from: data, registry: registry)
  return made.flatMap { try? KeyedArchiver.archivedData(root: $0) }
}
