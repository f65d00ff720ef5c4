// The limit on the size of an archive's JSON: output is counted before it is written, and texts
// with many references are counted in advance.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// Adds up the cost of texts with many references, before any part of an archive is written.
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

  /// Charges the budget for the text or data that is about to be written.
  mutating func admit(_ node: PlistNode) throws(ArchiveError) {
    guard budget.spend(node.textCost) else { throw endless(node, budget: budget) }
  }

  /// Charges the budget for visiting a value, without its text.
  mutating func admitVisit(_ node: PlistNode) throws(ArchiveError) {
    guard budget.visit() else { throw endless(node, budget: budget) }
  }

  private func endless(_ node: PlistNode, budget: ExpansionBudget) -> ArchiveError {
    ArchiveError(
      .expansionLimit,
      message: "writing each use of the shared values would exceed the limit: \(budget.excess)",
      position: node.position)
  }
}
