// Values that Apple's own classes stand for: numbers are fields, or objects in collections; text is
// an object; dates, URLs and the like are objects with the fields that Apple's classes have.
internal import PropertyLists

extension ArchivingSession {
  func encode(_ value: Bool, _ place: Place) {
    if place.isField { return builder.add(value, place.slot) }
    builder.addReference(builder.object(value), place.slot)
  }

  func encode(_ value: Int64, _ place: Place) {
    if place.isField { return builder.add(value, place.slot) }
    builder.addReference(builder.object(value), place.slot)
  }

  func encode(_ value: Double, _ place: Place) {
    if place.isField { return builder.add(value, place.slot) }
    builder.addReference(builder.object(value), place.slot)
  }

  func encode(_ value: Float, _ place: Place) {
    if place.isField { return builder.add(value, place.slot) }
    builder.addReference(builder.object(value), place.slot)
  }

  func encode(integer: some FixedWidthInteger, _ place: Place) throws {
    if let value = Int64(exactly: integer) { return encode(value, place) }
    guard let value = Int128(exactly: integer) else { throw tooWide(integer, path(place)) }
    let large = PlistInteger(value)
    if place.isField { return builder.add(large, place.slot) }
    builder.addReference(builder.object(large), place.slot)
  }

  func tooWide(_ integer: some FixedWidthInteger, _ path: PlistPath) -> ArchiveError {
    ArchiveError(
      .notRepresentable, "\(integer) needs more than 128 bits with sign", path: path)
  }

  func encodeNil(_ place: Place) { builder.addReference(ArchiveBuilder.null, place.slot) }

  /// Text is an object. The text `$null` would be read as nil: it is put into one with a field.
  func encode(_ value: String, _ place: Place) {
    if value != "$null" { return builder.addReference(builder.object(value), place.slot) }
    encode(.string, place) { StringLayout.write(value, to: $0) }
  }

  func encode(_ value: Data, _ place: Place) {
    builder.addReference(builder.addObject(value), place.slot)
  }

  func encode(_ value: Date, _ place: Place) {
    encode(.date, place) { DateLayout.write(value, to: $0) }
  }

  func encode(_ value: UUID, _ place: Place) {
    encode(.uuid, place) { UUIDLayout.write(value, to: $0) }
  }

  func encode(_ value: Decimal, _ place: Place) {
    encode(.decimal, place) { DecimalLayout.write(value, to: $0) }
  }

  func encode(_ value: URL, _ place: Place) throws {
    try encode(.url, place) {
      try URLLayout.write(
        .text(value.relativeString), base: value.baseURL.map { .value($0) } ?? .null, to: $0)
    }
  }

  /// Adds a reference to a new object of one of Foundation's classes, whose fields the closure adds.
  @inline(__always)
  private func encode(
    _ standard: StandardLayout, _ place: Place, _ fields: (ObjectSink) throws -> Void
  ) rethrows {
    let object = builder.addRecord()
    try fields(ObjectSink(self, object: object))
    addClass(of: object, standard)
    builder.addReference(object, place.slot)
  }
}
