// Foundation's objects that hold no others, read by the layouts of their classes.
internal import KeyedArchives
internal import PropertyLists

extension StandardUnarchiving {
  /// An object that holds no objects of a program's.
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
    source.error(.notRepresentable, "Foundation has no \(what)")
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
      throw refused("calendar \(PlistError.quoted(value.identifier))")
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

  private static let builtIn: [CharacterSet] = [
    .controlCharacters, .whitespaces, .whitespacesAndNewlines, .decimalDigits, .letters,
    .lowercaseLetters, .uppercaseLetters, .nonBaseCharacters, .decomposables, .alphanumerics,
    .punctuationCharacters, .illegalCharacters, .capitalizedLetters, .symbols, .newlines,
  ]

  private func characters(_ value: CharacterSetLayout) throws -> Any {
    let set = try characters(value.content)
    let characters = value.isInverted ? set.inverted : set
    let bitmap = characters.bitmapRepresentation
    return entry.isMutable
      ? NSMutableCharacterSet(bitmapRepresentation: bitmap)
      : NSCharacterSet(bitmapRepresentation: bitmap)
  }

  private func characters(_ content: CharacterSetLayout.Content) throws -> CharacterSet {
    switch content {
    case .builtIn(let number):
      guard number > 0, number <= Self.builtIn.count else {
        throw refused("set of characters with the number \(number)")
      }
      return Self.builtIn[number - 1]
    case .range(let first, let count):
      guard first <= 0x11_0000, count <= 0x11_0000 - first else {
        throw refused("character beyond U+10FFFF")
      }
      return CharacterSet((first..<first + count).lazy.compactMap { Unicode.Scalar(UInt32($0)) })
    case .string(let text): return CharacterSet(charactersIn: text)
    case .bitmap(let bits):
      // The first plane, and others behind their numbers.
      guard bits.count >= 8192, (bits.count - 8192).isMultiple(of: 8193) else {
        throw refused("set of characters of \(bits.count) bytes")
      }
      return CharacterSet(bitmapRepresentation: bits)
    }
  }

  private func interval(_ value: DateIntervalLayout) throws -> NSDateInterval {
    _ = try reader.date(value.start)
    guard value.duration.isFinite, value.duration >= 0 else {
      throw refused("interval of \(value.duration) seconds")
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

  private func expression(_ value: RegularExpressionLayout) throws -> NSRegularExpression {
    let options = NSRegularExpression.Options(
      rawValue: UInt(truncatingIfNeeded: value.options & 0x7F))
    do { return try NSRegularExpression(pattern: value.pattern, options: options) } catch {
      throw refused("regular expression \(PlistError.quoted(value.pattern))")
    }
  }

  private func item(_ value: QueryItemLayout) -> NSURLQueryItem {
    NSURLQueryItem(name: value.name, value: value.value)
  }

  private func unit(_ value: UnitLayout) throws -> Unit {
    if let unit = UnitDimensions.unit(value) { return unit }
    throw refused("unit of the class \(PlistError.quoted(value.archivedClass.name))")
  }

  private func measurement(_ value: MeasurementLayout) throws -> NSMeasurement {
    guard let unit = value.unit else { throw refused("measurement without a unit") }
    return NSMeasurement(doubleValue: value.value, unit: try self.unit(unit))
  }

  private func structure(_ value: StructureLayout) throws -> NSValue {
    switch value {
    case .range(let location, let length):
      guard let first = Int(exactly: location), let count = Int(exactly: length),
        first <= .max - count
      else { throw source.error(.outOfRange, "a range of \(length) from \(location) on") }
      return NSValue(range: NSRange(location: first, length: count))
    case .point(let x, let y): return NSValue(point: CGPoint(x: x, y: y))
    case .size(let width, let height):
      return NSValue(size: CGSize(width: width, height: height))
    case .rect(let x, let y, let width, let height):
      return NSValue(rect: CGRect(x: x, y: y, width: width, height: height))
    case .edgeInsets(let top, let left, let bottom, let right):
      return try EdgeInsets.value(top: top, left: left, bottom: bottom, right: right)
        ?? unmade("edge insets")
    }
  }

  private func unmade(_ what: String) throws -> NSValue {
    throw source.error(
      .notRepresentable, "the bridge cannot make an NSValue of the \(what)")
  }
}
