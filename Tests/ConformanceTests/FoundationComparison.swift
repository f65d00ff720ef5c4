// Compares a document with Foundation's result for the same file, with a list of pending
// comparisons in place of recursion. Uses the number types that Foundation reports.

import Foundation
import PropertyLists

/// A comparison of two readings of one file.
struct FoundationComparison {
  private var waiting: [(PlistNode, Any, String)]

  init(_ document: PlistDocument, _ foundation: FoundationReading) {
    waiting = [(document.root, foundation.root, "root")]
  }

  /// The first difference, in words; nil if the values are equal.
  mutating func firstDifference() -> String? {
    while let (node, value, path) = waiting.popLast() {
      guard matches(node, value, path) else {
        return "\(path): \(node.kind) \(SimpleValue(node)), Foundation: \(type(of: value)) \(value)"
      }
    }
    return nil
  }

  private mutating func matches(_ node: PlistNode, _ value: Any, _ path: String) -> Bool {
    switch node.kind {
    case .null: return value is NSNull
    case .bool: return isBool(value) && value as? Bool == node.boolValue
    case .integer, .real: return isEqualNumber(node, value)
    case .date:
      return (value as? Date)?.timeIntervalSinceReferenceDate.bitPattern
        == node.dateValue?.timeIntervalSinceReferenceDate.bitPattern
    case .data: return value as? Data == node.dataValue
    case .string:
      guard let text = value as? String, let own = node.stringValue else { return false }
      return text.utf16.elementsEqual(own.utf16)
    case .uid: return uid(of: value) == node.uidValue?.value
    case .array: return compareArrays(node, value, path)
    case .dictionary: return compareDictionaries(node, value, path)
    case .set: return (value as? NSSet)?.count == node.count
    }
  }

  private func isBool(_ value: Any) -> Bool { type(of: value) == Bool.self }

  /// Foundation reports the kind of a number with a C type code: `d` and `f` are reals.
  private func isEqualNumber(_ node: PlistNode, _ value: Any) -> Bool {
    guard !isBool(value), let number = value as? NSNumber else { return false }
    let isReal = "df".utf8.contains(UInt8(bitPattern: unsafe number.objCType.pointee))
    if let real = node.realValue {
      return isReal && (number.doubleValue.bitPattern == real.bitPattern || real.isNaN)
    }
    return !isReal && node.integerValue?.description == number.stringValue
  }

  /// Foundation's type for UIDs is private, but shows its number.
  private func uid(of value: Any) -> UInt32? {
    guard String(describing: type(of: value)).contains("UID") else { return nil }
    return Mirror(reflecting: value).children.first { $0.label == "value" }?.value as? UInt32
  }

  private mutating func compareArrays(_ node: PlistNode, _ value: Any, _ path: String) -> Bool {
    guard let array = value as? [Any], array.count == node.count else { return false }
    for (index, pair) in zip(node.children, array).enumerated() {
      waiting.append((pair.0, pair.1, "\(path)[\(index)]"))
    }
    return true
  }

  private mutating func compareDictionaries(
    _ node: PlistNode, _ value: Any, _ path: String
  ) -> Bool {
    guard let dictionary = value as? [AnyHashable: Any], dictionary.count == node.count else {
      return false
    }
    // Only keys that are not strings are searched for, by their text.
    var others: [String: [(key: AnyHashable, value: Any)]]?
    for (position, child) in node.children.enumerated() {
      guard let key = node.key(at: position) else { return false }
      var other = key.stringValue.flatMap { dictionary[AnyHashable($0)] }
      if key.kind != .string {
        let known = others ?? Dictionary(grouping: dictionary) { Self.text(of: $0.key.base) }
        others = known
        let candidates = key.integerValue.map { known["\($0)"] ?? [] } ?? Array(dictionary)
        other = candidates.first { isEqualKey(key, $0.key.base) }?.value
      }
      guard let other else { return false }
      waiting.append((child, other, "\(path).\(key.stringValue ?? "[\(position)]")"))
    }
    return true
  }

  private static func text(of key: Any) -> String {
    (key as? NSNumber)?.stringValue ?? String(describing: key)
  }

  private func isEqualKey(_ key: PlistNode, _ value: Any) -> Bool {
    switch key.kind {
    case .bool: isBool(value) && value as? Bool == key.boolValue
    case .integer, .real: isEqualNumber(key, value)
    case .date: value as? Date == key.dateValue
    case .data: value as? Data == key.dataValue
    case .null: value is NSNull
    case .uid: uid(of: value) == key.uidValue?.value
    default: false
    }
  }
}
