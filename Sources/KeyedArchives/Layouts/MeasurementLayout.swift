// NSMeasurement: a number and its unit.

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
