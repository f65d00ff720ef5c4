// The errors of invalid references and slots: their messages and locations.
internal import PropertyLists

extension ArchiveTable {
  /// The path of a slot.
  func path(of slot: Int, _ steps: PlistPath.Step...) -> PlistPath {
    PlistPath([.key("$objects"), .index(slot)] + steps)
  }

  /// The error of an archive with a version that unarchivers reject; nil for 100000, the version of
  /// all of Apple's archives.
  var versionFault: ArchiveError? {
    let version = document.root["$version"]
    if version?.integerValue == 100_000 { return nil }
    return ArchiveError(
      .unknownVersion,
      message: version == nil
        ? "the archive has no $version" : "expected 100000 for $version, found another value",
      position: (version ?? document.root).position,
      path: PlistPath(version == nil ? [] : [.key("$version")]))
  }

  /// The error of a reference to a slot that does not exist.
  func outOfRange(_ node: PlistNode, at path: PlistPath) -> ArchiveError {
    ArchiveError(
      .referenceOutOfRange,
      message:
        "reference to object \(referenceNumber(node)), but there are \(slots.count) objects",
      position: node.position, path: path)
  }

  /// The error of a slot that values cannot refer to.
  func fault(inSlot slot: Int) -> ArchiveError {
    let node = object(inSlot: slot)
    switch slots[slot].kind {
    case .reference:
      return ArchiveError(
        .referenceToReference, message: "expected an object, found a reference",
        position: node.position,
        path: path(of: slot))
    case .invalidClassReference:
      return ArchiveError(
        .invalidClassReference,
        message: "the $class of the object does not refer to a slot of $objects",
        position: node["$class"]?.position, path: path(of: slot, .key("$class")))
    case .invalidClassRecord: return invalidClassRecord(of: slot, node)
    default:
      let isRecord = node["$classname"] != nil
      return ArchiveError(
        .missingClass,
        message: isRecord ? "expected an object, found a class record" : "the object has no $class",
        position: node.position, path: path(of: slot))
    }
  }

  private func invalidClassRecord(of slot: Int, _ node: PlistNode) -> ArchiveError {
    let record = node["$class"].flatMap(self.slot(referredBy:)) ?? slot
    return ArchiveError(
      .invalidClassRecord,
      message:
        "invalid class record of object \(slot): expected a string $classname, and "
        + "strings in $classes and $classhints, none with more than \(CombiningMarks.limit) combining "
        + "marks in a row",
      position: object(inSlot: record).position, path: path(of: record))
  }
}
