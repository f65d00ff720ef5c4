// The slots of an archive in JSON: plain values, arrays, and objects, whose contents are stored
// under the keys of their classes' layouts.
internal import PropertyLists

extension ArchiveJSONReader {
  /// Writes the contents of a slot.
  mutating func writeDefinition(_ index: Int) throws(ArchiveError) {
    let fields = try reserved(index)
    if fields["$classname"] != nil { return try writeRecord(fields) }
    if let name = fields["$class"] {
      guard spans.kind(name) == .string else {
        throw spans.error("expected the name of a class", at: name)
      }
      return try writeObject(index, fields, className: name)
    }
    switch (fields["$value"], fields["$items"]) {
    case (let value?, nil):
      let inner = spans.kind(value) == .object ? try reserved(value) : [:]
      let isScalar =
        spans.kind(value) != .object || inner["$data"] ?? inner["$date"] ?? inner["$real"] != nil
      guard isScalar, inner["$id"] == nil, !spans.isNull(value), spans.kind(value) != .array else {
        throw spans.error("expected a string, number, Boolean, data or date", at: value)
      }
      try write(value, form: .graph)
    case (nil, let items?):
      guard spans.kind(items) == .array else { throw spans.error("expected an array", at: items) }
      try write(items, form: .graph)
    default:
      throw spans.error("expected $class, $value or $items in a value with an index", at: index)
    }
  }

  private mutating func writeRecord(_ fields: [String: Int]) throws(ArchiveError) {
    append("{")
    for (number, key) in ["$classname", "$classes", "$classhints"].enumerated() {
      guard let value = fields[key] else { continue }
      append("\(number > 0 ? "," : "")\"$\(key)\":")
      try write(value, form: .stored)
    }
    append("}")
  }

  private mutating func writeObject(_ index: Int, _ fields: [String: Int], className: Int)
    throws(ArchiveError)
  {
    append("{")
    let stored = spans.members(index).filter { spans.reservedKey($0.key) == nil }
    var contents = fields
    contents["$id"] = nil
    contents["$class"] = nil
    if !contents.isEmpty {
      let keys = Set(stored.map { spans.text($0.key) })
      try writeContents(contents, of: index, className: spans.text(className), otherKeys: keys)
    }
    for member in stored {
      output += spans.bytes(of: member.key)
      append(":")
      try write(member.value, form: .graph)
      append(",")
    }
    append("\"$$class\":")
    writeReference(try record(of: className))
    append("}")
  }

  // MARK: Standard classes

  /// Writes the fields for the contents of an object. Long because it has a case for each layout.
  private mutating func writeContents(
    _ contents: [String: Int], of index: Int, className: String, otherKeys: Set<String>
  ) throws(ArchiveError) {
    guard let layout = StandardLayout(className: className) else {
      throw spans.error("objects of class \(className.shownName) have no contents", at: index)
    }
    func value(_ key: String, _ kind: JSONSpans.SpanKind) throws(ArchiveError) -> Int {
      guard let value = contents[key], spans.kind(value) == kind else {
        throw spans.error("expected \(key) in an object of class \(className)", at: index)
      }
      return value
    }
    switch layout {
    case .array, .set, .orderedSet:
      let items = try value("$items", .array)
      let isNumbered =
        layout == .orderedSet && !otherKeys.contains { $0.hasPrefix(CountedSetLayout.member) }
      try writeList(ArrayLayout.objects, spans.elements(items), isNumbered: isNumbered)
    case .dictionary: try writeEntries(try value("$entries", .array))
    case .countedSet:
      try writeCounted(try value("$items", .array), counts: try value("$counts", .array))
    case .date:
      guard let seconds = contents["$date"], try isNumber(seconds) else {
        throw spans.error("expected a number for $date in an object of class NSDate", at: index)
      }
      writeField(DateLayout.time, spans.bytes(of: seconds))
    case .null: _ = try value("$null", .word)
    case .string: writeField(StringLayout.string, spans.bytes(of: try value("$string", .string)))
    case .data:
      let key = otherKeys.contains(DataLayout.data) ? DataLayout.bytes : DataLayout.data
      writeField(key, spans.bytes(of: try value("$data", .string)), tag: "$data")
    case .url:
      if let base = contents["$base"] { try writeReference(base, key: URLLayout.base) }
      guard let text = contents["$url"] else {
        throw spans.error("expected $url in an object of class \(className)", at: index)
      }
      try writeReference(text, key: URLLayout.relative)
    case .uuid:
      let text = try value("$uuid", .string)
      guard let uuid = UUID(uuidString: spans.text(text)) else {
        throw spans.error("expected a UUID", at: text)
      }
      writeData(UUIDLayout.bytes, uuid.bytes)
    case .decimal: try writeDecimal(try value("$decimal", .string))
    }
  }

  /// Whether a value is a number, or `{"$real": "nan"}`.
  private func isNumber(_ index: Int) throws(ArchiveError) -> Bool {
    if spans.kind(index) == .number { return true }
    return try spans.kind(index) == .object ? reserved(index)["$real"] != nil : false
  }

  private mutating func writeField(_ key: String, _ bytes: ArraySlice<UInt8>, tag: String? = nil) {
    append("\"\(key)\":\(tag.map { "{\"\($0)\":" } ?? "")")
    output += bytes
    append(tag == nil ? "," : "},")
  }

  private mutating func writeData(_ key: String, _ data: Data) {
    append("\"\(key)\":{\"$data\":\"\(data.base64EncodedString())\"},")
  }

  /// Writes a field with a reference.
  private mutating func writeReference(_ index: Int, key: String) throws(ArchiveError) {
    append("\"\(key)\":")
    try writeMember(index)
    append(",")
  }

  private mutating func writeMember(_ index: Int) throws(ArchiveError) {
    if try writeReference(at: index) { return }
    throw spans.error(
      "expected a value with an index ($id or $ref), or null", at: index,
      suggestion: "`plist archive json --identity` writes all indexes")
  }

  /// Writes references in an array under one key, or each under a numbered key.
  private mutating func writeList(_ key: String, _ members: [Int], isNumbered: Bool)
    throws(ArchiveError)
  {
    guard !isNumbered else {
      for (number, member) in members.enumerated() {
        try writeReference(member, key: ArrayLayout.numbered + "\(number)")
      }
      return
    }
    append("\"\(key)\":[")
    for (number, member) in members.enumerated() {
      if number > 0 { append(",") }
      try writeMember(member)
    }
    append("],")
  }

  private mutating func writeEntries(_ index: Int) throws(ArchiveError) {
    var (keys, values): ([Int], [Int]) = ([], [])
    for entry in spans.elements(index) {
      let pair = spans.kind(entry) == .array ? spans.elements(entry) : []
      guard pair.count == 2, !spans.isNull(pair[0]) else {
        throw spans.error("expected an array of a key, which is not null, and a value", at: entry)
      }
      keys.append(pair[0])
      values.append(pair[1])
    }
    try writeList(DictionaryLayout.keys, keys, isNumbered: false)
    try writeList(ArrayLayout.objects, values, isNumbered: false)
  }

  private mutating func writeCounted(_ items: Int, counts: Int) throws(ArchiveError) {
    let (members, numbers) = (spans.elements(items), spans.elements(counts))
    guard members.count == numbers.count else {
      throw spans.error("expected \(members.count.counting("count")) in $counts", at: counts)
    }
    append("\"\(CountedSetLayout.count)\":\(members.count),")
    for (position, (member, number)) in zip(members, numbers).enumerated() {
      try writeReference(member, key: CountedSetLayout.member + "\(position)")
      writeField(CountedSetLayout.count + "\(position)", spans.bytes(of: number))
    }
  }

  private mutating func writeDecimal(_ index: Int) throws(ArchiveError) {
    guard let parts = DecimalParts(plainDigits: spans.text(index)) else {
      throw spans.error("expected NaN, or the digits of a decimal number", at: index)
    }
    append("\"\(DecimalLayout.exponent)\":\(parts.exponent),")
    append("\"\(DecimalLayout.length)\":\(parts.words),")
    append("\"\(DecimalLayout.negative)\":\(parts.isNegative),")
    append("\"\(DecimalLayout.compact)\":true,")
    append("\"\(DecimalLayout.order)\":1,")
    writeData(DecimalLayout.mantissa, parts.mantissaBytes)
  }
}
