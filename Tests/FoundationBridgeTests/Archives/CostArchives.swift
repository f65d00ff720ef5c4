// Archives that are assembled slot by slot, and the work of decoding them.
import Foundation
import FoundationBridge
import KeyedArchives
import PropertyLists
import Synchronization

/// An archive that is assembled slot by slot.
struct SlotList {
  private(set) var slots: [Plist] = ["$null"]
  private var records: [String: Plist] = [:]

  mutating func add(_ value: Plist) -> Plist {
    slots.append(value)
    return .uid(PlistUID(UInt32(slots.count - 1)))
  }

  /// An object of one of Foundation's classes.
  mutating func object(_ name: String, _ fields: KeyValuePairs<String, Plist>) -> Plist {
    let record =
      records[name] ?? add(["$classname": .string(name), "$classes": [.string(name), "NSObject"]])
    records[name] = record
    var object: Plist = ["$class": record]
    for (key, value) in fields { object[key] = value }
    return add(object)
  }

  mutating func list(_ name: String = "NSArray", of members: [Plist]) -> Plist {
    object(name, ["NS.objects": .array(members)])
  }

  mutating func dictionary(_ keys: [Plist], _ values: [Plist]) -> Plist {
    object("NSDictionary", ["NS.keys": .array(keys), "NS.objects": .array(values)])
  }

  mutating func archive(_ root: Plist) throws -> Data {
    let plist: Plist = [
      "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": root],
      "$objects": .array(slots),
    ]
    return try plist.encoded(as: .binary)
  }
}

/// The object decoded from an archive or the error, and the work that it took.
struct Outcome {
  var object: Any?
  var error: ArchiveError?
  var work: [ObjectStep: Int]

  static let classes: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSCharacterSet.self,
    NSIndexSet.self, NSRegularExpression.self, NSError.self, NSAttributedString.self,
    CountingKey.self,
  ]

  init(_ archive: Data, options: NSCodingOptions = NSCodingOptions(), and more: [AnyClass] = [])
    throws
  {
    let unarchiver = try NSCodingUnarchiver(forReadingFrom: archive, options: options)
    do {
      object = try unarchiver.decodeObject(ofClasses: Self.classes + more, forKey: "root")
    } catch let error as ArchiveError { self.error = error }
    work = unarchiver.work
  }
}

/// A key that counts its comparisons with other keys.
final class CountingKey: NSObject, NSCoding {
  static let comparisons = Mutex(0)
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
  override var hash: Int { 7 }
  override func isEqual(_ object: Any?) -> Bool {
    Self.comparisons.withLock { $0 += 1 }
    return object as AnyObject === self
  }
}

/// Keys of 200 characters with one hash: `NSString` hashes the first 32, the last 32 and 32 in the
/// middle.
func keysOfOneHash(_ count: Int) -> [String] {
  (0..<count).map { number in
    let digits = String(number + 10_000_000)
    return String(repeating: "k", count: 40) + digits + String(repeating: "k", count: 152)
  }
}
