// The layouts of Foundation's objects that contain no objects of the program, units with their
// dimensions, and edge insets, which only macOS has among Apple's systems.
internal import KeyedArchives

/// The layouts of objects.
enum StandardValues {
  /// Returns the layout of a Foundation object, or of a bridged Swift value; nil if there is none.
  static func layout(_ value: Any) -> (any ObjectLayout)? {
    switch value {
    case let value as Locale: LocaleLayout(identifier: value.identifier)
    case let value as TimeZone: TimeZoneLayout(name: value.identifier)
    case let value as DateComponents: components(value)
    case let value as Calendar: calendar(value as NSCalendar)
    case let value as CharacterSet: CharacterSetLayout(.bitmap(value.bitmapRepresentation))
    case let value as DateInterval: DateIntervalLayout(start: value.start, duration: value.duration)
    case let value as PersonNameComponents: name(value)
    case let value as CGPoint: point(value)
    case let value as CGSize: size(value)
    case let value as CGRect: rect(value)
    case let value as URLQueryItem: QueryItemLayout(name: value.name, value: value.value)
    case let value as NSLocale: LocaleLayout(identifier: (value as Locale).identifier)
    case let value as NSTimeZone: TimeZoneLayout(name: value.name)
    case let value as NSDateComponents: components(value as DateComponents)
    case let value as NSCalendar: calendar(value)
    case let value as NSCharacterSet: CharacterSetLayout(.bitmap(value.bitmapRepresentation))
    case let value as NSDateInterval:
      DateIntervalLayout(start: value.startDate, duration: value.duration)
    case let value as NSPersonNameComponents: name(value as PersonNameComponents)
    case let value as NSRegularExpression:
      RegularExpressionLayout(pattern: value.pattern, options: Int(value.options.rawValue))
    case let value as NSURLQueryItem: QueryItemLayout(name: value.name, value: value.value)
    case let value as NSMeasurement:
      MeasurementLayout(value: value.doubleValue, unit: UnitDimensions.layout(value.unit))
    case let value as Unit: UnitDimensions.layout(value)
    case let value as NSValue: structure(value)
    default: nil
    }
  }

  private static func components(_ value: DateComponents) -> DateComponentsLayout {
    DateComponentsLayout(value, calendar: value.calendar.map { calendar($0 as NSCalendar) })
  }

  private static func calendar(_ value: NSCalendar) -> CalendarLayout {
    CalendarLayout(
      identifier: value.calendarIdentifier.rawValue, locale: value.locale?.identifier,
      timeZone: value.timeZone.identifier, firstWeekday: value.firstWeekday,
      minimumDays: value.minimumDaysInFirstWeek)
  }

  private static func name(_ value: PersonNameComponents) -> PersonNameLayout {
    PersonNameLayout([
      value.namePrefix, value.givenName, value.middleName, value.familyName, value.nameSuffix,
      value.nickname,
    ])
  }

  static func range(_ value: NSRange) -> StructureLayout {
    .range(
      location: UInt64(truncatingIfNeeded: value.location),
      length: UInt64(truncatingIfNeeded: value.length))
  }

  private static func point(_ value: CGPoint) -> StructureLayout {
    .point(x: Double(value.x), y: Double(value.y))
  }

  private static func size(_ value: CGSize) -> StructureLayout {
    .size(width: Double(value.width), height: Double(value.height))
  }

  private static func rect(_ value: CGRect) -> StructureLayout {
    .rect(
      x: Double(value.origin.x), y: Double(value.origin.y), width: Double(value.size.width),
      height: Double(value.size.height))
  }

  /// The C structure in an object, according to the name of its type.
  private static func structure(_ value: NSValue) -> StructureLayout? {
    switch value.cTypeName {
    case "NSRange": range(value.rangeValue)
    case "CGPoint", "NSPoint": point(value.pointValue)
    case "CGSize", "NSSize": size(value.sizeValue)
    case "CGRect", "NSRect": rect(value.rectValue)
    case "NSEdgeInsets": EdgeInsets.layout(value)
    default: nil
    }
  }
}

/// Units and their dimensions, by name in archives.
enum UnitDimensions {
  private static let dimensions: [String: Dimension.Type] = {
    let types: [Dimension.Type] = [
      UnitAcceleration.self, UnitAngle.self, UnitArea.self, UnitConcentrationMass.self,
      UnitDispersion.self, UnitDuration.self, UnitElectricCharge.self, UnitElectricCurrent.self,
      UnitElectricPotentialDifference.self, UnitElectricResistance.self, UnitEnergy.self,
      UnitFrequency.self, UnitFuelEfficiency.self, UnitIlluminance.self,
      UnitInformationStorage.self, UnitLength.self, UnitMass.self, UnitPower.self,
      UnitPressure.self, UnitSpeed.self, UnitTemperature.self, UnitVolume.self,
    ]
    return Dictionary(types.map { (name(of: $0), $0) }) { $1 }
  }()

  /// All unit classes by their names in archives.
  static var classes: [String: AnyClass] {
    (dimensions as [String: AnyClass]).merging(["NSUnit": Unit.self]) { $1 }
  }

  private static func name(of type: AnyClass) -> String {
    let name = String(describing: type)
    return name.hasPrefix("NS") ? name : "NS" + name
  }

  /// Returns the layout of a unit; nil for the program's own dimensions.
  static func layout(_ unit: Unit) -> UnitLayout? {
    guard let dimension = unit as? Dimension else { return UnitLayout(unit.symbol) }
    let name = name(of: type(of: unit))
    guard dimensions[name] != nil, let converter = layout(dimension.converter) else { return nil }
    return UnitLayout(unit.symbol, dimension: name, converter: converter)
  }

  /// The layout of a converter, from two values. Foundation's converters are linear or reciprocal.
  private static func layout(_ converter: UnitConverter) -> UnitConverterLayout? {
    if let linear = converter as? UnitConverterLinear {
      return .linear(coefficient: linear.coefficient, constant: linear.constant)
    }
    let reciprocal = converter.baseUnitValue(fromValue: 1)
    let isReciprocal = converter.baseUnitValue(fromValue: 2) * 2 == reciprocal
    return isReciprocal ? .reciprocal(reciprocal) : nil
  }

  /// Returns the unit of a layout; nil if Foundation has no such unit.
  static func unit(_ unit: UnitLayout) -> Unit? {
    guard let converter = unit.converter else { return Unit(symbol: unit.symbol) }
    guard let type = dimensions[unit.archivedClass.name] else { return nil }
    switch converter {
    case .linear(let coefficient, let constant):
      return type.init(
        symbol: unit.symbol,
        converter: UnitConverterLinear(coefficient: coefficient, constant: constant))
    case .reciprocal(let reciprocal):
      // Foundation creates such converters only for its own units.
      let known = [UnitFuelEfficiency.milesPerGallon, .milesPerImperialGallon]
      return known.first { $0.converter.baseUnitValue(fromValue: 1) == reciprocal }
    case .unknown: return nil
    }
  }
}

/// Insets from the edges of a rectangle.
enum EdgeInsets {
  #if os(macOS) || !canImport(ObjectiveC)
    /// Returns insets as an object; nil if Foundation does not have them.
    static func value(top: Double, left: Double, bottom: Double, right: Double) -> NSValue? {
      NSValue(
        edgeInsets: NSEdgeInsets(
          top: CGFloat(top), left: CGFloat(left), bottom: CGFloat(bottom), right: CGFloat(right)))
    }

    /// Returns the layout of insets; nil if Foundation does not have them.
    static func layout(_ value: NSValue) -> StructureLayout? {
      let insets = value.edgeInsetsValue
      return .edgeInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right))
    }
  #else
    static func value(top: Double, left: Double, bottom: Double, right: Double) -> NSValue? { nil }
    static func layout(_ value: NSValue) -> StructureLayout? { nil }
  #endif
}
