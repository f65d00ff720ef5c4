// The errors of damaged references and slots: their words and places.
internal import PropertyLists

extension ArchiveTable {
  /// The path of a slot.
  func path(of slot: Int, _ steps: PlistPath.Step...) -> PlistPath {
    PlistPath([.key("$objects"), .index(slot)] + steps)
  }

  /// The error of a reference to no slot.
  func outOfRange(_ node: PlistNode, at path: PlistPath) -> ArchiveError {
    let number = node.uidValue.map { "\($0.value)" } ?? "\(node.value(at: 0)?.integerValue ?? 0)"
    return ArchiveError(
      .referenceOutOfRange, "a reference to object \(number), but there are \(slots.count) objects",
      position: node.position, path: path)
  }

  /// The error of a slot that nothing may refer to.
  func damage(of slot: Int) -> ArchiveError {
    let node = objects[slot]
    switch slots[slot].kind {
    case .reference:
      return ArchiveError(
        .referenceToReference, "an object is itself a reference", position: node?.position,
        path: path(of: slot))
    case .badClassReference:
      return ArchiveError(
        .invalidClassReference, "the $class of an object is a reference to one of the objects",
        position: node?["$class"]?.position, path: path(of: slot, .key("$class")))
    case .badClassRecord: return badClassRecord(of: slot, node)
    default:
      let isRecord = node?["$classname"] != nil
      return ArchiveError(
        .missingClass,
        isRecord ? "a class record stands for no object" : "an object has no $class",
        position: node?.position, path: path(of: slot))
    }
  }

  private func badClassRecord(of slot: Int, _ node: PlistNode?) -> ArchiveError {
    let place = node?["$class"].flatMap(self.slot(referredBy:)) ?? slot
    return ArchiveError(
      .invalidClassRecord,
      "object \(slot) has this for its class, but a class record has a string $classname, and "
        + "strings in $classes and $classhints",
      position: objects[place]?.position, path: path(of: place))
  }
}
