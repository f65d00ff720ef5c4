// Archives before and after edits, compared slot by slot, and paths and references as literals.

import Foundation
import KeyedArchives
package import PropertyLists

/// A class record with its superclasses.
func chain(_ names: String...) -> String {
  "<dict>\(field("$classname", text(names[0])))\(field("$classes", "<array>\(names.map(text).joined())</array>"))</dict>"
}

/// An archive before and after edits.
struct EditedArchive {
  let original: KeyedArchive
  let data: Data

  func archive() throws -> OpenedArchive { OpenedArchive(archive: try KeyedArchive([UInt8](data))) }

  private func objects(_ document: PlistDocument) -> [Plist] {
    (try? Plist(document))?["$objects"]?.elements?.map(\.withReferences) ?? []
  }

  private var new: [Plist] { (try? PlistDocument(data)).map(objects) ?? [] }

  /// The number of slots.
  var count: Int { new.count }

  /// The value of a slot (`3`), or of a key in it (`3.name`).
  func value(_ location: String) -> Plist? {
    let parts = location.split(separator: ".", maxSplits: 1).map(String.init)
    guard let slot = Int(parts[0]), new.indices.contains(slot) else { return nil }
    return parts.count == 1 ? new[slot] : new[slot][parts[1]]
  }

  /// The slots, or the keys in dictionaries, whose values differ, with their new values; `$null`
  /// for removed keys.
  var changes: [String: Plist] {
    var changes: [String: Plist] = [:]
    let old = objects(original.document)
    for (slot, value) in new.enumerated() {
      guard slot < old.count, value.kind == .dictionary, old[slot].kind == .dictionary else {
        if slot >= old.count || value != old[slot] { changes["\(slot)"] = value }
        continue
      }
      let keys = Set(value.keyTexts).union(old[slot].keyTexts)
      for key in keys where value[key] != old[slot][key] {
        changes["\(slot).\(key)"] = value[key] ?? "$null"
      }
    }
    return changes
  }
}

/// An archive whose JSON is compared.
struct OpenedArchive {
  let archive: KeyedArchive

  /// The JSON of `$top`, without white space.
  func json() throws -> String {
    let json = compact(try archive.json())
    guard let start = json.range(of: "\"$top\":{"), let end = json.range(of: "},\"$classes\":[")
    else { return json }
    return String(json[start.upperBound..<end.lowerBound])
  }
}

extension ArchiveText {
  func edited(_ edits: ArchiveEdit...) throws -> EditedArchive {
    let archive = try archive()
    return EditedArchive(original: archive, data: try archive.applying(edits).data)
  }
}

extension PlistPath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = (try? PlistPath(text)) ?? PlistPath() }
}

extension PlistUID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt32) { self.init(value) }
}

extension Plist {
  /// The value with the references of XML as UIDs.
  fileprivate var withReferences: Plist {
    if pairCount == 1, let number = self["CF$UID"]?.intValue {
      return .uid(PlistUID(UInt32(number)))
    }
    switch self {
    case .array(let elements): return .array(elements.map(\.withReferences))
    case .dictionary:
      var dictionary: Plist = [:]
      for key in keyTexts { dictionary[key] = self[key]?.withReferences }
      return dictionary
    default: return self
    }
  }
}
