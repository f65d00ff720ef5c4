// The errors of invalid references and slots: their messages and locations.
internal import PropertyLists

extension ArchiveTable {
  /// The path of a slot.
  func path(of slot: Int, _ steps: PlistPath.Step...) -> PlistPath {
    PlistPath([.key("$objects"), .index(slot)] + steps)
  }

  /// The error of an archive of another version, which unarchivers refuse; nil for the one that all
  /// of Apple's have.
  var versionFault: ArchiveError? {
    let version = document.root["$version"]
    if version?.integerValue == 100_000 { return nil }
    return ArchiveError(
      .unknownVersion,
      message: version == nil
        ? "the archive has no $version" : "expected 100000 for the $version of the archive",
      position: (version ?? document.root).position,
      path: PlistPath(version == nil ? [] : [.key("$version")]))
  }

  /// The error of a reference to a slot that does not exist.
  func outOfRange(_ node: PlistNode, at path: PlistPath) -> ArchiveError {
    ArchiveError(
      .referenceOutOfRange,
      message:
        "a reference to object \(referenceNumber(node)), but there are \(slots.count) objects",
      position: node.position, path: path)
  }

  /// The error of a slot that no value may refer to.
  func fault(inSlot slot: Int) -> ArchiveError {
    let node = object(inSlot: slot)
    switch slots[slot].kind {
    case .reference:
      return ArchiveError(
        .referenceToReference, message: "an object is itself a reference", position: node.position,
        path: path(of: slot))
    case .invalidClassReference:
      return ArchiveError(
        .invalidClassReference,
        message: "the $class of an object is not a reference to one of the objects",
        position: node["$class"]?.position, path: path(of: slot, .key("$class")))
    case .invalidClassRecord: return invalidClassRecord(of: slot, node)
    default:
      let isRecord = node["$classname"] != nil
      return ArchiveError(
        .missingClass,
        message: isRecord ? "a value refers to a class record" : "an object has no $class",
        position: node.position, path: path(of: slot))
    }
  }

  private func invalidClassRecord(of slot: Int, _ node: PlistNode) -> ArchiveError {
    let record = node["$class"].flatMap(self.slot(referredBy:)) ?? slot
    return ArchiveError(
      .invalidClassRecord,
      message:
        "object \(slot) has this for its class, but a class record has a string $classname, and "
        + "strings in $classes and $classhints, none with more than \(CombiningMarks.limit) combining "
        + "marks in a row",
      position: object(inSlot: record).position, path: path(of: record))
  }
}
