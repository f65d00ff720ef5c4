// Tests of every coding call that a class may make, and its result.
import FoundationBridge
import KeyedArchives
import PropertyLists
import Testing

/// Makes each call with a key.
private final class Calls: NSObject, NSCoding {
  var answers: [String: String] = [:]

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(true, forKey: "bool")
    coder.encode(Int32(-5), forKey: "int32")
    coder.encode(Int64.max, forKey: "int64")
    coder.encode(Float(1.5), forKey: "float")
    coder.encode(0.1, forKey: "double")
    coder.encode(nil, forKey: "nil")
    coder.encode("$null", forKey: "null text")
    coder.encode([1, true, 1.0] as [Any], forKey: "kinds")
    coder.encode(["b": 2, "a": ["x"]] as [String: Any], forKey: "dictionary")
    coder.encode(CGPoint(x: 1, y: 2), forKey: "point")
    coder.encode("odd", forKey: "$odd")
    coder.encode(1, forKey: "twice")
    coder.encode(2, forKey: "twice")
    let bytes: [UInt8] = [1, 2, 3]
    unsafe coder.encodeBytes(bytes, length: bytes.count, forKey: "bytes")
  }

  init?(coder: NSCoder) {
    answers["bool"] = "\(coder.decodeBool(forKey: "bool"))"
    answers["int32"] = "\(coder.decodeInt32(forKey: "int32"))"
    answers["int64"] = "\(coder.decodeInt64(forKey: "int64"))"
    answers["float"] = "\(coder.decodeFloat(forKey: "float"))"
    answers["double"] = "\(coder.decodeDouble(forKey: "double"))"
    let isNil = coder.decodeObject(forKey: "nil") == nil
    answers["nil"] = "\(coder.containsValue(forKey: "nil")) \(isNil)"
    answers["null text"] = coder.decodeObject(forKey: "null text") as? String
    let kinds = coder.decodeObject(forKey: "kinds") as? NSArray
    answers["kinds"] = kinds.flatMap { try? Plist(foundationObject: $0).description }
    let dictionary = coder.decodeObject(forKey: "dictionary") as? [String: Any]
    let texts = dictionary?["a"] as? [String] ?? []
    answers["dictionary"] = "\(dictionary?["b"] as? Int ?? 0) \(texts)"
    answers["point"] = coder.decodeObject(forKey: "point") as? String
    answers["$odd"] = coder.decodeObject(of: NSString.self, forKey: "$odd").map { $0 as String }
    answers["twice"] = "\(coder.decodeInteger(forKey: "twice"))"
    answers["bytes"] = unsafe coder.withDecodedUnsafeBufferPointer(forKey: "bytes") { bytes in
      unsafe bytes.map { "\(unsafe Array($0))" }
    }
    answers["absent"] =
      "\(coder.containsValue(forKey: "absent")) \(coder.decodeInteger(forKey: "absent"))"
      + " \(coder.decodeBool(forKey: "absent")) \(coder.decodeObject(forKey: "absent") == nil)"
    answers["coder"] = "\(coder.allowsKeyedCoding) \(coder.requiresSecureCoding)"
  }
}

/// Codes without keys.
private final class Unkeyed: NSObject, NSCoding {
  var answers: [String] = []

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode("first")
    coder.encode(Data([7]))
    var number: Int32 = 42
    unsafe coder.encodeValue(ofObjCType: "i", at: &number)
    var real = 2.5
    unsafe coder.encodeValue(ofObjCType: "d", at: &real)
    coder.encodeRootObject(["last"])
  }

  init?(coder: NSCoder) {
    answers.append(coder.decodeObject() as? String ?? "-")
    answers.append("\(Array(coder.decodeData() ?? Data()))")
    var number: Int32 = 0
    unsafe coder.decodeValue(ofObjCType: "i", at: &number)
    answers.append("\(number)")
    var real = 0.0
    unsafe coder.decodeValue(ofObjCType: "d", at: &real)
    answers.append("\(real)")
    answers.append("\(coder.decodeObject() as? [String] ?? [])")
  }
}

@Suite("Coding calls")
struct CoderCallTests {
  @Test("Each call with a key returns what was encoded; absent keys are nil, zero and false")
  func keyed() throws {
    let answers = try roundTrip(Calls()).answers
    #expect(answers["bool"] == "true")
    #expect(answers["int32"] == "-5")
    #expect(answers["int64"] == "\(Int64.max)")
    #expect(answers["float"] == "1.5")
    #expect(answers["double"] == "0.1")
    #expect(answers["nil"] == "true true")
    #expect(answers["null text"] == "$null")
    #expect(answers["kinds"] == (Plist.array([1, true, 1.0])).description)
    #expect(answers["dictionary"] == "2 [\"x\"]")
    #expect(answers["point"] == "{1.0, 2.0}" || answers["point"] == "{1, 2}")
    #expect(answers["$odd"] == "odd")
    #expect(answers["twice"] == "2")
    #expect(answers["bytes"] == "[1, 2, 3]")
    #expect(answers["absent"] == "false 0 false true")
    #expect(answers["coder"] == "true true")
  }

  @Test("Calls without keys return values in their order")
  func unkeyed() throws {
    #expect(try roundTrip(Unkeyed()).answers == ["first", "[7]", "42", "2.5", "[\"last\"]"])
  }

  @Test("Numbers are stored in the object, strings as references; calls without keys use $0, $1")
  func layout() throws {
    let objects = try #require(
      PlistDocument(NSCodingArchiver.archivedData(root: Calls())).root["$objects"])
    let calls = try #require(objects[1])
    #expect(calls["bool"]?.kind == .bool)
    #expect(calls["int32"]?.kind == .integer)
    #expect(calls["double"]?.kind == .real)
    #expect(calls["bytes"]?.kind == .data)
    #expect(calls["nil"]?.uidValue == PlistUID(0))
    #expect(calls["kinds"]?.kind == .uid)
    #expect(calls["$$odd"]?.kind == .uid)
    let unkeyed = try PlistDocument(NSCodingArchiver.archivedData(root: Unkeyed()))
    let fields = try #require(unkeyed.root["$objects"]?[1])
    #expect(fields["$2"]?.integerValue == 42)
    #expect(fields["$4"]?.kind == .uid)
  }
}
