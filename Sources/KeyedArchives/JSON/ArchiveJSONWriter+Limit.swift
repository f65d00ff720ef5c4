// The limit of an archive's JSON: what is about to be written is counted, and texts that many places
// refer to are added up before.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// Adds up what texts cost that many places refer to, before anything of an archive is written.
  func checkTexts(of archive: KeyedArchive) throws(ArchiveError) {
    let (table, meetings) = (archive.table, archive.meetings)
    var left = budget
    for (slot, judged) in table.slots.enumerated() where meetings[slot] > 0 {
      let isRepeated = judged.kind == .plain && options.identity == .ofObjects
      let text =
        judged.kind == .object
        ? table.view(table.records[Int(judged.record)].nameNode) : table.object(inSlot: slot)
      guard judged.kind == .object || judged.kind == .plain else { continue }
      let (cost, overflow) = text.textCost
        .multipliedReportingOverflow(by: isRepeated ? Int(meetings[slot]) : 1)
      guard left.spend(overflow ? .max : cost) else { throw endless(text, budget: left) }
    }
  }

  /// Pays for the text or data that is about to be written.
  mutating func admit(_ node: PlistNode) throws(ArchiveError) {
    guard budget.spend(node.textCost) else { throw endless(node, budget: budget) }
  }

  /// Pays for the visit of a value without its text.
  mutating func admitVisit(_ node: PlistNode) throws(ArchiveError) {
    guard budget.visit() else { throw endless(node, budget: budget) }
  }

  private func endless(_ node: PlistNode, budget: ExpansionBudget) -> ArchiveError {
    ArchiveError(
      .expansionLimit,
      message: "values are shared so often that writing them out never ends: \(budget.excess)",
      position: node.position)
  }
}
