// The rule for merges of keyed archives: the slots of the base must be the same objects on both
// sides, because references are slot numbers.

enum ArchiveSlots {
  /// Returns whether both sides kept the slots of the base: the same class in each, with additions
  /// by at most one side, at the end.
  static func canMerge(_ documents: [PlistDocument], _ hasBase: Bool) -> Bool {
    guard hasBase else { return false }
    let slots = documents.map { $0.root["$objects"]?.children ?? [] }
    let counts = slots.map(\.count)
    guard counts[1] >= counts[0], counts[2] >= counts[0],
      counts[1] == counts[0] || counts[2] == counts[0]
    else { return false }
    return slots[0].indices.allSatisfy { index in
      slots[1...].allSatisfy { isSameObject(slots[0][index], $0[index]) }
    }
  }

  private static func isSameObject(_ old: PlistNode, _ new: PlistNode) -> Bool {
    guard old.kind == new.kind else { return false }
    if old.kind != .dictionary { return true }
    if let name = old["$classname"] { return name.stringValue == new["$classname"]?.stringValue }
    return slot(old["$class"]) == slot(new["$class"])
  }

  /// The slot to which a reference leads; XML stores it in a dictionary.
  private static func slot(_ node: PlistNode?) -> PlistInteger? {
    if let uid = node?.uidValue { return PlistInteger(Int(uid.value)) }
    return node?["CF$UID"]?.integerValue
  }

  /// Returns whether the changes of both sides to one value of a slot can be merged: only an object
  /// whose fields are scalars, or the same lists and references on both sides. An object whose
  /// lists depend on each other, as a dictionary with its keys and values, is never mixed.
  static func canMerge(_ task: MergeTask) -> Bool {
    guard task.ours.kind == .dictionary, let base = task.base?.node, base.kind == .dictionary else {
      return false
    }
    return [task.ours.node, task.theirs.node].allSatisfy { side in
      (base.keys + side.keys).allSatisfy { key in
        let values = [base[key], side[key]]
        let isScalar = values.allSatisfy { $0?.kind.isContainer != true && $0?.kind != .uid }
        return isScalar || hasSameValue(values[0], values[1])
      }
    }
  }

  private static func hasSameValue(_ old: PlistNode?, _ new: PlistNode?) -> Bool {
    guard let old, let new, let oldValue = try? Plist(old), let newValue = try? Plist(new) else {
      return false
    }
    return oldValue == newValue
  }
}
