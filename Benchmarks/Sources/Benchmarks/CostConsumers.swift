// The consumers of files for the measurement of cost, each of which reports its result.
import Foundation
import KeyedArchives
import PropertyLists

/// The result of one call.
struct CostUse {
  /// The number of bytes that were written, or of text and data in the created values plus 16 for
  /// each value.
  var resultBytes = 0
  /// The number of errors thrown while values were decoded, and their total depth.
  var errors = 0
  var errorLevels = 0
  /// Whether the file was rejected.
  var isRefused = false
  /// The time of another process, in milliseconds; negative for work that is not part of the
  /// consumer.
  var otherMilliseconds = 0.0
}

/// A way to process a file.
struct CostConsumer {
  var name: String
  private let make: ([UInt8]) throws -> CostUse

  init(_ name: String, _ make: @escaping ([UInt8]) throws -> CostUse) {
    (self.name, self.make) = (name, make)
  }

  /// Processes a file.
  func use(_ file: [UInt8]) -> CostUse {
    do { return try make(file) } catch { return CostUse(isRefused: true) }
  }

  static func all(archives: Bool) -> [CostConsumer] {
    let all = documents + hashing + foundationTrees + preferences
    return archives ? all + self.archives + foundationArchives : all
  }

  // MARK: Property lists

  private static var documents: [CostConsumer] {
    [
      CostConsumer("document") { CostUse(resultBytes: try PlistDocument($0).nodeCount * 16) },
      CostConsumer("diagnosis") { file in
        _ = PlistDocument.diagnose(file)
        return CostUse()
      },
      CostConsumer("value tree") { CostUse(resultBytes: try Plist($0).costBytes) },
      CostConsumer("value tree to XML") {
        CostUse(resultBytes: try Plist($0).encoded(as: .xml).count)
      },
      CostConsumer("guessed values") { try CostGuess.use($0) },
      CostConsumer("dictionary") { file in
        let pairs = try PlistDecoder().decode([String: Plist].self, from: file)
        return CostUse(
          resultBytes: pairs.reduce(16) { $0 + $1.key.utf8.count + $1.value.costBytes })
      },
      CostConsumer("lossy array") { try CostLossy.use($0) },
    ]
      + [PlistFormat.xml, .binary, .json, .typedJSON, .openStep, .gnuStep].map { format in
        CostConsumer("to \(format.rawValue)") { file in
          let document = try PlistDocument(file)
          return CostUse(resultBytes: try document.encoded(as: format).count)
        }
      }
  }

  // MARK: Archives

  private static var archives: [CostConsumer] {
    [
      CostConsumer("archive JSON") {
        CostUse(resultBytes: try KeyedArchive($0).json().count)
      },
      CostConsumer("archive full JSON") { file in
        var options = KeyedArchive.JSONOptions()
        options.identity = .ofEverything
        options.nestedData = .asContents
        return CostUse(resultBytes: try KeyedArchive(file).json(options).count)
      },
      CostConsumer("archive classes") { file in
        let archive = try KeyedArchive(file)
        return CostUse(
          resultBytes: archive.reachableObjects.reduce(0) { $0 + 16 + $1.fields.count * 16 }
            + archive.classes.reduce(0) { $0 + $1.name.utf8.count })
      },
      CostConsumer("archive check") { file in
        _ = KeyedArchive.diagnose(try PlistDocument(file))
        return CostUse()
      },
      CostConsumer("unarchive objects") { file in
        let object = try KeyedUnarchiver.unarchivedObject(
          of: AnyArchivedObject.self, from: Data(file))
        return withExtendedLifetime(object) { CostUse() }
      },
      CostConsumer("unarchive guesses") { try CostGuess.useArchive($0) },
      CostConsumer("unarchive texts") { file in
        let texts = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: Data(file))
        return CostUse(resultBytes: texts.reduce(16) { $0 + 16 + $1.utf8.count })
      },
      CostConsumer("unarchive pairs") { file in
        let pairs = try KeyedUnarchiver.unarchivedObject(
          of: [String: String].self, from: Data(file))
        return CostUse(
          resultBytes: pairs.reduce(16) { $0 + 32 + $1.key.utf8.count + $1.value.utf8.count })
      },
      CostConsumer("object graph") { file in
        // As text, which supports all values of a graph.
        CostUse(resultBytes: try ObjectGraph(forReadingFrom: Data(file)).encoded(as: .xml).count)
      },
      CostConsumer("unknown object") { file in
        let object = try KeyedUnarchiver.unarchivedObject(of: UnknownObject.self, from: Data(file))
        _ = object["no such field"]
        var options = ArchivingOptions()
        options.outputFormat = .xml
        return CostUse(
          resultBytes: try KeyedArchiver.archivedData(root: object, options: options).count)
      },
    ]
  }
}

/// A value of unknown type, decoded by trying; counts the discarded errors.
indirect enum CostGuess: Decodable {
  case scalar(Int)
  case list([CostGuess])
  case pairs([String: CostGuess])

  nonisolated(unsafe) private static var errors = 0
  nonisolated(unsafe) private static var errorLevels = 0
  nonisolated(unsafe) private static var bytes = 0
  nonisolated(unsafe) private static var level = 0

  static func use(_ file: [UInt8]) throws -> CostUse {
    try counting { _ = try PlistDecoder().decode(CostGuess.self, from: file) }
  }

  static func useArchive(_ file: [UInt8]) throws -> CostUse {
    try counting {
      _ = try KeyedUnarchiver.unarchivedObject(of: CostGuess.self, from: Data(file))
    }
  }

  private static func counting(_ work: () throws -> Void) throws -> CostUse {
    (errors, errorLevels, bytes, level) = (0, 0, 0, 0)
    do { try work() } catch {
      return CostUse(resultBytes: bytes, errors: errors, errorLevels: errorLevels, isRefused: true)
    }
    return CostUse(resultBytes: bytes, errors: errors, errorLevels: errorLevels)
  }

  init(from decoder: any Decoder) throws {
    Self.level += 1
    Self.bytes += 16
    defer { Self.level -= 1 }
    let container = try decoder.singleValueContainer()
    if let value = Self.attempt({ try container.decode(Bool.self) }) {
      self = .scalar(value ? 1 : 0)
    } else if let value = Self.attempt({ try container.decode(Int.self) }) {
      self = .scalar(value)
    } else if let value = Self.attempt({ try container.decode(String.self) }) {
      Self.bytes += value.utf8.count
      self = .scalar(value.utf8.count)
    } else if let values = Self.attempt({ try container.decode([CostGuess].self) }) {
      self = .list(values)
    } else {
      let pairs = try container.decode([String: CostGuess].self)
      for key in pairs.keys { Self.bytes += key.utf8.count }
      self = .pairs(pairs)
    }
  }

  private static func attempt<T>(_ work: () throws -> T) -> T? {
    if let value = try? work() { return value }
    errors += 1
    errorLevels += level
    return nil
  }
}

/// The numbers of an array, or of an array in a dictionary; other values are skipped.
struct CostLossy: Decodable {
  nonisolated(unsafe) private static var errors = 0
  nonisolated(unsafe) private static var elements = 0

  static func use(_ file: [UInt8]) throws -> CostUse {
    (errors, elements) = (0, 0)
    _ = try PlistDecoder().decode(CostLossy.self, from: file)
    return CostUse(resultBytes: 16 * elements, errors: errors, errorLevels: 2 * errors)
  }

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Anything: Decodable { init(from decoder: any Decoder) {} }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      for key in container.allKeys {
        if var list = try? container.nestedUnkeyedContainer(forKey: key) {
          try Self.read(&list)
        } else {
          Self.errors += 1
        }
      }
    } else {
      var list = try decoder.unkeyedContainer()
      try Self.read(&list)
    }
  }

  private static func read(_ list: inout any UnkeyedDecodingContainer) throws {
    while !list.isAtEnd {
      elements += 1
      if (try? list.decode(Int.self)) == nil {
        errors += 1
        _ = try list.decode(Anything.self)
      }
    }
  }
}

extension Plist {
  /// The text and data of the tree, and 16 bytes for each value.
  var costBytes: Int { costBytes(ofReference: 16) }

  /// The same, with another number of bytes for a reference of an archive.
  func costBytes(ofReference referenceBytes: Int) -> Int {
    var (bytes, waiting) = (0, [self])
    while let value = waiting.popLast() {
      bytes += 16
      switch value {
      case .string(let text): bytes += text.utf8.count
      case .data(let data): bytes += data.count
      case .uid: bytes += referenceBytes - 16
      case .array(let values), .set(let values): waiting += values
      case .dictionary(let pairs):
        bytes += pairs.keys.reduce(0) { $0 + $1.utf8.count }
        waiting += pairs.values
      default: break
      }
    }
    return bytes
  }
}
