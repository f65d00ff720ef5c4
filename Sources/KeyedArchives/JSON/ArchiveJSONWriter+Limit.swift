// The limit of an archive's JSON: what is about to be written is counted, and long texts that many
// places refer to are added up before.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// Adds up what long texts cost that many places refer to, before anything of an archive is
  /// written.
  func checkTexts(of archive: KeyedArchive) throws(ArchiveError) {
    let (table, meetings) = (archive.table, archive.meetings)
    var left = visits + expansion
    for (slot, judged) in table.slots.enumerated() where meetings[slot] > 0 {
      let isRepeated = judged.kind == .plain && options.identity == .ofObjects
      let text =
        judged.kind == .object
        ? table.view(table.records[Int(judged.record)].nameNode) : table.object(inSlot: slot)
      guard judged.kind == .object || judged.kind == .plain else { continue }
      let (cost, overflow) = text.textVisits
        .multipliedReportingOverflow(by: isRepeated ? Int(meetings[slot]) : 1)
      left = overflow ? -1 : max(-1, left - min(cost, Int.max / 2))
      if left < 0 { throw endless(text) }
    }
  }

  /// Counts what is about to be written.
  mutating func admit(_ node: PlistNode) throws(ArchiveError) {
    if node.textVisits > 0 { try admit(node.textVisits, node) }
  }

  mutating func admit(_ count: Int, _ node: PlistNode) throws(ArchiveError) {
    visits -= count
    if visits >= 0 { return }
    expansion += visits
    visits = 0
    guard expansion >= 0 else { throw endless(node) }
  }

  private func endless(_ node: PlistNode) -> ArchiveError {
    ArchiveError(
      .expansionLimit, "values are shared so often that writing them out would never end",
      position: node.position)
  }
}

extension PlistNode {
  /// What long text or data costs beside its visit.
  fileprivate var textVisits: Int { storedLength > 64 ? storedLength / 64 : 0 }
}
