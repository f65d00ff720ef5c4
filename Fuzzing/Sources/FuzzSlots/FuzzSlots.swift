// Reads any bytes as an archive of a class with numbered fields, slot by slot. What is accepted must
// be what the unarchiver reads through a table.
import FuzzProperties
import KeyedArchives
import PropertyLists

/// A class that is coded by its fields, under the name of a class in the collected archives.
final class Everything: PlistFieldCodable, Archivable {
  static let archivedClassName = "Everything"
  static let plistFields = PlistFields(
    "bool", "int", "double", "text", "date", "data", "next", "list", "numbers")
  var bool: Bool?
  var int: Int?
  var double: Double?
  var text: String?
  var date: Date?
  var data: Data?
  var next: Everything?
  var list: [Everything?]?
  var numbers: [Int]?

  init(from fields: borrowing PlistFieldReader) throws {
    bool = try fields.decodeIfPresent(0)
    int = try fields.decodeIfPresent(1)
    double = try fields.decodeIfPresent(2)
    text = try fields.decodeIfPresent(3)
    date = try fields.decodeIfPresent(4)
    data = try fields.decodeIfPresent(5)
    next = try fields.decodeIfPresent(6)
    list = try fields.decodeIfPresent(7)
    numbers = try fields.decodeIfPresent(8)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encodeIfPresent(bool)
    case 1: try writer.encodeIfPresent(int)
    case 2: try writer.encodeIfPresent(double)
    case 3: try writer.encodeIfPresent(text)
    case 4: try writer.encodeIfPresent(date)
    case 5: try writer.encodeIfPresent(data)
    case 6: try writer.encodeIfPresent(next)
    case 7: try writer.encodeIfPresent(list)
    default: try writer.encodeIfPresent(numbers)
    }
  }
}

/// The entry point of libFuzzer: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let data = Data(bytes(start, count))
  compare(Everything.self, data)
  compare([Everything].self, data)
  compare([String?].self, data)
  compare(Date.self, data)
  return 0
}

private func compare<Value: PlistCodable>(_ type: Value.Type, _ data: Data) {
  let direct = try? KeyedUnarchiver.unarchivedObject(of: type, from: data)
  let expected = try? KeyedUnarchiver(forReadingFrom: data).decode(type, forKey: "root")
  check((direct == nil) == (expected == nil), "both ways accept the same archives")
  guard let direct, let expected else { return }
  check(archive(direct) == archive(expected), "both ways read the same values")
}

private func archive(_ value: some Encodable) -> Data? {
  try? KeyedArchiver.archivedData(root: value)
}
