// The checksum by which the drivers of the grid compare decoded values; it equals that of the
// generic forms.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Documents {
  /// One for each container and scalar without text, and the length of text, property names and
  /// data in bytes.
  package static func checksum(_ value: Any) -> Int {
    switch value {
    case let text as String: return text.utf8.count
    case let data as Data: return data.count
    case is Int, is Double, is Bool, is Date: return 1
    case let numbers as [Int]: return 1 + numbers.count
    case let numbers as [Double]: return 1 + numbers.count
    case let texts as [String]: return texts.reduce(1) { $0 + $1.utf8.count }
    case let pairs as [String: Any]:
      return pairs.reduce(1) { $0 + $1.key.utf8.count + checksum($1.value) }
    case let elements as [Any]: return elements.reduce(1) { $0 + checksum($1) }
    default:
      return Mirror(reflecting: value).children.reduce(1) {
        $0 + ($1.label?.utf8.count ?? 0) + checksum($1.value)
      }
    }
  }
}
