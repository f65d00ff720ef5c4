// Objects of Foundation's common classes, written under the keys of their layouts.

extension StandardLayout {
  /// The class, as stored in archives of plain Swift values.
  var archivedClass: ArchivedClass {
    self == .decimal
      ? ArchivedClass(className, "NSNumber", "NSValue", "NSObject")
      : ArchivedClass(className, "NSObject")
  }
}

extension ArrayLayout {
  /// Writes each member under a numbered key, as in ordered sets.
  package static func write(numbered members: [SinkValue], to sink: ObjectSink) throws {
    for (position, member) in members.enumerated() {
      try sink.add(member, key: .name(numbered + "\(position)"))
    }
  }
}

extension DictionaryLayout {
  /// Writes keys and values, which must be equal in number.
  package static func write(keys: [SinkValue], values: [SinkValue], to sink: ObjectSink) throws {
    try sink.add(keys, key: .name(Self.keys))
    try sink.add(values, key: .name(ArrayLayout.objects))
  }
}

extension CountedSetLayout {
  /// Writes members and their counts, which must be equal in number.
  package static func write(_ members: [SinkValue], counts: [Int], to sink: ObjectSink) throws {
    sink.add(members.count, key: count)
    for (position, (value, number)) in zip(members, counts).enumerated() {
      try sink.add(value, key: .name(member + "\(position)"))
      sink.add(number, key: count + "\(position)")
    }
  }
}

extension StringLayout {
  package static func write(_ text: String, to sink: ObjectSink) {
    sink.addInline(text, key: string)
  }
}

extension DataLayout {
  package static func write(_ bytes: Data, to sink: ObjectSink) { sink.add(bytes, key: data) }
}

extension DateLayout {
  package static func write(_ date: Date, to sink: ObjectSink) {
    sink.add(date.timeIntervalSinceReferenceDate, key: time)
  }
}

extension UUIDLayout {
  package static func write(_ uuid: UUID, to sink: ObjectSink) { sink.add(uuid.bytes, key: bytes) }
}

extension URLLayout {
  package static func write(_ relative: SinkValue, base: SinkValue, to sink: ObjectSink) throws {
    try sink.add(base, key: .name(Self.base))
    try sink.add(relative, key: .name(Self.relative))
  }
}

extension DecimalLayout {
  package static func write(_ value: Decimal, to sink: ObjectSink) {
    let parts = DecimalParts(value)
    sink.add(parts.exponent, key: exponent)
    sink.add(parts.words, key: length)
    sink.add(parts.isNegative, key: negative)
    sink.add(true, key: compact)
    sink.add(1, key: order)
    sink.add(parts.mantissaBytes, key: mantissa)
  }
}
