// Foundation's objects as the standard classes of archives, and back: those that hold no objects of a
// program's. The standard class knows the layout.
internal import KeyedArchives

/// Objects as standard ones.
enum StandardValues {
  /// The standard object of one of Foundation's, or of the value of Swift's that stands for it; nil
  /// where there is none.
  static func standard(_ value: Any) -> (any StandardObject)? {
    switch value {
    case let value as DateComponents: components(value)
    case let value as Calendar: calendar(value as NSCalendar)
    case let value as CharacterSet: ArchivedCharacterSet(.bitmap(value.bitmapRepresentation))
    case let value as DateInterval: ArchivedDateInterval(value)
    case let value as PersonNameComponents: name(value)
    case let value as CGPoint: ArchivedStructure(.point(point(value)))
    case let value as CGSize: ArchivedStructure(.size(size(value)))
    case let value as CGRect: rect(value)
    case let value as URLQueryItem: item(value as NSURLQueryItem)
    default: object(value)
    }
  }

  private static func object(_ value: Any) -> (any StandardObject)? {
    switch value {
    case let value as NSDateComponents: components(value as DateComponents)
    case let value as NSCalendar: calendar(value)
    case let value as NSCharacterSet:
      ArchivedCharacterSet(.bitmap(value.bitmapRepresentation))
    case let value as NSDateInterval: ArchivedDateInterval(value as DateInterval)
    case let value as NSPersonNameComponents: name(value as PersonNameComponents)
    case let value as NSRegularExpression:
      ArchivedRegularExpression(
        pattern: ArchivedText(value.pattern), options: Int(value.options.rawValue))
    case let value as NSURLQueryItem: item(value)
    case let value as NSMeasurement:
      ArchivedMeasurement(value: value.doubleValue, unit: UnitDimensions.unit(value.unit))
    case let value as Unit: UnitDimensions.unit(value)
    case let value as NSValue: structure(value)
    default: nil
    }
  }

  // MARK: To the standard classes

  private static func components(_ value: DateComponents) -> ArchivedDateComponents {
    let components = ArchivedDateComponents(value)
    components.calendar = value.calendar.map { calendar($0 as NSCalendar) }
    return components
  }

  private static func calendar(_ value: NSCalendar) -> ArchivedCalendar {
    ArchivedCalendar(
      ArchivedText(value.calendarIdentifier.rawValue),
      locale: value.locale.map { ArchivedLocale($0) }, timeZone: ArchivedTimeZone(value.timeZone),
      firstWeekday: value.firstWeekday, minimumDaysInFirstWeek: value.minimumDaysInFirstWeek)
  }

  private static func name(_ value: PersonNameComponents) -> ArchivedPersonNameComponents {
    func text(_ part: String?) -> ArchivedText? { part.map { ArchivedText($0) } }
    return ArchivedPersonNameComponents(
      namePrefix: text(value.namePrefix), givenName: text(value.givenName),
      middleName: text(value.middleName), familyName: text(value.familyName),
      nameSuffix: text(value.nameSuffix), nickname: text(value.nickname))
  }

  private static func item(_ value: NSURLQueryItem) -> ArchivedURLQueryItem {
    ArchivedURLQueryItem(
      name: ArchivedText(value.name), value: value.value.map { ArchivedText($0) })
  }

  static func range(_ value: NSRange) -> ArchivedStructure {
    ArchivedStructure(
      .range(
        ArchivedRange(
          location: UInt64(truncatingIfNeeded: value.location),
          length: UInt64(truncatingIfNeeded: value.length))))
  }

  private static func point(_ value: CGPoint) -> ArchivedPoint {
    ArchivedPoint(x: Double(value.x), y: Double(value.y))
  }

  private static func size(_ value: CGSize) -> ArchivedSize {
    ArchivedSize(width: Double(value.width), height: Double(value.height))
  }

  private static func rect(_ value: CGRect) -> ArchivedStructure {
    ArchivedStructure(.rect(ArchivedRect(origin: point(value.origin), size: size(value.size))))
  }

  /// The C structure in an object, by the name of its type.
  private static func structure(_ value: NSValue) -> ArchivedStructure? {
    switch value.cTypeName {
    case "NSRange":
      return range(value.rangeValue)
    case "CGPoint", "NSPoint": return ArchivedStructure(.point(point(value.pointValue)))
    case "CGSize", "NSSize": return ArchivedStructure(.size(size(value.sizeValue)))
    case "CGRect", "NSRect": return rect(value.rectValue)
    case "NSEdgeInsets": return EdgeInsets.structure(value)
    default: return nil
    }
  }
}

/// Units and their dimensions, by their names in archives.
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

  /// All classes of units by their names in archives.
  static var classes: [String: AnyClass] {
    (dimensions as [String: AnyClass]).merging(["NSUnit": Unit.self]) { $1 }
  }

  private static func name(of type: AnyClass) -> String {
    let name = String(describing: type)
    return name.hasPrefix("NS") ? name : "NS" + name
  }

  /// A unit as a standard object; nil for dimensions that are a program's own.
  static func unit(_ unit: Unit) -> ArchivedUnit? {
    guard let dimension = unit as? Dimension else { return ArchivedUnit(ArchivedText(unit.symbol)) }
    let name = name(of: type(of: unit))
    guard dimensions[name] != nil, let way = way(dimension.converter) else { return nil }
    return ArchivedUnit(
      ArchivedText(unit.symbol), dimension: name, converter: ArchivedUnitConverter(way))
  }

  /// The way to the base unit, found by two values: all converters of Foundation's are straight lines
  /// or reciprocals.
  private static func way(_ converter: UnitConverter) -> ArchivedUnitConverter.Way? {
    if let linear = converter as? UnitConverterLinear {
      return .linear(coefficient: linear.coefficient, constant: linear.constant)
    }
    let reciprocal = converter.baseUnitValue(fromValue: 1)
    let isReciprocal = converter.baseUnitValue(fromValue: 2) * 2 == reciprocal
    return isReciprocal ? .reciprocal(reciprocal) : nil
  }

  /// A standard object as a unit; nil where Foundation has no such.
  static func unit(_ unit: ArchivedUnit) -> Unit? {
    guard let converter = unit.converter else { return Unit(symbol: unit.symbol.string) }
    guard let type = dimensions[unit.archivedClass.name] else { return nil }
    switch converter.way {
    case .linear(let coefficient, let constant):
      return type.init(
        symbol: unit.symbol.string,
        converter: UnitConverterLinear(coefficient: coefficient, constant: constant))
    case .reciprocal(let reciprocal):
      // Foundation makes such converters for its own units alone.
      let known = [UnitFuelEfficiency.milesPerGallon, .milesPerImperialGallon]
      return known.first { $0.converter.baseUnitValue(fromValue: 1) == reciprocal }
    case .unknown: return nil
    }
  }
}
