// Tests of the calls that have different names in Swift and Objective-C, encodeInt: and
// decodeBytes:, through the bridge and through Foundation's archiver.
import FoundationBridge
import KeyedArchives
import PropertyLists
import Testing

/// Makes the calls, each with a key.
final class CodedNumber: NSObject, NSCoding {
  var number: Int32
  var bytes: [UInt8]?

  init(_ number: Int32, _ bytes: [UInt8]?) {
    self.number = number
    self.bytes = bytes
  }

  required init?(coder: NSCoder) {
    // Foundation's own unarchiver has no `decodeCInt(forKey:)` except on Apple's systems.
    number =
      coder is NSKeyedUnarchiver
      ? coder.decodeInt32(forKey: "number") : coder.decodeCInt(forKey: "number")
    var length = 0
    if let start = unsafe coder.decodeBytes(forKey: "bytes", returnedLength: &length) {
      bytes = unsafe Array(UnsafeBufferPointer(start: start, count: length))
    }
  }

  func encode(with coder: NSCoder) {
    coder.encodeCInt(number, forKey: "number")
    if let bytes { unsafe coder.encodeBytes(bytes, length: bytes.count, forKey: "bytes") }
  }
}

/// Codes the shapes for which Foundation has calls, and bytes by the earlier name of a call.
private final class Shapes: NSObject, NSCoding {
  var answers: [String] = []

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(CGPoint(x: 1, y: 2), forKey: "point")
    coder.encode(CGSize(width: 3, height: 4), forKey: "size")
    coder.encode(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "rectangle")
    let bytes: [UInt8] = [9]
    unsafe coder.encodeBytes(bytes, length: 1, forKey: "bytes")
  }

  required init?(coder: NSCoder) {
    let rectangle = coder.decodeRect(forKey: "rectangle")
    let isWhole =
      rectangle.origin == coder.decodePoint(forKey: "point")
      && rectangle.size == coder.decodeSize(forKey: "size")
    answers.append("\(rectangle.origin.y) \(rectangle.size.height) \(isWhole)")
    var bytes: [UInt8]? = []
    #if canImport(Darwin)
      bytes = [9]
    #else
      unsafe coder.withDecodedUnsafeBytes(forKey: "bytes") {
        bytes = unsafe $0.map { unsafe Array($0) }
      }
    #endif
    answers.append("\(bytes ?? [])")
  }
}

/// Reads a number and bytes, whatever the archive contains.
final class TrustingReader: NSObject, NSCoding {
  var length = -1
  var isAbsent = false

  func encode(with coder: NSCoder) {}

  required init?(coder: NSCoder) {
    isAbsent = unsafe coder.decodeBytes(forKey: "bytes", returnedLength: &length) == nil
    _ = coder.decodeCInt(forKey: "number")
  }
}

/// Compares all of its bytes only after it has requested all of them.
final class GatheredBytes: NSObject, NSCoding {
  let parts: [[UInt8]]

  init(_ parts: [[UInt8]]) { self.parts = parts }

  required init?(coder: NSCoder) {
    var found: [UnsafeBufferPointer<UInt8>] = unsafe []
    for number in 0..<coder.decodeInteger(forKey: "count") {
      var length = 0
      let start = unsafe coder.decodeBytes(forKey: "part\(number)", returnedLength: &length)
      unsafe found.append(UnsafeBufferPointer(start: start, count: length))
    }
    parts = unsafe found.map { part in unsafe Array(part) }
  }

  func encode(with coder: NSCoder) {
    coder.encode(parts.count, forKey: "count")
    for (number, part) in parts.enumerated() {
      unsafe coder.encodeBytes(part, length: part.count, forKey: "part\(number)")
    }
  }
}

@Suite("Coding calls under Apple's names")
struct CoderNameTests {
  /// An archive whose object of a class has some fields.
  private func archive(_ fields: [(String, Plist)]) throws -> Data {
    let graph = try ObjectGraph(
      forReadingFrom: NSCodingArchiver.archivedData(root: CodedNumber(1, [1])))
    let object = try #require(graph.topObject("root")?.object)
    for (key, value) in fields {
      switch value {
      case .integer(let integer): object[key] = GraphValue(.integer(integer))
      case .string(let text): object[key] = GraphValue(.text(text))
      default: object[key] = nil
      }
    }
    return try graph.encoded()
  }

  private func names() -> ArchivedClassNames {
    var names = ArchivedClassNames()
    names.setClass(TrustingReader.self, forClassName: "CodedNumber")
    return names
  }

  @Test("Numbers and bytes survive a round trip", arguments: [0, -1, Int32.max, Int32.min])
  func roundTrips(number: Int32) throws {
    for bytes in [nil, [], [1, 2, 3], Array(repeating: 7, count: 100_000)] as [[UInt8]?] {
      let made = try roundTrip(CodedNumber(number, bytes))
      #expect(made.number == number)
      #expect(made.bytes == bytes)
    }
  }

  @Test("The archive has an integer and data in the object, as Foundation's has")
  func form() throws {
    let own = try #require(
      PlistDocument(NSCodingArchiver.archivedData(root: CodedNumber(-5, [1, 2]))).root["$objects"]?[
        1])
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: CodedNumber(-5, [1, 2]), requiringSecureCoding: false)
    let theirs = try #require(PlistDocument(data).root["$objects"]?[1])
    for fields in [own, theirs] {
      #expect(fields["number"]?.integerValue == -5)
      #expect(fields["bytes"]?.dataValue == Data([1, 2]))
    }
  }

  @Test("Foundation reads what we archive, and we read what Foundation archives")
  func withFoundation() throws {
    let unarchiver = try NSKeyedUnarchiver(
      forReadingFrom: NSCodingArchiver.archivedData(root: CodedNumber(42, [1, 2, 3])))
    unarchiver.requiresSecureCoding = false
    unarchiver.setClass(CodedNumber.self, forClassName: "CodedNumber")
    let theirs = try #require(unarchiver.decodeObject(forKey: "root") as? CodedNumber)
    #expect(theirs.number == 42)
    #expect(theirs.bytes == [1, 2, 3])
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: CodedNumber(42, []), requiringSecureCoding: false)
    let ours = try NSCodingUnarchiver.unarchivedObject(ofClass: CodedNumber.self, from: data)
    #expect(ours?.number == 42)
    #expect(ours?.bytes == [])
  }

  @Test("A number that is not a C int makes the decoding fail, and does not stop the program")
  func range() throws {
    let data = try archive([("number", .integer(1 << 31))])
    let error = #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(ofClass: CodedNumber.self, from: data)
    }
    #expect(error?.code == .outOfRange)
    #expect(error?.path.description.contains("number") == true)
  }

  @Test("Points, sizes and rectangles survive, and so do bytes by their earlier name")
  func shapes() throws {
    #expect(try roundTrip(Shapes()).answers == ["2.0 4.0 true", "[9]"])
  }

  @Test("Text in place of bytes makes the decoding fail, and does not stop the program")
  func kind() throws {
    let data = try archive([("bytes", .string("text"))])
    let error = #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(ofClass: CodedNumber.self, from: data)
    }
    #expect(error?.code == .typeMismatch)
  }

  @Test("Absent bytes are nil and of length 0")
  func absent() throws {
    let data = try NSCodingArchiver.archivedData(root: CodedNumber(1, nil))
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [TrustingReader.self], from: data, classNames: names())
    #expect((made as? TrustingReader)?.isAbsent == true)
    #expect((made as? TrustingReader)?.length == 0)
  }

  @Test("Returned bytes stay valid while more are requested, with both unarchivers")
  func held() throws {
    let parts = (0..<200).map { [UInt8](repeating: UInt8($0), count: $0 * 10) }
    #expect(try roundTrip(GatheredBytes(parts)).parts == parts)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: GatheredBytes(parts), requiringSecureCoding: false)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    #expect((unarchiver.decodeObject(forKey: "root") as? GatheredBytes)?.parts == parts)
  }
}
