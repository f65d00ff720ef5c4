// The text of an item, as a person types it on a line: a name, and then, in any order, a serial number
// and whole dollars. A name can contain commas.

import ExampleTerminal
import Foundation

extension BNRItem {
  /// Creates the item that a line describes: `NAME, serial SERIAL, DOLLARS`, the last two optional
  /// and in any order.
  ///
  /// - Throws: `CommandError` if the last part is a number, but not of whole dollars, if any part is a
  ///   number of another currency, or if there is a serial number twice or before the name.
  convenience init(line: String) throws(CommandError) {
    if let amount = line.firstMatch(of: Self.otherCurrencyAmount) {
      throw Self.invalidDollars(amount.output.1)
    }
    var (rest, dollars, serial) = (line[...], Int?.none, String?.none)
    while true {
      if dollars == nil, let match = rest.firstMatch(of: Self.lastAmount) {
        dollars = try Self.dollars(String(match.output.1))
        rest = rest[..<match.range.lowerBound]
      } else if serial == nil, let match = rest.firstMatch(of: #/,\s*serial(?:\s+([^,]*))?$/#) {
        serial = try Self.serial(match.output.1.map(String.init)?.trimmed ?? "")
        rest = rest[..<match.range.lowerBound]
      } else {
        break
      }
      rest = Substring(String(rest).trimmed)
    }
    if rest.contains(#/(?:^|,)\s*serial\s/#) {
      throw CommandError("expected one serial number, after the name: \(Self.usage)")
    }
    self.init(
      itemName: String(rest).trimmed, serialNumber: serial ?? "", valueInDollars: dollars ?? 0)
  }

  private static let usage = "new NAME, serial SERIAL, DOLLARS"

  /// An amount at the end: a number after a comma or a dollar sign, perhaps with its currency, which
  /// `dollars` rejects.
  private static var lastAmount: Regex<(Substring, Substring)> {
    #/(?:,\s*\$?|\s\$)(-?[0-9][0-9.,]*(?:\s+[A-Za-z]+|\s*(?:USD|EUR|[$€£]))?)$/#
  }

  /// A part that is a number with a currency sign other than that of dollars, before or after it.
  private static var otherCurrencyAmount: Regex<(Substring, Substring)> {
    #/(?:^|,)\s*(-?(?:(?!\$)\p{Sc}\s*-?[0-9][0-9.,]*|[0-9][0-9.,]*\s*(?!\$)\p{Sc}))(?=\s*(?:,|$))/#
  }

  private static func serial(_ text: String) throws(CommandError) -> String {
    if text.isEmpty { throw CommandError("expected a serial number: \(usage)") }
    return text
  }

  /// Parses a number of whole dollars, with or without a dollar sign and commas between thousands:
  /// at most the maximum of the Objective-C class's int.
  static func dollars(_ text: String) throws(CommandError) -> Int {
    var digits = text.hasPrefix("$") ? String(text.dropFirst()) : text
    if digits.wholeMatch(of: #/[0-9]{1,3}(?:,[0-9]{3})+/#) != nil {
      digits.removeAll { $0 == "," }
    }
    guard let dollars = Int32(digits), dollars >= 0 else {
      throw invalidDollars(text[...])
    }
    return Int(dollars)
  }

  private static func invalidDollars(_ text: Substring) -> CommandError {
    CommandError(
      "expected a number of whole dollars, found “\(text.prefix(40).description.shown)”")
  }

  /// Parses a day, which begins in UTC: `2024-05-31`.
  static func date(_ text: String) throws(CommandError) -> Date {
    guard let date = try? dayStyle.parse(text), date.formatted(dayStyle) == text else {
      throw CommandError(
        "expected a day such as 2024-05-31, found “\(text.prefix(40).description.shown)”")
    }
    return date
  }
}
