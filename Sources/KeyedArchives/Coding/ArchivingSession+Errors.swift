// What is refused when objects are archived, and the path to it, which is looked for then.
internal import PropertyLists

extension ArchivingSession {
  func cycleError(_ cycle: [ArchiveBuilder.Place]) -> ArchiveError {
    let steps = cycle.map { $0.key == .max ? "[…]" : "." + builder.text(ofKey: $0.key) }
    return ArchiveError(
      .cycle,
      "an object holds itself through \(steps.joined()); make one of these links @Reference",
      path: PlistPath())
  }

  /// Refuses an instance of a subclass that encodes none of the properties that the subclass adds:
  /// most probably it does not override `encode(to:)`, and they would be lost.
  func checkProperties(_ instance: Instance, _ type: TypeRecord, requests: Int) throws {
    type.isChecked = true
    let keys = builder.keys(of: instance.object)
    let levels = PropertyLevels(instance.instance)
    guard let lost = levels.lost(keys: keys, requests: requests) else { return }
    throw ArchiveError(
      .lostProperties,
      "\(lost.type) has properties of its own, \(lost.properties.joined(separator: ", ")), but archives"
        + " none of them: override encode(to:) and init(from:), or list them as transientProperties",
      path: path(ofObject: instance.object))
  }

  // MARK: Paths

  /// The path to an object.
  func path(ofObject object: UInt32) -> PlistPath {
    PlistPath(way(to: object).reversed())
  }

  /// The keys and indices from the top to a place.
  func path(_ place: Place) -> PlistPath {
    let last = step(place.slot.key, place.position, in: place.owner)
    return PlistPath(way(to: place.owner).reversed() + [last])
  }

  /// The steps of the path to an object, the last first.
  private func way(to object: UInt32) -> [PlistPath.Step] {
    guard object != ArchiveBuilder.null, pathsLeft > 0 else { return [] }
    pathsLeft -= 1
    return builder.way(to: object, from: top).map { step($0.key, $0.position, in: $0.owner) }
  }

  private func step(_ key: UInt32, _ position: UInt32, in owner: UInt32) -> PlistPath.Step {
    if key != .max { return .key(builder.text(ofKey: key)) }
    if let key = builder.keyText(at: Int(position), in: owner) { return .key(key) }
    return .index(Int(position))
  }

  /// The path to a value that encodes itself.
  func path(_ entry: Int) -> PlistPath {
    entry < entries.count ? path(entries[entry].place) : PlistPath()
  }
}
