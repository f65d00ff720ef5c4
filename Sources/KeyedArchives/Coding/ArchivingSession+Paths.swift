// The way from the top of an archive to an object or value, for errors.
internal import PropertyLists

extension ArchivingSession {
  /// The path to an object.
  func path(_ object: UInt32) -> PlistPath {
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
    var steps = [step(place.slot.key, place.position)]
    var owner = place.owner
    while owner != ArchiveBuilder.null, let origin = origins[owner] {
      steps.append(step(origin.key, origin.position))
      owner = origin.owner
    }
    return PlistPath(steps.reversed())
  }

  private func step(_ key: UInt32, _ position: UInt32) -> PlistPath.Step {
    key == .max ? .index(Int(position)) : .key(builder.text(ofKey: key))
  }

  /// The path to a value that encodes itself.
  func path(_ entry: Int) -> PlistPath {
    entry < entries.count ? path(entries[entry].place) : PlistPath()
  }
}
