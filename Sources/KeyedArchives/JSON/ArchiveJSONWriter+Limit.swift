// The limit on the size of an archive's JSON: output is counted before it is written, and texts
// with many references are counted in advance.
internal import PropertyLists

extension ArchiveJSONWriter {
  /// Adds up the cost of texts with many references, before any part of an archive is written.
  func checkTexts(of archive: KeyedArchive) throws(ArchiveError) {
    let (table, referenceCounts) = (archive.table, archive.referenceCounts)
    var left = budget
    for (slot, classified) in table.slots.enumerated() where referenceCounts[slot] > 0 {
      let isRepeated = classified.kind == .plain && options.identity == .ofObjects
      let text =
        classified.kind == .object
        ? table.view(table.records[Int(classified.record)].nameNode) : table.object(inSlot: slot)
      guard classified.kind == .object || classified.kind == .plain else { continue }
      let (cost, overflow) = text.textCost
        .multipliedReportingOverflow(by: isRepeated ? Int(referenceCounts[slot]) : 1)
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
