// Runs random programs for `init(from:)` with this package's decoder and with Foundation's on the
// same documents. Uses Foundation's `PropertyListDecoder` in the same process.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("Any sequence of container calls decodes as with Foundation")
struct DecodingScriptTests {
  /// The permitted differences between traces, each with its reason on the page "Coming from
  /// PropertyListEncoder".
  private enum ListedDifference: String {
    /// The text `$null` is text unless an optional is requested.
    case nullAsText
  }

  /// The listed difference at which two traces diverge; nil for any other.
  private func difference(
    _ ours: [String], _ theirs: [String], _ document: Plist
  ) -> ListedDifference? {
    guard let index = zip(ours, theirs).firstIndexOfDifference else { return nil }
    let failures = ["left", "value fails", "if fails"]
    if ours[index].contains("$null"), failures.contains(theirs[index]) { return .nullAsText }
    guard let path = theirs[index].components(separatedBy: "no value at ").dropFirst().first else {
      return nil
    }
    let value = path.components(separatedBy: "/").reduce(Plist?.some(document)) { value, step in
      guard step.hasPrefix("Index "), let number = Int(step.dropFirst(6)) else {
        return value?.pairs?[step]
      }
      return value?.elements?.dropFirst(number).first
    }
    return value == "$null" ? .nullAsText : nil
  }

  @Test("Random scripts see the same values and errors", arguments: bothFormats.map(\.own))
  func randomScripts(_ format: PlistFormat) throws {
    var random = ScriptGenerator(seed: format == .binary ? 11 : 12)
    var listed = 0
    for number in 0..<ScriptSettings.decodingCount {
      let document = Plist.dictionary(["a": DecodingScript.document(4, &random)])
      let script = DecodingScript.keyed([.value(.random(4, &random), .a)])
      let data = try document.encoded(as: format)
      let theirs = ScriptRun.trace(script) { userInfo in
        let decoder = PropertyListDecoder()
        for (key, value) in userInfo { decoder.userInfo[key] = value }
        return try decoder.decode(ScriptedValue.self, from: data)
      }
      let ours = ScriptRun.trace(script) { userInfo in
        try PlistDecoder(userInfo: userInfo).decode(ScriptedValue.self, from: data)
      }
      guard ours != theirs else { continue }
      if difference(ours, theirs, document) != nil {
        listed += 1
        continue
      }
      let index = zip(ours, theirs).firstIndexOfDifference ?? min(ours.count, theirs.count)
      Issue.record(
        """
        script \(number), \(format): step \(index): \(ours.dropFirst(index).first ?? "none"), \
        Foundation: \(theirs.dropFirst(index).first ?? "none")
        \(document)
        \(script)
        """)
      return
    }
    #expect(listed < ScriptSettings.decodingCount / 4)
  }

  @Test("Random scripts see the same in every format as in a binary file")
  func everyFormat() throws {
    var random = ScriptGenerator(seed: 13)
    var compared = 0
    for _ in 0..<ScriptSettings.decodingCount {
      let document = Plist.dictionary(["a": DecodingScript.document(3, &random)])
      let script = DecodingScript.keyed([.value(.random(3, &random), .a)])
      let expected = try trace(script, document.encoded(as: .binary))
      for format in [PlistFormat.xml, .json, .typedJSON, .openStep, .gnuStep] {
        guard let data = try? document.encoded(as: format), try Plist(data) == document else {
          continue
        }
        compared += 1
        let found = trace(script, data)
        #expect(found == expected, "\(format): \(document) \(script)")
        if found != expected { return }
      }
    }
    #expect(compared > ScriptSettings.decodingCount)
  }

  private func trace(_ script: DecodingScript, _ data: Data) -> [String] {
    ScriptRun.trace(script) { userInfo in
      try PlistDecoder(userInfo: userInfo).decode(ScriptedValue.self, from: data)
    }
  }
}

extension Zip2Sequence<[String], [String]> {
  /// The first index at which the two differ.
  fileprivate var firstIndexOfDifference: Int? {
    for (index, pair) in enumerated() where pair.0 != pair.1 { return index }
    return nil
  }
}
