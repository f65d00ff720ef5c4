// Tests that typed JSON loses nothing: every value survives a round trip. Uses random values from
// fixed seeds.

import Foundation
import PropertyLists
import Testing

@Suite("Round trips through typed JSON")
struct TypedJSONPropertyTests {
  @Test(
    "A random value survives a round trip through typed JSON",
    arguments: 0..<20, [PlistWritingOptions.Layout.compact, .indented])
  func thereAndBack(_ seed: UInt64, _ layout: PlistWritingOptions.Layout) throws {
    var options = PlistWritingOptions()
    options.layout = layout
    var plists = RandomPlists(seed: seed)
    for _ in 0..<200 {
      // A lone scalar is not detected as JSON.
      let plist: Plist = [plists.value(depth: 5)]
      let document = try PlistDocument(plist)
      let text = try plist.encoded(as: .typedJSON, options: options)
      let again = try PlistDocument(text)
      let shown = String(decoding: text, as: UTF8.self)
      #expect(SimpleValue(again.root) == SimpleValue(document.root), "\(shown)")
      #expect(again.depth == document.depth && again.warnings.isEmpty, "\(shown)")
      #expect(try again.encoded(as: .typedJSON, options: options) == text, "\(shown)")
    }
  }

  @Test("A document that is read strictly is the same")
  func strict() throws {
    var options = PlistReadingOptions()
    options.strictness = .strict
    var plists = RandomPlists(seed: 77)
    for _ in 0..<500 {
      let plist: Plist = ["root": plists.value(depth: 4)]
      let again = try PlistDocument(try plist.encoded(as: .typedJSON), options: options)
      #expect(SimpleValue(again.root) == SimpleValue(try PlistDocument(plist).root))
    }
  }

  @Test("Dates that calendar text cannot represent are seconds", arguments: [-0.0, 0.5, 1e300])
  func seconds(_ seconds: Double) throws {
    let plist: Plist = [.date(Date(timeIntervalSinceReferenceDate: seconds))]
    var options = PlistWritingOptions()
    options.layout = .compact
    let text = try plist.encoded(as: .typedJSON, options: options)
    #expect(
      String(decoding: text, as: UTF8.self) == "[{\"$date\":{\"$real\":\"\(seconds)\"}}]\n")
    let again = try PlistDocument(text).root[0]?.dateValue?.timeIntervalSinceReferenceDate
    #expect(again?.bitPattern == seconds.bitPattern)
  }

  @Test("Values nested to the maximum depth survive", arguments: ["array", "set", "dictionary"])
  func deep(_ kind: String) throws {
    var plist = Plist.date(Date(timeIntervalSinceReferenceDate: 0.5))
    for _ in 0..<Plist.maximumDepth {
      plist = kind == "array" ? [plist] : kind == "set" ? .set([plist]) : ["$set": plist]
    }
    let again = try PlistDocument(try plist.encoded(as: .typedJSON))
    #expect(again.depth == Plist.maximumDepth)
    #expect(try Plist(again) == plist)
  }

  @Test(
    "Every damaged form of a small JSON text is read, or rejected with a location", arguments: small
  )
  func damaged(_ text: String) throws { try checkAll(Damage.all(of: Array(text.utf8))) }

  @Test("Texts assembled from pieces of small ones are read, or rejected with a location")
  func mixed() throws {
    var random = SplitMix64(seed: 5)
    let texts = Self.small.map { Array($0.utf8) }
    try checkAll(
      (0..<20_000).map { _ in
        var input = random.element(of: texts)
        for _ in 0...random.number(below: 4) {
          let other = random.element(of: texts)
          let start = random.number(below: other.count)
          let piece = other[start..<min(other.count, start + random.number(below: 20))]
          let target = random.number(below: input.count)
          input.replaceSubrange(
            target..<min(input.count, target + random.number(below: 8)), with: piece)
          if input.isEmpty { input = [0x5B] }
        }
        return input
      })
  }

  private func checkAll(_ inputs: [[UInt8]]) throws {
    for input in inputs {
      do throws(PlistError) {
        let document = try PlistDocument(input)
        let value = SimpleValue(document.root)
        guard document.format == .json || document.format == .typedJSON else { continue }
        let again = try PlistDocument(try document.encoded(as: .typedJSON))
        // A lone scalar is not detected as JSON when it is read again.
        if document.root.kind.isContainer { #expect(SimpleValue(again.root) == value, "\(input)") }
      } catch {
        let offset = error.position?.offset ?? -1
        #expect((0...input.count).contains(offset), "\(error): \(input)")
      }
    }
  }

  private static let small = [
    #"{"a":[1,-2.5e3,"x\n\u00e9\ud83d\ude00é",true,false,null],"b":{}}"#,
    #"{"$set":[{"$date":"2026-11-21T01:02:03Z"},{"$date":{"$real":"-0.5"}},{"$uid":7}]}"#,
    #"[{"$data":"AQIDBA=="},{"$data":"+\/8\u003d"},{"$real":"-inf"},{"$$date":{"$$a":1}}]"#,
    "[ 170141183460469231731687303715884105727 ,\r\n\t-18446744073709551616, 18446744073709551615 ]",
    #"[[[["deep"]]],{"k":{"k":{"k":1,"k":2}}},{"$set":[1],"$set":[2]}]"#,
  ]
}
