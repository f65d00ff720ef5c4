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
    let object = standardObject(.string, place) { container in
      builder.add(value, .init(in: container, key: builder.key("NS.string")))
    }
    builder.addReference(object, place.slot)
  }

  func encode(_ value: Data, _ place: Place) {
    builder.addReference(builder.addObject(value), place.slot)
  }

  func encode(_ value: Date, _ place: Place) {
    let object = standardObject(.date, place) { container in
      builder.add(
        value.timeIntervalSinceReferenceDate, .init(in: container, key: builder.key("NS.time")))
    }
    builder.addReference(object, place.slot)
  }

  func encode(_ value: UUID, _ place: Place) {
    let object = standardObject(.uuid, place) { container in
      builder.add(value.bytes, .init(in: container, key: builder.key("NS.uuidbytes")))
    }
    builder.addReference(object, place.slot)
  }

  func encode(_ value: Decimal, _ place: Place) {
    let object = standardObject(.decimal, place) {
      DecimalParts(value).addFields(to: $0, builder)
    }
    builder.addReference(object, place.slot)
  }

  func encode(_ value: URL, _ place: Place) {
    let object = standardObject(.url, place) { container in
      let base = ArchiveBuilder.Place(in: container, key: builder.key("NS.base"))
      if let url = value.baseURL {
        encode(url, Place(slot: base, owner: place.owner))
      } else {
        builder.addReference(ArchiveBuilder.null, base)
      }
      builder.addReference(
        builder.object(value.relativeString),
        .init(in: container, key: builder.key("NS.relative")))
    }
    builder.addReference(object, place.slot)
  }

  /// A new object of a class of Apple's, whose fields the closure adds.
  func standardObject(_ standard: StandardClass, _ place: Place, _ fields: (UInt32) -> Void)
    -> UInt32
  {
    let object = builder.addRecord()
    fields(builder.container(of: object))
    addClass(of: object, standard)
    return object
  }
}
