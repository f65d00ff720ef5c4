// Errors of archiving; the path to the faulty value is determined only when an error occurs.
internal import PropertyLists

extension ArchivingSession {
  /// The error for a cycle, with the keys along it; for a long cycle, only the keys at both ends.
  func cycleError(_ cycle: [ArchiveBuilder.ArchivePosition]) -> ArchiveError {
    let steps = cycle.compactMap { position -> String? in
      if position.key == .max { return "[…]" }
      let key = builder.text(ofKey: position.key)
      return key == ArrayLayout.objects || key == DictionaryLayout.keys ? nil : "." + key
    }
    let most = 20
    let keys: String
    if steps.count <= most {
      keys = steps.joined()
    } else {
      let (first, last) = (steps.prefix(most / 2).joined(), steps.suffix(most / 2).joined())
      keys = "\(first) … \(last) (\(steps.count) links)"
    }
    let objects = 0..<UInt32(truncatingIfNeeded: builder.objectCount)
    let start = objects.first { builder.container(of: $0) == cycle.first?.container }
    return ArchiveError(
      .cycle, message: "an object contains itself through \(keys)",
      suggestion: "make one of these links @Reference",
      path: start.map(path(ofObject:)) ?? PlistPath())
  }

  /// Throws for an instance of a subclass that encodes none of the properties that the subclass
  /// adds: the subclass probably does not override `encode(to:)`, so its properties would be lost.
  func checkProperties(_ instance: InstanceTable.Pending, type: TypeRecord, requests: Int) throws {
    let keys = builder.keys(of: instance.object)
    let finding = PropertyLevels(instance.instance).finding(keys: keys, requests: requests)
    if case .undecided = finding { return }
    type.isChecked = true
    guard case .lost(let lost) = finding else { return }
    throw ArchiveError(
      .lostProperties,
      message:
        "\(lost.type) adds the properties \(lost.properties.joined(separator: ", ")), but archives"
        + " none of them: override encode(to:) and init(from:), or list them as transientProperties",
      path: path(ofObject: instance.object))
  }

  /// The error for a key or member that has too many combining marks in a row.
  func combiningLimit(_ text: String, at path: PlistPath) -> ArchiveError {
    ArchiveError(.combiningLimit, message: KeyFault.combiningMarks(text).message, path: path)
  }

  // MARK: Paths

  func path(ofObject object: UInt32) -> PlistPath { PlistPath(steps(to: object)) }

  /// The keys and indexes that lead from the top to a position.
  func path(_ position: ArchivingPosition) -> PlistPath {
    PlistPath(
      steps(to: position.owner) + [
        step(position.slot.key, position: position.index, in: position.owner)
      ])
  }

  private func steps(to object: UInt32) -> [PlistPath.Step] {
    guard object != ArchiveBuilder.null, pathsLeft > 0 else { return [] }
    pathsLeft -= 1
    return builder.path(to: object, from: top).reversed().map {
      step($0.key, position: $0.position, in: $0.owner)
    }
  }

  private func step(_ key: UInt32, position: UInt32, in owner: UInt32) -> PlistPath.Step {
    if key != .max { return .key(builder.text(ofKey: key)) }
    let text = builder.keyText(at: Int(position), in: owner, keys: DictionaryLayout.keys)
    return text.map { .key($0) } ?? .index(Int(position))
  }

  func path(_ entry: Int) -> PlistPath {
    entry < stack.entries.count ? path(stack.entries[entry].position) : PlistPath()
  }
}
