// A second implementation of the JSON of keyed archives, by recursion over a plain tree and without
// optimization, for comparison with the library's output. Uses PlistDocument only for the tree.

import Foundation
import PropertyLists

/// An archive as a tree, and its JSON without white space.
final class SimpleArchive {
  struct Damage: Error { var reason: String }

  private let root: PlistNode
  private let objects: PlistNode
  private let isIdentical: Bool
  private let isRaw: Bool
  /// The slots that were shown with `$id`, and those of class records that were named.
  private(set) var shown: Set<Int> = []
  private var records: Set<Int> = []

  init(_ document: PlistDocument, isIdentical: Bool, isRaw: Bool) throws {
    root = document.root
    (self.isIdentical, self.isRaw) = (isIdentical, isRaw)
    guard let objects = root["$objects"], objects.kind == .array, root["$top"]?.kind == .dictionary
    else { throw Damage(reason: "no archive") }
    self.objects = objects
  }

  func json() throws -> String {
    guard let top = root["$top"] else { throw Damage(reason: "no top") }
    let archiver = try root["$archiver"].map(value) ?? "null"
    let version = try root["$version"].map(value) ?? "null"
    let values = try pairs(of: top, Array(0..<top.count))
    let classes = try records.sorted().map(record)
    return
      #"{"$archiver":\#(archiver),"$version":\#(version),"$top":{\#(values.joined(separator: ","))},"#
      + #""$classes":[\#(classes.joined(separator: ","))]}"#
  }

  private func record(_ index: Int) throws -> String {
    guard let node = objects[index] else { throw Damage(reason: "no record") }
    let parts = try ["$classname", "$classes", "$classhints"].compactMap { key in
      try node[key].map { "\"\(key)\":\(try value($0))" }
    }
    return "{\"$id\":\(index),\(parts.joined(separator: ","))}"
  }

  // MARK: Values

  private func value(_ node: PlistNode) throws -> String {
    if let uid = node.uidValue { return try slot(Int(uid.value)) }
    switch node.kind {
    case .array, .set: return "[" + (try node.children.map(value).joined(separator: ",")) + "]"
    case .dictionary:
      return "{" + (try pairs(of: node, Array(0..<node.count)).joined(separator: ",")) + "}"
    default: return scalar(node)
    }
  }

  private func scalar(_ node: PlistNode) -> String {
    switch node.kind {
    case .bool: "\(node.boolValue == true)"
    case .integer: "\(node.integerValue?.int128 ?? 0)"
    case .real: real(node.realValue ?? 0)
    case .date: #"{"$date":\#(real(node.dateValue?.timeIntervalSinceReferenceDate ?? 0))}"#
    case .data: #"{"$data":"\#(node.dataValue?.base64EncodedString() ?? "")"}"#
    case .string: quoted(node.stringValue ?? "")
    default: "null"
    }
  }

  private func real(_ value: Double) -> String {
    value.isFinite
      ? value.description
      : #"{"$real":"\#(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")"}"#
  }

  private func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where scalar.properties.generalCategory == .control:
        "\\u" + String(format: "%04x", scalar.value)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  private func pairs(of node: PlistNode, _ indexes: [Int]) throws -> [String] {
    try indexes.map { index in
      guard let key = node.key(at: index)?.stringValue, let child = node.value(at: index) else {
        throw Damage(reason: "no pair")
      }
      return quoted(key.hasPrefix("$") ? "$" + key : key) + ":" + (try value(child))
    }
  }

  // MARK: Slots

  private func slot(_ index: Int) throws -> String {
    guard let node = objects[index] else { throw Damage(reason: "out of range") }
    if node.stringValue == "$null" { return "null" }
    if node.kind == .dictionary || node.kind == .array || isIdentical {
      if !shown.insert(index).inserted { return "{\"$ref\":\(index)}" }
    }
    switch node.kind {
    case .uid: throw Damage(reason: "reference to a reference")
    case .array:
      return "{\"$id\":\(index),\"$items\":\(try value(node))}"
    case .dictionary: return try object(index, node)
    default: return isIdentical ? "{\"$id\":\(index),\"$value\":\(scalar(node))}" : scalar(node)
    }
  }

  private func object(_ index: Int, _ node: PlistNode) throws -> String {
    guard let classSlot = node["$class"]?.uidValue.map({ Int($0.value) }),
      let name = objects[classSlot]?["$classname"]?.stringValue
    else { throw Damage(reason: "no class") }
    records.insert(classSlot)
    var used: Set<String> = ["$class"]
    let contents = isRaw ? nil : try contents(name, node, &used)
    let rest = (0..<node.count).filter { !used.contains(node.key(at: $0)?.stringValue ?? "") }
    let parts =
      ["\"$id\":\(index)", "\"$class\":\(quoted(name))"] + (contents ?? [])
      + (try pairs(of: node, rest))
    return "{" + parts.joined(separator: ",") + "}"
  }

  // MARK: Standard classes

  private func contents(_ name: String, _ node: PlistNode, _ used: inout Set<String>) throws
    -> [String]?
  {
    switch name {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet",
      "NSMutableOrderedSet":
      let members = try members(node, "NS.objects", "NS.object.", &used).map(value)
      return [#""$items":[\#(members.joined(separator: ","))]"#]
    case "NSDictionary", "NSMutableDictionary":
      let keys = try members(node, "NS.keys", "NS.key.", &used)
      let values = try members(node, "NS.objects", "NS.object.", &used)
      guard keys.count == values.count else { throw Damage(reason: "uneven") }
      let entries = try zip(keys, values).map { "[\(try value($0)),\(try value($1))]" }
      return [#""$entries":[\#(entries.joined(separator: ","))]"#]
    case "NSCountedSet": return try countedSet(node, &used)
    case "NSDate": return inline(node, "NS.time", "$date", [.real, .integer], &used)
    case "NSString", "NSMutableString":
      return inline(node, "NS.string", "$string", [.string], &used)
    case "NSNull": return ["\"$null\":true"]
    case "NSData", "NSMutableData":
      for key in ["NS.data", "NS.bytes"] {
        guard let data = node[key]?.dataValue else { continue }
        used.insert(key)
        return [#""$data":"\#(data.base64EncodedString())""#]
      }
      return nil
    case "NSURL": return try url(node, &used)
    case "NSUUID":
      guard let data = node["NS.uuidbytes"]?.dataValue, data.count == 16 else { return nil }
      used.insert("NS.uuidbytes")
      let digits = data.map { String(format: "%02X", $0) }
      let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      return [#""$uuid":"\#(groups.joined(separator: "-"))""#]
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return decimal(node, &used)
    default: return nil
    }
  }

  private func members(
    _ node: PlistNode, _ list: String, _ prefix: String, _ used: inout Set<String>
  ) throws -> [PlistNode] {
    if let members = node[list] {
      used.insert(list)
      return members.children
    }
    var members: [PlistNode] = []
    while let member = node["\(prefix)\(members.count)"] {
      used.insert("\(prefix)\(members.count)")
      members.append(member)
    }
    return members
  }

  private func countedSet(_ node: PlistNode, _ used: inout Set<String>) throws -> [String]? {
    guard let count = node["NS.count"]?.integerValue.flatMap({ Int(exactly: $0) }) else {
      return nil
    }
    used.insert("NS.count")
    var (members, counts): ([String], [String]) = ([], [])
    for index in 0..<count {
      guard let member = node["NS.object\(index)"], let number = node["NS.count\(index)"] else {
        throw Damage(reason: "missing member")
      }
      used.formUnion(["NS.object\(index)", "NS.count\(index)"])
      members.append(try value(member))
      counts.append(try value(number))
    }
    return [
      #""$items":[\#(members.joined(separator: ","))]"#,
      #""$counts":[\#(counts.joined(separator: ","))]"#,
    ]
  }

  private func inline(
    _ node: PlistNode, _ key: String, _ name: String, _ kinds: [PlistKind],
    _ used: inout Set<String>
  ) -> [String]? {
    guard let value = node[key], kinds.contains(value.kind) else { return nil }
    used.insert(key)
    return ["\"\(name)\":\(scalar(value))"]
  }

  private func decimal(_ node: PlistNode, _ used: inout Set<String>) -> [String]? {
    guard let mantissa = (node["NS.mantissa"]?.dataValue).map({ Array($0) }),
      let order = node["NS.mantissa.bo"]?.integerValue,
      let exponent = node["NS.exponent"]?.integerValue.flatMap({ Int(exactly: $0) }),
      let length = node["NS.length"]?.integerValue.flatMap({ Int(exactly: $0) }),
      let isNegative = node["NS.negative"]?.boolValue
    else { return nil }
    let names = ["mantissa", "mantissa.bo", "exponent", "length", "negative", "compact"]
    used.formUnion(names.map { "NS.\($0)" })
    if length == 0 { return ["\"$decimal\":\"\(isNegative ? "NaN" : "0")\""] }
    var significand = Decimal(0)
    for index in (0..<length).reversed() {
      let (first, second) = (Int(mantissa[2 * index]), Int(mantissa[2 * index + 1]))
      let word = order == 1 ? second << 8 | first : first << 8 | second
      significand = significand * 65536 + Decimal(word)
    }
    let value = Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    return ["\"$decimal\":\"\(value)\""]
  }

  private func url(_ node: PlistNode, _ used: inout Set<String>) throws -> [String]? {
    guard let relative = node["NS.relative"], let uid = relative.uidValue,
      objects[Int(uid.value)]?.kind == .string
    else { return nil }
    used.formUnion(["NS.relative", "NS.base"])
    let text = "\"$url\":\(try value(relative))"
    return [text] + (try node["NS.base"].map { ["\"$base\":\(try value($0))"] } ?? [])
  }
}
