// Foundation's objects out of the standard classes of archives.
internal import KeyedArchives
internal import PropertyLists

extension StandardUnarchiving {
  /// An object of a class whose layout the standard classes know.
  func value() throws -> Any {
    switch entry.kind {
    case .dateComponents:
      try components(record.standard(ArchivedDateComponents.self)) as NSDateComponents
    case .calendar: try calendar(record.standard(ArchivedCalendar.self))
    case .characterSet: try characters(record.standard(ArchivedCharacterSet.self))
    case .dateInterval: try interval(record.standard(ArchivedDateInterval.self))
    case .personName:
      name(try record.standard(ArchivedPersonNameComponents.self)) as NSPersonNameComponents
    case .regularExpression: try expression(record.standard(ArchivedRegularExpression.self))
    case .queryItem: item(try record.standard(ArchivedURLQueryItem.self))
    case .unit: try unit(record.standard(ArchivedUnit.self))
    case .measurement: try measurement(record.standard(ArchivedMeasurement.self))
    default: try structure(record.standard(ArchivedStructure.self))
    }
  }

  private func refused(_ what: String) -> ArchiveError {
    record.error(.notRepresentable, "Foundation has no \(what)")
  }

  private func components(_ value: ArchivedDateComponents) throws -> DateComponents {
    var components = value.dateComponents
    components.calendar = try value.calendar.map { try calendar($0) as Calendar }
    return components
  }

  private func calendar(_ value: ArchivedCalendar) throws -> NSCalendar {
    let identifier = NSCalendar.Identifier(rawValue: value.identifier.string)
    guard let calendar = NSCalendar(identifier: identifier) else {
      throw refused("calendar \(PlistError.quoted(value.identifier.string))")
    }
    if let locale = value.locale { calendar.locale = locale.locale }
    if let zone = value.timeZone?.timeZone { calendar.timeZone = zone }
    if let day = value.firstWeekday, (1...7).contains(day) { calendar.firstWeekday = day }
    if let days = value.minimumDaysInFirstWeek, (1...7).contains(days) {
      calendar.minimumDaysInFirstWeek = days
    }
    return calendar
  }

  private static let builtIn: [CharacterSet] = [
    .controlCharacters, .whitespaces, .whitespacesAndNewlines, .decimalDigits, .letters,
    .lowercaseLetters, .uppercaseLetters, .nonBaseCharacters, .decomposables, .alphanumerics,
    .punctuationCharacters, .illegalCharacters, .capitalizedLetters, .symbols, .newlines,
  ]

  private func characters(_ value: ArchivedCharacterSet) throws -> Any {
    let set = try characters(value.content)
    let characters = value.isInverted ? set.inverted : set
    let bitmap = characters.bitmapRepresentation
    return entry.isMutable
      ? NSMutableCharacterSet(bitmapRepresentation: bitmap)
      : NSCharacterSet(bitmapRepresentation: bitmap)
  }

  private func characters(_ content: ArchivedCharacterSet.Content) throws -> CharacterSet {
    switch content {
    case .builtIn(let number):
      guard number > 0, number <= Self.builtIn.count else {
        throw refused("set of characters with the number \(number)")
      }
      return Self.builtIn[number - 1]
    case .range(let range):
      guard let bounds = range.range, bounds.upperBound <= 0x11_0000 else {
        throw refused("such range of characters")
      }
      return CharacterSet(bounds.lazy.compactMap { Unicode.Scalar(UInt32($0)) })
    case .string(let text): return CharacterSet(charactersIn: text)
    case .bitmap(let bits):
      // The first plane, and others behind their numbers.
      guard bits.count >= 8192, (bits.count - 8192).isMultiple(of: 8193) else {
        throw refused("set of characters of \(bits.count) bytes")
      }
      return CharacterSet(bitmapRepresentation: bits)
    }
  }

  private func interval(_ value: ArchivedDateInterval) throws -> NSDateInterval {
    _ = try reader.date(value.start)
    guard value.duration.isFinite, let interval = value.dateInterval else {
      throw refused("interval of \(value.duration) seconds")
    }
    return interval as NSDateInterval
  }

  private func name(_ value: ArchivedPersonNameComponents) -> PersonNameComponents {
    var name = PersonNameComponents()
    name.namePrefix = value.namePrefix?.string
    name.givenName = value.givenName?.string
    name.middleName = value.middleName?.string
    name.familyName = value.familyName?.string
    name.nameSuffix = value.nameSuffix?.string
    name.nickname = value.nickname?.string
    return name
  }

  private func expression(_ value: ArchivedRegularExpression) throws -> NSRegularExpression {
    let options = NSRegularExpression.Options(
      rawValue: UInt(truncatingIfNeeded: value.options & 0x7F))
    do { return try NSRegularExpression(pattern: value.pattern.string, options: options) } catch {
      throw refused("regular expression \(PlistError.quoted(value.pattern.string))")
    }
  }

  private func item(_ value: ArchivedURLQueryItem) -> NSURLQueryItem {
    NSURLQueryItem(name: value.name.string, value: value.value?.string)
  }

  private func unit(_ value: ArchivedUnit) throws -> Unit {
    if let unit = UnitDimensions.unit(value) { return unit }
    throw refused("unit of the class \(PlistError.quoted(value.archivedClass.name))")
  }

  private func measurement(_ value: ArchivedMeasurement) throws -> NSMeasurement {
    guard let unit = value.unit else { throw refused("measurement without a unit") }
    return NSMeasurement(doubleValue: value.value, unit: try self.unit(unit))
  }

  private func structure(_ value: ArchivedStructure) throws -> NSValue {
    switch value.content {
    case .range(let range):
      guard let range = range.range else {
        throw record.error(.outOfRange, "\(range.location) and \(range.length) are no range")
      }
      return NSValue(range: NSRange(location: range.lowerBound, length: range.count))
    case .point(let point): return NSValue(point: CGPoint(x: point.x, y: point.y))
    case .size(let size): return NSValue(size: CGSize(width: size.width, height: size.height))
    case .rect(let rect):
      return NSValue(
        rect: CGRect(
          x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height))
    case .edgeInsets(let top, let left, let bottom, let right):
      return try EdgeInsets.value(top: top, left: left, bottom: bottom, right: right)
        ?? unmade("edge insets")
    case .other(let type, _): return try unmade("C type \(PlistError.quoted(type.string))")
    }
  }

  private func unmade(_ what: String) throws -> NSValue {
    throw record.error(
      .notRepresentable, "the bridge cannot make an NSValue of the \(what)")
  }
}
