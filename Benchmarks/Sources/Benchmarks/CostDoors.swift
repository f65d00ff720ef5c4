// The consumers of other modules for the measurement of cost: Foundation's objects of the bridge,
// preferences, and types that request everything in a file.
import Foundation
import FoundationBridge
import KeyedArchives
import PropertyLists
import StateStorage
import SystemPackage

extension CostConsumer {
  /// Swift types that hash the contents of a file.
  static var hashing: [CostConsumer] {
    [
      CostConsumer("set of texts") { file in
        let texts = try PlistDecoder().decode(Set<String>.self, from: file)
        return CostUse(resultBytes: texts.reduce(16) { $0 + 16 + $1.utf8.count })
      },
      CostConsumer("dictionary of ints") { file in
        let pairs = try PlistDecoder().decode([Int: Plist].self, from: file)
        return CostUse(resultBytes: pairs.reduce(16) { $0 + 16 + $1.value.costBytes })
      },
    ]
  }

  // MARK: The bridge

  /// Property lists as Foundation's objects.
  static var foundationTrees: [CostConsumer] {
    [
      CostConsumer("Foundation objects") { file in
        let object = try PlistSerialization.propertyList(from: Data(file))
        return withExtendedLifetime(object) { FoundationSize.use(ofTree: file) }
      },
      CostConsumer("Foundation to binary") { file in
        let object = try PlistSerialization.propertyList(from: Data(file))
        let data = try PlistSerialization.data(fromPropertyList: object, format: .binary)
        return withExtendedLifetime(object) {
          FoundationSize.use(ofTree: file, written: data.count)
        }
      },
    ]
  }

  /// Archives as Foundation's objects, and as unknown objects.
  static var foundationArchives: [CostConsumer] {
    [
      CostConsumer("NSCoding objects") { file in
        let object = try NSCodingUnarchiver.unarchivedObject(
          ofClasses: FoundationSize.classes, from: Data(file))
        return FoundationSize.use(of: object as Any)
      },
      CostConsumer("NSCoding to archive") { file in
        let object = try NSCodingUnarchiver.unarchivedObject(
          ofClasses: FoundationSize.classes, from: Data(file))
        let data = try NSCodingArchiver.archivedData(root: object as Any)
        return FoundationSize.use(of: object as Any, written: data.count)
      },
      CostConsumer("unarchive all fields") { file in
        let object = try KeyedUnarchiver.unarchivedObject(of: CostFields.self, from: Data(file))
        return CostUse(resultBytes: 16 * object.count)
      },
    ]
  }

  // MARK: Preferences

  /// A file of preferences: read, and written again with one change.
  static var preferences: [CostConsumer] {
    [
      CostConsumer("preferences") { file in
        try withPreferences(file) { CostUse(resultBytes: try $0.domainRepresentation.costBytes) }
      },
      CostConsumer("preferences, changed") { file in
        try withPreferences(file) { preferences in
          try preferences.set(1, forKey: "one key more")
          try preferences.flush()
          let written = try Data(contentsOf: URL(fileURLWithPath: preferences.path.string))
          // A value that is written once may have many uses.
          let held = try preferences.domainRepresentation.costBytes
          return CostUse(resultBytes: max(written.count, held))
        }
      },
    ]
  }

  private static func withPreferences(
    _ file: [UInt8], _ use: (Preferences) throws -> CostUse
  ) throws -> CostUse {
    let start = clock()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "plinth-cost-preferences-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("domain.plist")
    try Data(file).write(to: path)
    let preparing = Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
    var made = try use(Preferences(path: FilePath(path.path)))
    made.otherMilliseconds -= preparing
    return made
  }
}

/// The size of Foundation's objects.
enum FoundationSize {
  static let classes: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSCountedSet.self, NSString.self, NSNumber.self,
    NSIndexSet.self, NSAttributedString.self, UnknownObject.self,
  ]

  /// The size of the objects of a property list, which is that of its values; without the time to
  /// compute it.
  static func use(ofTree file: [UInt8], written: Int = 0) -> CostUse {
    let start = clock()
    // A reference is a dictionary of the number under the key `CF$UID`.
    let held = (try? Plist(file).costBytes(ofReference: 3 * 16 + 6)) ?? 0
    return CostUse(
      resultBytes: held + written,
      otherMilliseconds: -Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC))
  }

  /// The size of an object, without the time to compute it.
  static func use(of object: Any, written: Int = 0) -> CostUse {
    let start = clock()
    let held = bytes(of: object)
    return CostUse(
      resultBytes: held + written,
      otherMilliseconds: -Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC))
  }

  /// The text and data of an object and its contents, and 16 bytes for each value.
  private static func bytes(of object: Any) -> Int {
    var (bytes, waiting) = (0, [object])
    while let value = waiting.popLast() {
      bytes += 16
      switch value {
      case let text as NSString: bytes += (text as String).utf8.count
      case let data as NSData: bytes += data.length
      // Foundation parses the text of a URL each time that it returns it.
      case let values as NSArray where values.firstObject is URL: bytes += 16 * values.count
      case let values as NSArray: waiting += values.map { $0 }
      case let values as NSSet: waiting += values.allObjects
      case let pairs as NSDictionary: waiting += pairs.allKeys + pairs.allValues
      case let text as NSAttributedString:
        bytes += text.length
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) {
          attributes, _, _ in
          waiting += attributes.values
          bytes += attributes.keys.reduce(0) { $0 + 16 + $1.rawValue.utf8.count }
        }
      case let object as UnknownObject:
        bytes += object.className.utf8.count
      default: break
      }
    }
    return bytes
  }
}

/// An object that requests all fields of its archive, as objects of its own class.
final class CostFields: Decodable, Archivable {
  static var archivedClassName: String { "Fields" }

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let fields: [CostFields]
  /// The number of objects, including this one; an object counts once for each use.
  let count: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    fields = try container.allKeys.filter { $0.stringValue != "$class" }.compactMap {
      try container.decodeIfPresent(CostFields.self, forKey: $0)
    }
    count = fields.reduce(1) { $0 + $1.count }
  }
}
