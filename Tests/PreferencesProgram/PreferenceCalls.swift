// Answers calls of preferences from another program: Scripts/user-defaults-suite forwards those
// that the tests of UserDefaults make. Each line is a property list in Base64, in both directions.

import Foundation
import PropertyLists
import StateStorage
import SystemPackage

/// The preferences of a file, with the conversions of `UserDefaults`, and calls of them.
struct PreferenceCalls {
  private let preferences: Preferences

  init(path: FilePath) {
    var options = Preferences.Options()
    options.conversion = .userDefaults
    preferences = Preferences(path: path, options: options)
  }

  /// Answers all calls on standard input.
  func answerAll() throws {
    while let line = readLine() {
      var answer: [String: Plist] = [:]
      do {
        guard let message = Data(base64Encoded: line) else { throw CallError.notBase64 }
        answer["value"] = try value(of: Plist(Array(message)))
      } catch {
        answer["error"] = .string("\(error)")
      }
      let bytes = try Plist.dictionary(answer, isSorted: true).encoded(as: .binary)
      try FileHandle.standardOutput.write(
        contentsOf: Data("\(bytes.base64EncodedString())\n".utf8))
    }
  }

  private func value(of call: Plist) throws -> Plist? {
    let key = call["key"]?.stringValue ?? ""
    switch call["call"]?.stringValue {
    case "register": preferences.register([key: try registered(call)])
    case "set": try set(call, key)
    case "remove": preferences.remove(key)
    case "removeAll": try preferences.removeAll()
    case "integer": return try preferences.integer(forKey: key).map { .integer(PlistInteger($0)) }
    case "bool": return try preferences.bool(forKey: key).map { .bool($0) }
    case "double": return try preferences.double(forKey: key).map { .real($0) }
    case "float": return try preferences.float(forKey: key).map { .real(Double($0)) }
    case "string": return try preferences.string(forKey: key).map { .string($0) }
    case "data": return try preferences.data(forKey: key).map { .data($0) }
    case "url": return try preferences.url(forKey: key).map { .string($0.absoluteString) }
    case "domain": return try preferences.domainRepresentation
    default: throw CallError.unknown
    }
    // The next process sees the changes.
    try preferences.flush()
    return nil
  }

  private func registered(_ call: Plist) throws -> Plist {
    guard let value = call["value"] else { throw CallError.unknown }
    guard call["type"]?.stringValue == "URL" else { return value }
    return .string(try url(value).path)
  }

  private func set(_ call: Plist, _ key: String) throws {
    guard let value = call["value"] else { throw CallError.unknown }
    switch call["type"]?.stringValue {
    case "Bool": try preferences.set(value.boolValue, forKey: key)
    case "Int": try preferences.set(value.integerValue.flatMap { Int(exactly: $0) }, forKey: key)
    case "Float": try preferences.set(value.realValue.map { Float($0) }, forKey: key)
    case "Double": try preferences.set(value.realValue, forKey: key)
    case "URL": try preferences.set(url(value), forKey: key)
    default: try preferences.set(value, forKey: key)
    }
  }

  private func url(_ value: Plist) throws -> URL {
    guard let url = value.stringValue.flatMap({ URL(string: $0) }) else { throw CallError.unknown }
    return url
  }
}

/// A line that is not a call.
private enum CallError: Error {
  case notBase64, unknown
}
