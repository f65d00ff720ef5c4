// Foundation's objects that contain no other objects, read with the layouts of their classes.
internal import KeyedArchives
internal import PropertyLists

extension StandardUnarchiving {
  /// Creates an object that contains no objects of the program.
  func value() throws -> Any {
    switch entry.kind {
    case .dateComponents: try components(DateComponentsLayout(source)) as NSDateComponents
    case .calendar: try calendar(CalendarLayout(source))
    case .characterSet: try characters(CharacterSetLayout(source))
    case .dateInterval: try interval(DateIntervalLayout(source))
    case .personName: name(try PersonNameLayout(source)) as NSPersonNameComponents
    case .regularExpression: try expression(RegularExpressionLayout(source))
    case .queryItem: item(try QueryItemLayout(source))
    case .unit: try unit(UnitLayout(source))
    case .measurement: try measurement(MeasurementLayout(source))
    default: try structure(StructureLayout(source))
    }
  }

  private func refused(_ what: String) -> ArchiveError {
    source.error(.notRepresentable, message: "Foundation does not support \(what)")
  }

  private func components(_ value: DateComponentsLayout) throws -> DateComponents {
    var components = value.components
    components.timeZone = value.timeZone.flatMap { TimeZone(identifier: $0.name) }
    components.calendar = try value.calendar.map { try calendar($0) as Calendar }
    return components
  }

  private func calendar(_ value: CalendarLayout) throws -> NSCalendar {
    let identifier = NSCalendar.Identifier(rawValue: value.identifier)
    guard let calendar = NSCalendar(identifier: identifier) else {
      throw refused("the calendar \(PlistError.quoted(value.identifier))")
    }
    if let locale = value.locale { calendar.locale = Locale(identifier: locale.identifier) }
    if let zone = value.timeZone.flatMap({ TimeZone(identifier: $0.name) }) {
      calendar.timeZone = zone
    }
    if let day = value.firstWeekday, (1...7).contains(day) { calendar.firstWeekday = day }
    if let days = value.minimumDays, (1...7).contains(days) {
      calendar.minimumDaysInFirstWeek = days
    }
    return calendar
  }

  /// Creates a character set. Bitmaps are charged to the budget.
  private func characters(_ value: CharacterSetLayout) throws -> Any {
    switch value.content {
    case .builtIn(let number):
      guard (1...15).contains(number) else {
        throw refused("the character set with the number \(number)")
      }
      return try characters(
        CharacterSetContents(content: value.content, isInverted: value.isInverted))
    case .range(let first, let count):
      let end = UInt64(CharacterBitmap.codePoints.upperBound)
      guard first <= end, count <= end - first else { throw refused("a character beyond U+10FFFF") }
      let range = Int(first)..<Int(first + count)
      if value.isInverted { return try inverted { CharacterBitmap(range) } }
      return try characters(CharacterSetContents(content: value.content))
    case .string(let text):
      if value.isInverted {
        let set = NSCharacterSet(charactersIn: text)
        return try inverted { CharacterBitmap(set.bitmapRepresentation) }
      }
      let planes = Set(text.unicodeScalars.lazy.map { $0.value &>> 16 }).count
      try reader.pay(for: .bitmapByte, planes * CharacterBitmap.planeLength)
      return try characters(CharacterSetContents(content: value.content))
    case .bitmap(let bytes):
      guard let bitmap = CharacterBitmap(bytes) else {
        throw refused("the character set of \(bytes.count.counting("byte"))")
      }
      if value.isInverted { return try inverted { bitmap } }
      try reader.pay(for: .bitmapByte, bytes.count)
      return try characters(CharacterSetContents(content: .bitmap(bitmap.data)))
    }
  }

  private func inverted(_ bitmap: () -> CharacterBitmap?) throws -> NSCharacterSet {
    try reader.pay(for: .bitmapByte, CharacterBitmap.largestLength)
    guard let bitmap = bitmap() else { throw refused("the character set") }
    return try characters(CharacterSetContents(content: .bitmap(bitmap.inverted.data)))
  }

  private func characters(_ contents: CharacterSetContents) throws -> NSCharacterSet {
    if let set = contents.set(isMutable: entry.isMutable) { return set }
    throw refused("the character set")
  }

  private func interval(_ value: DateIntervalLayout) throws -> NSDateInterval {
    _ = try reader.date(value.start)
    guard value.duration.isFinite, value.duration >= 0 else {
      throw refused("an interval of \(value.duration) seconds")
    }
    return NSDateInterval(start: value.start, duration: value.duration)
  }

  private func name(_ value: PersonNameLayout) -> PersonNameComponents {
    let parts: [WritableKeyPath<PersonNameComponents, String?>] = [
      \.namePrefix, \.givenName, \.middleName, \.familyName, \.nameSuffix, \.nickname,
    ]
    var name = PersonNameComponents()
    for (part, text) in zip(parts, value.parts) { name[keyPath: part] = text }
    return name
  }

  /// The maximum length in bytes: each byte takes microseconds to compile, and a character class
  /// takes 300 microseconds.
  private static let longestPattern = 2048

  /// The prefixes of character class names.
  private static let classBeginnings = [
    (UInt8(ascii: "\\"), UInt8(ascii: "p")), (UInt8(ascii: "\\"), UInt8(ascii: "P")),
    (UInt8(ascii: "["), UInt8(ascii: ":")),
  ]

  private func expression(_ value: RegularExpressionLayout) throws -> NSRegularExpression {
    let length = value.pattern.utf8.count
    if length > Self.longestPattern { throw refused("a regular expression of \(length) bytes") }
    try reader.pay(for: .patternByte, length)
    let pairs = zip(value.pattern.utf8, value.pattern.utf8.dropFirst())
    let classes = pairs.count { pair in Self.classBeginnings.contains { $0 == pair } }
    try reader.pay(for: .characterClass, classes)
    let options = NSRegularExpression.Options(
      rawValue: UInt(truncatingIfNeeded: value.options & 0x7F))
    do { return try NSRegularExpression(pattern: value.pattern, options: options) } catch {
      throw refused("the regular expression \(PlistError.quoted(value.pattern))")
    }
  }

  private func item(_ value: QueryItemLayout) -> NSURLQueryItem {
    NSURLQueryItem(name: value.name, value: value.value)
  }

  private func unit(_ value: UnitLayout) throws -> Unit {
    if let unit = UnitDimensions.unit(value) { return unit }
    throw refused("a unit of the class \(PlistError.quoted(value.archivedClass.name))")
  }

  private func measurement(_ value: MeasurementLayout) throws -> NSMeasurement {
    guard let unit = value.unit else { throw refused("a measurement without a unit") }
    return NSMeasurement(doubleValue: value.value, unit: try self.unit(unit))
  }

  private func structure(_ value: StructureLayout) throws -> NSValue {
    switch value {
    case .range(let location, let length):
      guard let first = Int(exactly: location), let count = Int(exactly: length),
        first <= .max - count
      else {
        throw source.error(
          .outOfRange, message: "a range of length \(length) at \(location) is out of range")
      }
      return NSValue(range: NSRange(location: first, length: count))
    case .point(let x, let y): return NSValue(point: CGPoint(x: x, y: y))
    case .size(let width, let height): return NSValue(size: CGSize(width: width, height: height))
    case .rect(let x, let y, let width, let height):
      return NSValue(rect: CGRect(x: x, y: y, width: width, height: height))
    case .edgeInsets(let top, let left, let bottom, let right):
      let value = EdgeInsets.value(top: top, left: left, bottom: bottom, right: right)
      if let value { return value }
      throw source.error(
        .notRepresentable, message: "the bridge cannot create an NSValue of edge insets")
    }
  }
}
