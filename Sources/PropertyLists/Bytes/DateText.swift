// Dates of property lists as text: `[-]Y+-MM-DDThh:mm:ssZ` in the proleptic Gregorian calendar and
// UTC. Seconds are whole except in JSON and in text for people. The arithmetic counts days; it uses
// no `Calendar`, time zone or locale.

/// The number of days between 0000-02-29 and 2001-01-01, the reference date of property lists.
private let daysTo2001: Int64 = 730_792

/// Returns the number of days from 2001-01-01 to a date of the proleptic Gregorian calendar. The
/// month and day may be out of range.
func daysSince2001(year: Int64, month: Int64, day: Int64) -> Int64 {
  if year > 0, month >= 1, month <= 12 {
    return daysSince0000(year: UInt64(year), month: UInt64(month)) &- daysTo2001 &+ day
  }
  let months = year &* 12 &+ (month &- 1)
  let normalYear = months.flooredQuotient(12)
  let normalMonth = months &- normalYear &* 12 &+ 1
  // The calendar repeats after 400 years.
  let era = normalYear.flooredQuotient(400) &- 1
  let days = daysSince0000(
    year: UInt64(normalYear &- era &* 400), month: UInt64(normalMonth))
  return era &* 146_097 &+ days &- daysTo2001 &+ day
}

/// Returns the number of days from 0000-02-29 to the day before a month. The year must be greater
/// than 0.
private func daysSince0000(year: UInt64, month: UInt64) -> Int64 {
  // Years that begin in March end with the leap day.
  let isEarly = month <= 2
  let year = isEarly ? year &- 1 : year
  let monthIndex = isEarly ? month &+ 9 : month &- 3
  let dayOfYear = (153 &* monthIndex &+ 2) / 5
  let leapDays = year / 4 &- year / 100 &+ year / 400
  return Int64(truncatingIfNeeded: year &* 365 &+ leapDays &+ dayOfYear)
}

/// Returns the calendar date of a number of days since 2001-01-01.
func civilDate(daysSince2001 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let shifted = days &+ daysTo2001 &- 1
  let era = shifted.flooredQuotient(146_097)
  let dayOfEra = shifted &- era &* 146_097
  let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
  let monthIndex = (5 &* dayOfYear &+ 2) / 153
  let month = monthIndex < 10 ? monthIndex &+ 3 : monthIndex &- 9
  let day = dayOfYear &- (153 &* monthIndex &+ 2) / 5 &+ 1
  return (yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0), month, day)
}

extension Int64 {
  /// Returns the quotient rounded down. The divisor must be positive.
  func flooredQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient &- 1 : quotient
  }
}

extension ByteView {
  /// Returns the seconds since 2001-01-01T00:00:00Z of a date's text, or nil. Fields that are out
  /// of range roll over, as in Apple's parser. Years have 1 to 9 digits.
  func dateSeconds(at start: Int, end: Int) -> Double? {
    var position = start
    let isNegative = position < end && self[position] == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    var year: Int64 = 0
    let firstDigit = position
    while position < end, self[position].isDigit {
      year = year &* 10 &+ Int64(self[position] &- UInt8(ascii: "0"))
      position &+= 1
      if position &- firstDigit > 9 { return nil }
    }
    guard position > firstDigit, end &- position == 16 else { return nil }
    return dateSeconds(year: isNegative ? -year : year, restAt: position)
  }

  /// Parses the text after the year, which must be exactly `-MM-DDThh:mm:ssZ`.
  private func dateSeconds(year: Int64, restAt start: Int) -> Double? {
    // In these words, a correct separator is 0, and a digit is its value.
    let head = word(at: start) ^ 0x3054_3030_2D30_302D
    let tail = word(at: start &+ 8) ^ 0x5A30_303A_3030_3A30
    // Adding these limits sets the highest bit of all other bytes.
    let headFaults = head &+ 0x767F_7676_7F76_767F | head
    let tailFaults = tail &+ 0x7F76_767F_7676_7F76 | tail
    guard (headFaults | tailFaults) & 0x8080_8080_8080_8080 == 0 else { return nil }
    let days = daysSince2001(
      year: year, month: Self.number(tens: head &>> 8, ones: head &>> 16),
      day: Self.number(tens: head &>> 32, ones: head &>> 40))
    let hour = Self.number(tens: head &>> 56, ones: tail)
    let minute = Self.number(tens: tail &>> 16, ones: tail &>> 24)
    let second = Self.number(tens: tail &>> 40, ones: tail &>> 48)
    return Double(days &* 86_400 &+ hour &* 3600 &+ minute &* 60 &+ second)
  }

  /// Returns the number of the digits in the lowest bytes of two words.
  @inline(__always)
  private static func number(tens: UInt64, ones: UInt64) -> Int64 {
    Int64(truncatingIfNeeded: (tens & 0xFF) &* 10 &+ (ones & 0xFF))
  }

  @inline(__always)
  func twoDigits(at index: Int) -> Int64? {
    let tens = self[index] &- UInt8(ascii: "0")
    let ones = self[index &+ 1] &- UInt8(ascii: "0")
    return tens < 10 && ones < 10 ? Int64(tens) &* 10 &+ Int64(ones) : nil
  }
}

extension ByteWriter {
  /// The largest distance from 2001 that has a text form: years of 9 digits.
  static var largestDateSeconds: Double { 31_556_888_886_000_000 }

  /// Appends a date's text with its fraction of a second rounded down. Returns false and appends
  /// nothing if the date is not finite or too far from 2001.
  mutating func append(dateSeconds seconds: Double) -> Bool {
    guard seconds.magnitude <= Self.largestDateSeconds else { return false }
    let whole = Int64(seconds.rounded(.down))
    let days = whole.flooredQuotient(86_400)
    let date = civilDate(daysSince2001: days)
    append(year: date.year)
    append(field: date.month, after: UInt8(ascii: "-"))
    append(field: date.day, after: UInt8(ascii: "-"))
    let second = whole &- days &* 86_400
    append(field: second / 3600, after: UInt8(ascii: "T"))
    append(field: second / 60 % 60, after: UInt8(ascii: ":"))
    append(field: second % 60, after: UInt8(ascii: ":"))
    append(UInt8(ascii: "Z"))
    return true
  }

  /// Appends a date's text with the shortest fraction of a second, of seven digits at most, that
  /// reads back as the same date. Returns false and appends nothing if the date is not finite or
  /// too far from 2001.
  mutating func append(exactDateSeconds seconds: Double) -> Bool {
    let fraction = SecondFraction(seconds)
    guard append(dateSeconds: fraction.whole) else { return false }
    guard fraction.digitCount > 0 else { return true }
    truncate(to: count - 1)
    append(UInt8(ascii: "."))
    let digits = fraction.digits.description
    append(repeating: UInt8(ascii: "0"), count: fraction.digitCount - digits.utf8.count)
    append(digits)
    append(UInt8(ascii: "Z"))
    return true
  }

  private mutating func append(field: Int64, after separator: UInt8) {
    let tens = UInt64(field / 10) &+ UInt64(UInt8(ascii: "0"))
    let ones = UInt64(field % 10) &+ UInt64(UInt8(ascii: "0"))
    append(packed: UInt64(separator) | tens &<< 8 | ones &<< 16, count: 3)
  }

  /// Appends a year of at least four characters including the sign, as C's `%04d` does.
  private mutating func append(year: Int64) {
    if year < 0 { append(UInt8(ascii: "-")) }
    let magnitude = year.magnitude
    let width = year < 0 ? 3 : 4
    var digits = 1
    var power: UInt64 = 10
    while digits < 18, magnitude >= power {
      digits &+= 1
      power &*= 10
    }
    append(repeating: UInt8(ascii: "0"), count: max(0, width &- digits))
    append(decimal: magnitude)
  }
}

/// A number of seconds split into whole seconds and a decimal fraction.
private struct SecondFraction {
  private(set) var whole: Double
  /// The digits after the decimal point as a number, which may need leading zeros.
  private(set) var digits: UInt64 = 0
  private(set) var digitCount = 0

  /// Dates of this century have a resolution of about a tenth of a microsecond.
  private static let mostDigits = 7

  init(_ seconds: Double) {
    whole = seconds.rounded(.down)
    let rest = seconds - whole
    guard rest > 0 else { return }
    var scale: UInt64 = 1
    for count in 1...Self.mostDigits {
      scale *= 10
      let scaled = (rest * Double(scale)).rounded()
      guard count == Self.mostDigits || whole + scaled / Double(scale) == seconds else { continue }
      if scaled >= Double(scale) {
        whole += 1
      } else {
        (digits, digitCount) = (UInt64(scaled), count)
        dropZeros()
      }
      return
    }
  }

  private mutating func dropZeros() {
    while digitCount > 0, digits.isMultiple(of: 10) {
      digits /= 10
      digitCount -= 1
    }
  }
}
