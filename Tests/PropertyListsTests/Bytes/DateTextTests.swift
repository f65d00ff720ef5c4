// Compares the dates of texts with those of Foundation, also for days and times that are out of
// range, and tries every byte at every offset of a date.

import Foundation
import Testing

@testable import PropertyLists

@Suite("Dates as text")
struct DateTextTests {
  private static func seconds(_ text: String) -> Double? {
    let source = SourceBytes([UInt8](text.utf8))
    return withExtendedLifetime(source) {
      source.view.dateSeconds(at: 0, end: source.view.count)
    }
  }

  private static func text(_ year: Int, _ fields: [Int]) -> String {
    let digits = fields.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(year)-\(digits[0])-\(digits[1])T\(digits[2]):\(digits[3]):\(digits[4])Z"
  }

  /// Random fields after a year. In half of the cases, those after the month are out of range.
  private static func fields(_ random: inout some RandomNumberGenerator) -> [Int] {
    let usual = [1...12, 1...31, 0...23, 0...59, 0...59]
    let isUsual = Bool.random(using: &random)
    return usual.enumerated().map { index, range in
      Int.random(in: isUsual || index == 0 ? range : 0...99, using: &random)
    }
  }

  @Test("a date is the same as in Foundation, whatever its day and time")
  func agreesWithFoundation() throws {
    var random = SystemRandomNumberGenerator()
    let texts = (0..<20_000).map { _ in
      Self.text(Int.random(in: 1000...9999, using: &random), Self.fields(&random))
    }
    let elements = texts.map { "<date>\($0)</date>" }.joined()
    let file = Data("<plist version=\"1.0\"><array>\(elements)</array></plist>".utf8)
    let dates = try #require(
      try unsafe PropertyListSerialization.propertyList(from: file, format: nil) as? [Date])
    #expect(dates.count == texts.count)
    for (text, date) in zip(texts, dates) {
      #expect(Self.seconds(text) == date.timeIntervalSinceReferenceDate, "\(text)")
    }
  }

  @Test("a date of any year is written as it was read")
  func isWrittenAsRead() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let year = Int.random(in: -99_999_999...99_999_999, using: &random)
      let day = Int.random(in: 1...28, using: &random)
      let text = Self.text(year, [Int.random(in: 1...12, using: &random), day, 12, 30, 59])
      var output = ByteWriter()
      #expect(output.append(dateSeconds: try #require(Self.seconds(text))))
      let magnitude = String(year.magnitude)
      let width = year < 0 ? 3 : 4
      let zeros = String(repeating: "0", count: max(0, width - magnitude.utf8.count))
      let rest = text.dropFirst(String(year).utf8.count)
      let written = String(decoding: output.data(), as: UTF8.self)
      #expect(written == (year < 0 ? "-" : "") + zeros + magnitude + rest)
    }
  }

  @Test(
    "the first and the last day of a month are consecutive with those around it",
    arguments: [-400, -1, 0, 1, 4, 100, 400, 1900, 1999, 2000, 2001, 2024, 2100, 99_999_999])
  func monthsAreConsecutive(year: Int) throws {
    for month in 1...12 {
      let first = try #require(Self.seconds(Self.text(year, [month, 1, 0, 0, 0])))
      let before = try #require(Self.seconds(Self.text(year, [month, 0, 23, 59, 59])))
      let sameMonth = try #require(Self.seconds(Self.text(year - 1, [month + 12, 1, 0, 0, 0])))
      let next = try #require(Self.seconds(Self.text(year, [month + 1, 0, 23, 59, 59])))
      #expect(before + 1 == first)
      #expect(sameMonth == first)
      #expect((27...30).contains(Int((next - first) / 86_400)))
    }
  }

  @Test("one wrong byte in a date is found, whatever it is")
  func findsWrongBytes() {
    let date = [UInt8]("2001-02-13T14:25:36Z".utf8)
    for index in 4..<date.count {
      for byte in UInt8.min...UInt8.max {
        var changed = date
        changed[index] = byte
        let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        let isDate =
          byte == date[index] || isDigit && Character(UnicodeScalar(date[index])).isNumber
        let source = SourceBytes(changed)
        let seconds = withExtendedLifetime(source) {
          source.view.dateSeconds(at: 0, end: changed.count)
        }
        #expect((seconds != nil) == isDate, "byte \(byte) at \(index)")
      }
    }
  }
}
