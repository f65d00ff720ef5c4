// Measurements: a number and its unit, which is a symbol and, for a dimension, a converter.

/// A number with its unit.
package struct MeasurementLayout: ObjectLayout {
  package static let classNames = ["NSMeasurement"]
  private static let unit = "NS.unit"

  package var value: Double
  package var unit: UnitLayout?

  package init(value: Double, unit: UnitLayout?) { (self.value, self.unit) = (value, unit) }

  package init(_ source: ObjectSource) throws {
    value = try source.real(QueryItemLayout.value) ?? 0
    unit = try source.layout(UnitLayout.self, key: Self.unit)
  }

  package func write(to sink: ObjectSink) throws {
    sink.add(value, key: QueryItemLayout.value)
    try sink.add(layout: unit, Self.unit)
  }
}

/// A unit of measurement: plain, or of a dimension such as `NSUnitLength`.
package struct UnitLayout: ObjectLayout {
  /// The class names; the dimensions follow the first two.
  package static let classNames =
    ["NSUnit", "NSDimension"]
    + [
      "Acceleration", "Angle", "Area", "ConcentrationMass", "Dispersion", "Duration",
      "ElectricCharge", "ElectricCurrent", "ElectricPotentialDifference", "ElectricResistance",
      "Energy", "Frequency", "FuelEfficiency", "Illuminance", "InformationStorage", "Length",
      "Mass", "Power", "Pressure", "Speed", "Temperature", "Volume",
    ].map { "NSUnit" + $0 }
  private static let (symbol, converter) = ("NS.symbol", "NS.converter")

  package let archivedClass: ArchivedClass
  /// The symbol, such as `mi`.
  package var symbol: String
  /// The converter of a dimension; nil for a plain unit.
  package var converter: UnitConverterLayout?

  /// Creates a unit; a unit of a dimension has a class and a converter.
  package init(_ symbol: String, dimension: String? = nil, converter: UnitConverterLayout? = nil) {
    self.symbol = symbol
    self.converter = converter
    archivedClass =
      dimension.map { ArchivedClass($0, "NSDimension", "NSUnit", "NSObject") }
      ?? ArchivedClass("NSUnit", "NSObject")
  }

  package init(_ source: ObjectSource) throws {
    archivedClass = try source.archivedClass()
    symbol = try source.string(Self.symbol) ?? ""
    converter = try source.layout(UnitConverterLayout.self, key: Self.converter)
  }

  package func write(to sink: ObjectSink) throws {
    try sink.add(symbol, key: Self.symbol)
    if let converter { try sink.add(layout: converter, Self.converter) }
  }
}

/// The conversion of a unit to the base unit of its dimension.
package enum UnitConverterLayout: ObjectLayout, Hashable {
  /// Multiplies by the coefficient, then adds the constant.
  case linear(coefficient: Double, constant: Double)
  /// Divides this number by the value.
  case reciprocal(Double)
  /// A converter that is stored without numbers.
  case unknown

  package static let classNames = [
    "NSUnitConverterLinear", "NSUnitConverter", "NSUnitConverterReciprocal",
    "_NSStatelessUnitConverter",
  ]
  private static let (coefficient, constant) = ("NS.coefficient", "NS.constant")
  private static let reciprocal = "NS.reciprocal"

  package var archivedClass: ArchivedClass {
    switch self {
    case .linear: ArchivedClass("NSUnitConverterLinear", "NSUnitConverter", "NSObject")
    case .reciprocal: ArchivedClass("NSUnitConverterReciprocal", "NSUnitConverter", "NSObject")
    case .unknown: ArchivedClass("NSUnitConverter", "NSObject")
    }
  }

  package init(_ source: ObjectSource) throws {
    if let reciprocal = try source.real(Self.reciprocal) {
      self = .reciprocal(reciprocal)
    } else if let coefficient = try source.real(Self.coefficient) {
      self = .linear(coefficient: coefficient, constant: try source.real(Self.constant) ?? 0)
    } else {
      self = .unknown
    }
  }

  package func write(to sink: ObjectSink) {
    switch self {
    case .linear(let coefficient, let constant):
      sink.add(coefficient, key: Self.coefficient)
      sink.add(constant, key: Self.constant)
    case .reciprocal(let reciprocal): sink.add(reciprocal, key: Self.reciprocal)
    case .unknown: break
    }
  }
}
