// Tests of fractions of seconds in JSON: the shortest decimal that reads back as the same date. The
// calendar is compared with Foundation's formatter.

import Foundation
import PropertyLists
import Testing

@Suite("Dates with fractions of a second")
struct DateFractionTests {
  private static func text(_ seconds: Double) throws -> String {
    let plist = Plist.array([.date(Date(timeIntervalSinceReferenceDate: seconds))])
    let json = try plist.encoded(as: .json)
    let strings = try #require(try JSONSerialization.jsonObject(with: json) as? [String])
    return try #require(strings.first)
  }

  @Test(
    "JSON stores a fraction as briefly as possible",
    arguments: [
      (700_000_000.75, "2023-03-08T20:26:40.75Z"), (700_000_000.1, "2023-03-08T20:26:40.1Z"),
      (0.05, "2001-01-01T00:00:00.05Z"), (700_000_000, "2023-03-08T20:26:40Z"),
      (-0.25, "2000-12-31T23:59:59.75Z"), (0.123456789, "2001-01-01T00:00:00.1234568Z"),
      (0.000_000_01, "2001-01-01T00:00:00Z"), (0.999_999_99, "2001-01-01T00:00:01Z"),
      (-1e-20, "2001-01-01T00:00:00Z"), (-0.0, "2001-01-01T00:00:00Z"),
    ])
  func shortest(_ seconds: Double, _ text: String) throws {
    #expect(try Self.text(seconds) == text)
  }

  @Test("2,000 dates of this century survive a round trip through JSON")
  func readsBack() throws {
    var random = SystemRandomNumberGenerator()
    let formatter = ISO8601DateFormatter()
    for _ in 0..<2000 {
      let seconds = Double.random(in: 536_870_912...3_000_000_000, using: &random)
      let text = try Self.text(seconds)
      let parts = text.dropLast().split(separator: ".")
      let whole = try #require(formatter.date(from: parts[0] + "Z"))
      let fraction = parts.count > 1 ? try #require(Double(String("0." + parts[1]))) : 0
      #expect(whole.timeIntervalSinceReferenceDate + fraction == seconds, "\(seconds) \(text)")
      #expect(parts.count == 1 || parts[1].count <= 7)
      #expect(parts.count == 1 || parts[1].last != "0")
    }
  }

  @Test("Typed JSON accepts fractions of up to seven digits")
  func typedForm() throws {
    let json = Array(#"[{"$date": "2023-03-08T20:26:40.75Z"}]"#.utf8)
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.75)
    #expect(try Plist(json) == [.date(date)])
    for other in ["40.Z", "40.12345678Z", "40.7z", "40.7", "40,75Z", "61.5Z"] {
      let json = Array("[{\"$date\": \"2023-03-08T20:26:\(other)\"}]".utf8)
      #expect(try Plist(json)[0]?.kind == .dictionary, "\(other)")
    }
  }
}
