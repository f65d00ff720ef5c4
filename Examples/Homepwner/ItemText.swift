// The text of an item, as a person types it on a line: a name, and then, in any order, a serial number,
// whole dollars and a date. A note comes last. A name can contain commas.

import ExampleTerminal
import Foundation

extension BNRItem {
  /// Creates the item that a line describes: `NAME, serial SERIAL, DOLLARS, date DAY, note TEXT`. All
  /// but the name are optional. The note comes last, and the others in any order.
  ///
  /// - Throws: `CommandError` if the last part is a number, but not of whole dollars, if any part is a
  ///   number of another currency, if there is a serial number twice or before the name, or if the
  ///   date is not one.
  convenience init(line: String) throws(CommandError) {
    var (rest, dollars, serial) = (line[...], Int?.none, String?.none)
    var (date, note) = (Date?.none, String?.none)
    if let match = rest.firstMatch(of: #/,\s*(date|note|value)\s*$/#) {
      throw CommandError("expected a text after “\(match.output.1)”: \(Self.usage)")
    }
    if let match = rest.firstMatch(of: #/,\s*note\s+(\S.*)$/#) {
      note = String(match.output.1).trimmed
      rest = Substring(String(rest[..<match.range.lowerBound]).trimmed)
    }
    if let amount = rest.firstMatch(of: Self.otherCurrencyAmount) {
      throw Self.invalidDollars(amount.output.1)
    }
    while true {
      if date == nil, let match = rest.firstMatch(of: Self.lastDay) {
        date = try Self.date(String(match.output.1 ?? match.output.2 ?? "").trimmed)
        rest = rest[..<match.range.lowerBound]
      } else if dollars == nil, let match = rest.firstMatch(of: Self.lastAmount) {
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
    if let match = rest.firstMatch(of: #/(?:^|,)\s*serial\s+[^,]*(?:,\s*(.*))?$/#) {
      let isAfterName = serial == nil && match.range.lowerBound > rest.startIndex
      throw Self.misplacedSerial(before: isAfterName ? match.output.1 ?? "" : "")
    }
    self.init(
      itemName: String(rest).trimmed, serialNumber: serial ?? "", valueInDollars: dollars ?? 0,
      dateCreated: date ?? Date(), note: note)
  }

  /// What is typed after `new` or `add`.
  static let parts = "NAME, serial SERIAL, value DOLLARS, date DAY, note TEXT"
  static let usage = "new \(parts)"

  /// The error about a serial number that is not where one can be, or about the text after it.
  private static func misplacedSerial(before text: Substring) -> CommandError {
    if text.isEmpty {
      return CommandError("expected one serial number, after the name: \(usage)")
    }
    return CommandError(
      "cannot tell what “\(text.prefix(40).description.shown)” is, or it is given twice; expected \(usage)"
    )
  }

  /// A day at the end: what follows the word `date`, unless it is a text such as `night`, or a day
  /// without that word.
  private static var lastDay: Regex<(Substring, Substring?, Substring?)> {
    #/,\s*(?:date\s+([0-9][^,]*|(?i:today|yesterday))|([0-9]{4}-[0-9]+-[0-9]+|(?i:today|yesterday)))$/#
  }

  /// An amount at the end: a number after a comma or a dollar sign, perhaps with its currency, which
  /// `dollars` rejects.
  private static var lastAmount: Regex<(Substring, Substring)> {
    #/
      (?: ,\s* (?:value\s+)? \$? | \s\$ )
      ( -?[0-9] (?:[0-9.,]*[0-9])? (?: \s+[A-Za-z]+ | \s*(?:USD|EUR|[$€£]) )? )$
    /#
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
    // Cents that are zero change nothing.
    var digits = (text.hasPrefix("$") ? text.dropFirst() : text[...]).replacing(#/\.00$/#, with: "")
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

  /// Parses a day, which begins in UTC: `2024-05-31`, or `today` or `yesterday` in a time zone.
  static func date(
    _ text: String, now: Date = Date(), in zone: TimeZone = .current
  ) throws(CommandError) -> Date {
    let daysAgo = ["today": 0, "yesterday": 1][text.lowercased()]
    let day = daysAgo.map { days in
      now.addingTimeInterval(Double(-days * 24 * 60 * 60) + Double(zone.secondsFromGMT(for: now)))
        .formatted(dayStyle)
    }
    let text = day ?? text
    guard let date = try? dayStyle.parse(text), date.formatted(dayStyle) == text else {
      if text.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) != nil {
        throw CommandError("there is no day \(text)")
      }
      throw CommandError(
        "expected a day such as 2024-05-31, found “\(text.prefix(40).description.shown)”")
    }
    return date
  }
}
