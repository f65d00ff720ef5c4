// The contents of standard classes, stored values with dangling references, and values of property
// lists that are not archives. Output is counted before it is written.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// Writes the contents of the current object, or begins writing them.
  mutating func writeContents(_ contents: ArchivedContents) throws(ArchiveError) {
    text.append(", ")
    switch contents {
    case .items(let members): open(.members(members), start: "\"$items\": [", end: "]")
    case .entries(let keys, let values):
      open(.entries(keys: keys, values: values), start: "\"$entries\": [", end: "]")
    case .countedItems(let members, let counts):
      open(.counted(members, counts), start: "\"$items\": [", end: "]")
    case .url(let relative, let base):
      text.append("\"$url\": ")
      try writeScalar(relative)
      if let base { open(.base(base), start: ", \"$base\": ", end: "") }
    case .date(let node): try writeNamed("\"$date\": ", node: node)
    case .string(let node): try writeNamed("\"$string\": ", node: node)
    case .data(let node):
      try admit(node)
      writeData(node, end: "")
    case .uuid(let value): text.append("\"$uuid\": \"\(value.uuidString)\"")
    case .decimal(let digits): text.append("\"$decimal\": \"\(digits)\"")
    case .null: text.append("\"$null\": true")
    }
  }

  private mutating func writeNamed(_ name: String, node: PlistNode) throws(ArchiveError) {
    try admit(node)
    text.append(name)
    text.append(scalar: node)
  }

  /// Writes a value of the archive's root on one line, with its references as plain numbers.
  mutating func writeStored(_ name: StaticString, node: PlistNode?) throws(ArchiveError) {
    text.append(name)
    guard let node else { return text.append("null") }
    try openStored(node)
  }

  /// Writes one or more names of a class record.
  mutating func writeNames(_ node: PlistNode) throws(ArchiveError) {
    try admitVisit(node)
    guard node.kind == .array else {
      try admit(node)
      return text.append(scalar: node)
    }
    text.append("[")
    for (index, name) in node.children.enumerated() {
      try admitVisit(name)
      try admit(name)
      if index > 0 { text.append(", ") }
      text.append(scalar: name)
    }
    text.append("]")
  }

  mutating func openStored(_ node: PlistNode) throws(ArchiveError) {
    try admitVisit(node)
    try admit(node)
    switch node.kind {
    case .dictionary: open(.stored(node), start: "{", end: "}")
    case .array, .set: open(.stored(node), start: "[", end: "]")
    case .uid: text.append("{\"$uid\": \(node.uidValue?.value ?? 0)}")
    default: text.append(scalar: node)
    }
  }

  /// Writes a key; keys of the archive that begin with `$` get another `$`.
  mutating func writeKey(_ key: PlistNode) throws(ArchiveError) {
    try admit(key)
    let isEscaped = notation == .archive && key.stringValue?.utf8.first == UInt8(ascii: "$")
    text.append(quoted: key, prefix: isEscaped ? "$" : "")
    text.append(": ")
  }

  /// Writes a value of a property list that is not an archive, or begins writing it.
  mutating func openPlain(_ node: PlistNode) throws(ArchiveError) {
    try admitVisit(node)
    try admit(node)
    switch node.kind {
    case .dictionary:
      // JSON has only string keys. In plain JSON, a dictionary must not look like a reference.
      let isLikeReference =
        notation == .plain && node.count == 1 && node.value(at: 0)?.kind == .integer
      if isLikeReference || node.hasOtherKeys { _ = try plainJSON(node) }
      open(.plain(node), start: "{", end: "}")
    case .array, .set: open(.plain(node), start: "[", end: "]")
    case .uid where notation == .archive: text.append("{\"$uid\": \(node.uidValue?.value ?? 0)}")
    case .uid: try writeAsPlainJSON(node)
    case .date where notation == .plain: try writeAsPlainJSON(node)
    case .real where notation == .plain && node.realValue?.isFinite == false:
      try writeAsPlainJSON(node)
    default: writeScalar(node, end: "")
    }
  }

  /// Writes a scalar in the JSON form for property lists.
  private mutating func writeAsPlainJSON(_ node: PlistNode) throws(ArchiveError) {
    let json = try plainJSON(node)
    text.append(String(decoding: json.dropLast(), as: UTF8.self))
  }

  private func plainJSON(_ node: PlistNode) throws(ArchiveError) -> Data {
    do throws(PlistError) { return try node.encoded(as: .json) } catch {
      throw ArchiveError(
        .notRepresentable, message: error.message, position: error.position ?? node.position,
        path: node.document.path(of: node))
    }
  }

  /// Adds up the cost of strings with many references, before any part of an archive is written.
  func checkTexts(of archive: KeyedArchive) throws(ArchiveError) {
    let (table, referenceCounts) = (archive.table, archive.referenceCounts)
    var left = budget
    for (slot, classified) in table.slots.enumerated() where referenceCounts[slot] > 0 {
      let isRepeated = classified.kind == .plain && options.identity == .ofObjects
      let text =
        classified.kind == .object
        ? table.view(table.records[classified.record].nameNode) : table.object(inSlot: slot)
      guard classified.kind == .object || classified.kind == .plain else { continue }
      let (cost, overflow) = text.textCost.multipliedReportingOverflow(
        by: isRepeated ? Int(referenceCounts[slot]) : 1)
      guard left.spend(overflow ? .max : cost) else { throw limitError(text, budget: left) }
    }
  }

  /// Charges the budget for the text or data that is about to be written.
  mutating func admit(_ node: PlistNode) throws(ArchiveError) {
    guard budget.spend(node.textCost) else { throw limitError(node, budget: budget) }
  }

  /// Charges the budget for visiting a value, without its text.
  mutating func admitVisit(_ node: PlistNode) throws(ArchiveError) {
    guard budget.visit() else { throw limitError(node, budget: budget) }
  }

  private func limitError(_ node: PlistNode, budget: ExpansionBudget) -> ArchiveError {
    ArchiveError(
      .expansionLimit,
      message: "writing each use of the shared values would exceed the limit: \(budget.excess)",
      position: node.position)
  }
}
