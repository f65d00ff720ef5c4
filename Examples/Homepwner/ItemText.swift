// The text of an item, as a person types it on a line: a name, a serial number, whole dollars.

import ExampleTerminal

extension BNRItem {
  /// Creates the item that a line describes: `NAME, serial SERIAL, DOLLARS`, the last two optional.
  ///
  /// - Throws: `CommandError` if the last part is a number, but not of whole dollars.
  convenience init(line: String) throws(CommandError) {
    var (rest, dollars, serial) = (line[...], 0, "")
    if let match = rest.firstMatch(of: #/(?:,\s*\$?|\s\$)([0-9][0-9.,]*)$/#) {
      dollars = try Self.dollars(String(match.output.1))
      rest = rest[..<match.range.lowerBound]
    }
    if let match = rest.firstMatch(of: #/,\s*serial\s+([^,]+)$/#) {
      serial = String(match.output.1).trimmed
      rest = rest[..<match.range.lowerBound]
    }
    self.init(itemName: String(rest).trimmed, serialNumber: serial, valueInDollars: dollars)
  }

  /// Parses a number of whole dollars, with or without a dollar sign and commas between thousands:
  /// at most the maximum of the Objective-C class's int.
  static func dollars(_ text: String) throws(CommandError) -> Int {
    var digits = text.hasPrefix("$") ? String(text.dropFirst()) : text
    if digits.wholeMatch(of: #/[0-9]{1,3}(?:,[0-9]{3})+/#) != nil {
      digits.removeAll { $0 == "," }
    }
    guard let dollars = Int32(digits), dollars >= 0 else {
      throw CommandError(
        "expected a number of whole dollars, found “\(text.prefix(40).description.shown)”")
    }
    return Int(dollars)
  }
}
