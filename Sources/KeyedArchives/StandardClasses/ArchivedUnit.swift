// A unit of measurement: plain, or of a dimension with a way to its base unit.

/// A unit of measurement (`NSUnit`, and the dimensions: `NSUnitLength` and others).
public final class ArchivedUnit: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSUnit" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] {
    let dimensions = [
      "Acceleration", "Angle", "Area", "ConcentrationMass", "Dispersion", "Duration",
      "ElectricCharge", "ElectricCurrent", "ElectricPotentialDifference", "ElectricResistance",
      "Energy", "Frequency", "FuelEfficiency", "Illuminance", "InformationStorage", "Length",
      "Mass",
      "Power", "Pressure", "Speed", "Temperature", "Volume",
    ]
    return ["NSDimension"] + dimensions.map { "NSUnit" + $0 }
  }
  /// Its class in archives, which tells the dimension.
  public var archivedClass: ArchivedClass
  /// The symbol: `mi`.
  public var symbol: ArchivedText
  /// The way to the base unit of the dimension; nil for plain units.
  public var converter: ArchivedUnitConverter?
  /// Apple's number of the unit; nil where it has none.
  public var specifier: Int?

  /// A plain unit.
  public init(_ symbol: ArchivedText) {
    self.symbol = symbol
    archivedClass = ArchivedClass("NSUnit", "NSObject")
  }

  /// A unit of a dimension, such as `NSUnitLength`.
  public init(
    _ symbol: ArchivedText, dimension: String, converter: ArchivedUnitConverter,
    specifier: Int? = nil
  ) {
    self.symbol = symbol
    self.converter = converter
    self.specifier = specifier
    archivedClass = ArchivedClass(dimension, "NSDimension", "NSUnit", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    symbol = try coder.text(forKey: "NS.symbol")
    converter = try coder.decode(ArchivedUnitConverter.self, forKey: "NS.converter")
    specifier = try coder.optionalInteger(forKey: "NS.specifier")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(symbol, forKey: "NS.symbol")
    if let converter { try coder.encode(converter, forKey: "NS.converter") }
    coder.encodeIfPresent(specifier, forKey: "NS.specifier")
  }
}

/// The way from a unit to the base unit of its dimension (`NSUnitConverterLinear`,
/// `NSUnitConverterReciprocal`).
public final class ArchivedUnitConverter: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSUnitConverterLinear" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] {
    ["NSUnitConverter", "NSUnitConverterReciprocal", "_NSStatelessUnitConverter"]
  }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The way.
  public var way: Way

  /// A way to the base unit.
  public enum Way: Hashable, Sendable {
    /// Multiply, then add.
    case linear(coefficient: Double, constant: Double)
    /// Divide this by the value.
    case reciprocal(Double)
    /// None is known.
    case unknown
  }

  /// A converter.
  public init(_ way: Way) {
    self.way = way
    let name =
      switch way {
      case .linear: "NSUnitConverterLinear"
      case .reciprocal: "NSUnitConverterReciprocal"
      case .unknown: "NSUnitConverter"
      }
    let names =
      name == "NSUnitConverter" ? [name, "NSObject"] : [name, "NSUnitConverter", "NSObject"]
    archivedClass = ArchivedClass(name: name, chain: names)
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    if let reciprocal = try coder.optionalDouble(forKey: "NS.reciprocal") {
      way = .reciprocal(reciprocal)
    } else if let coefficient = try coder.optionalDouble(forKey: "NS.coefficient") {
      way = .linear(
        coefficient: coefficient, constant: try coder.decodeDouble(forKey: "NS.constant"))
    } else {
      way = .unknown
    }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    switch way {
    case .linear(let coefficient, let constant):
      try coder.encode(coefficient, forKey: "NS.coefficient")
      try coder.encode(constant, forKey: "NS.constant")
    case .reciprocal(let reciprocal): try coder.encode(reciprocal, forKey: "NS.reciprocal")
    case .unknown: break
    }
  }
}
