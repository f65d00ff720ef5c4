// What is refused when objects are archived, and the path to it: each object remembers where it was
// met first.
internal import PropertyLists

extension ArchivingSession {
  func cycleError(_ cycle: [ArchiveBuilder.Place]) -> ArchiveError {
    let start = origins.keys.first { builder.container(of: $0) == cycle.first?.container }
    return ArchiveError(
      .cycle,
      "an object holds itself through \(way(round: cycle)); make one of these links @Reference",
      path: start.map(path(ofObject:)) ?? PlistPath())
  }

  /// The keys round a cycle; of a long one those at both ends.
  private func way(round cycle: [ArchiveBuilder.Place]) -> String {
    let steps = cycle.compactMap { place -> String? in
      if place.key == .max { return "[…]" }
      let key = builder.text(ofKey: place.key)
      return key == "NS.objects" || key == "NS.keys" ? nil : "." + key
    }
    let most = 20
    guard steps.count > most else { return steps.joined() }
    return steps.prefix(most / 2).joined() + " … " + steps.suffix(most / 2).joined()
      + " (\(steps.count) links)"
  }

  /// Refuses an instance of a subclass that encodes none of the properties that the subclass adds:
  /// most probably it does not override `encode(to:)`, and they would be lost.
  func checkProperties(_ instance: Deferred, _ type: TypeRecord, requests: Int) throws {
    let keys = builder.keys(of: instance.object)
    let finding = PropertyLevels(instance.value).finding(keys: keys, requests: requests)
    if case .undecided = finding { return }
    type.isChecked = true
    guard case .lost(let lost) = finding else { return }
    throw ArchiveError(
      .lostProperties,
      "\(lost.type) has properties of its own, \(lost.properties.joined(separator: ", ")), but archives"
        + " none of them: override encode(to:) and init(from:), or list them as transientProperties",
      path: path(ofObject: instance.object))
  }

  // MARK: Paths

  /// The path to an object.
  func path(ofObject object: UInt32) -> PlistPath {
    guard let origin = origins[object] else { return PlistPath() }
    let slot =
      origin.key == .max ? ArchiveBuilder.Place(in: 0) : .init(in: 0, key: origin.key)
    return path(Place(slot: slot, owner: origin.owner, position: origin.position))
  }

  func note(_ object: UInt32, _ place: Place) {
    origins[object] = Origin(
      owner: place.owner, key: place.slot.key, position: place.position)
  }

  /// The keys and indices from the top to a place.
  func path(_ place: Place) -> PlistPath {
    var steps = [step(place.slot.key, place.position, in: place.owner)]
    var owner = place.owner
    while owner != ArchiveBuilder.null, let origin = origins[owner] {
      steps.append(step(origin.key, origin.position, in: origin.owner))
      owner = origin.owner
    }
    return PlistPath(steps.reversed())
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
