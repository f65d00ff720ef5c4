// Writes archives as binary property lists, object by object: several uses of a value may share one
// object of the file, which no archiver would write.

/// An object of a binary property list. One instance is one object, whatever its uses.
final class BinaryObject {
  enum Content {
    case bytes([UInt8])
    case array([BinaryObject])
    case dictionary([(key: String, value: BinaryObject)])
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  static func text(_ text: String) -> BinaryObject {
    let units = Array(text.utf16)
    if units.allSatisfy({ $0 < 0x80 }) {
      return BinaryObject(.bytes(head(0x50, units.count) + units.map { UInt8($0) }))
    }
    let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return BinaryObject(.bytes(head(0x60, units.count) + bytes))
  }

  static func data(_ bytes: [UInt8]) -> BinaryObject {
    BinaryObject(.bytes(head(0x40, bytes.count) + bytes))
  }

  static func int(_ value: Int) -> BinaryObject { BinaryObject(.bytes([0x13] + number(value, 8))) }

  static func bool(_ value: Bool) -> BinaryObject { BinaryObject(.bytes([value ? 9 : 8])) }

  static func uid(_ slot: Int) -> BinaryObject { BinaryObject(.bytes([0x83] + number(slot, 4))) }

  static func array(_ elements: [BinaryObject]) -> BinaryObject { BinaryObject(.array(elements)) }

  static func dictionary(_ fields: [String: BinaryObject]) -> BinaryObject {
    let sorted = fields.sorted { $0.key < $1.key }
    return BinaryObject(.dictionary(sorted.map { (key: $0.key, value: $0.value) }))
  }

  /// An object of the class in a slot.
  static func record(_ fields: [String: BinaryObject], ofClass slot: Int) -> BinaryObject {
    dictionary(fields.merging(["$class": .uid(slot)]) { first, _ in first })
  }

  /// The marker of an object with a count.
  static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 0xF, 0x13] + number(count, 8)
  }

  static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// An archive under construction: nil, class records, and objects, the first of which is the root.
struct ArchiveMaker {
  var objects: [BinaryObject] = []
  private let classes: [BinaryObject]

  init(_ classes: [String]) {
    self.classes = classes.map {
      .dictionary(["$classname": .text($0), "$classes": .array([.text($0), .text("NSObject")])])
    }
  }

  var bytes: [UInt8] {
    var file = BinaryFile()
    let root = BinaryObject.dictionary([
      "$version": .int(100_000), "$archiver": .text("NSKeyedArchiver"),
      "$top": .dictionary(["root": .uid(classes.count + 1)]),
      "$objects": .array([.text("$null")] + classes + objects),
    ])
    file.number(of: root)
    return file.bytes
  }
}

/// The objects of a file, by their numbers.
private struct BinaryFile {
  private var objects: [[UInt8]] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var keys: [String: BinaryObject] = [:]

  @discardableResult
  mutating func number(of object: BinaryObject) -> Int {
    if let known = numbers[ObjectIdentifier(object)] { return known }
    let number = objects.count
    objects.append([])
    numbers[ObjectIdentifier(object)] = number
    switch object.content {
    case .bytes(let bytes): objects[number] = bytes
    case .array(let elements):
      let references = elements.flatMap { BinaryObject.number(self.number(of: $0), 4) }
      objects[number] = BinaryObject.head(0xA0, elements.count) + references
    case .dictionary(let fields):
      let names = fields.flatMap { BinaryObject.number(self.number(of: key($0.key)), 4) }
      let values = fields.flatMap { BinaryObject.number(self.number(of: $0.value), 4) }
      objects[number] = BinaryObject.head(0xD0, fields.count) + names + values
    }
    return number
  }

  private mutating func key(_ text: String) -> BinaryObject {
    let object = keys[text] ?? .text(text)
    keys[text] = object
    return object
  }

  var bytes: [UInt8] {
    var file = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += BinaryObject.number(file.count, 4)
      file += object
    }
    let table = file.count
    file += offsets + [0, 0, 0, 0, 0, 0, 4, 4] + BinaryObject.number(objects.count, 8)
    return file + BinaryObject.number(0, 8) + BinaryObject.number(table, 8)
  }
}
