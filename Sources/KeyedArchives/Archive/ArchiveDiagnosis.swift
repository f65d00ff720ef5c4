// The findings of a check of an archive: its faults, and what stricter readers would reject.
public import PropertyLists

extension KeyedArchive {
  /// A finding of a check of an archive.
  public struct Diagnostic: Sendable, Hashable {
    /// The severity: an error if an object cannot be read, or if Foundation would reject the
    /// archive whatever it contains.
    public var severity: PlistDiagnostic.Severity
    /// The fault and its location.
    public var error: ArchiveError
  }

  /// Checks a complete property list that should be an archive, including the objects that `$top`
  /// does not reach.
  ///
  /// - Returns: All findings, errors first; empty for a valid archive. If an archive has tens of
  ///   thousands of dangling references, only the first are reported. Takes time linear in the
  ///   document and the findings.
  public static func diagnose(_ document: PlistDocument) -> [KeyedArchive.Diagnostic] {
    check(document).findings
  }

  /// Checks a property list that should be an archive, and opens it if its references are valid.
  package static func check(
    _ document: PlistDocument
  ) -> (findings: [KeyedArchive.Diagnostic], archive: KeyedArchive?) {
    do throws(ArchiveError) {
      var diagnosis = ArchiveDiagnosis(try ArchiveTable(frameOf: document))
      let findings = diagnosis.findings()
      return (findings, diagnosis.archive)
    } catch {
      return ([KeyedArchive.Diagnostic(severity: .error, error: error)], nil)
    }
  }
}

/// The check of an archive whose `$top` and `$objects` are valid.
private struct ArchiveDiagnosis {
  let table: ArchiveTable
  /// The archive; nil if a reference that `$top` reaches is dangling.
  private(set) var archive: KeyedArchive?

  init(_ table: ArchiveTable) { self.table = table }

  mutating func findings() -> [KeyedArchive.Diagnostic] {
    var walk = ReferenceWalk(table)
    walk.walkFromTop()
    if walk.findings.isEmpty {
      archive = KeyedArchive(table, referenceCounts: walk.referenceCounts)
    }
    let isReached = walk.referenceCounts.map { $0 > 0 }
    let unmet = table.slots.indices.filter { !isReached[$0] }
    for slot in unmet { walk.walk(from: slot) }
    let damage = unmet.filter { walk.referenceCounts[$0] == 0 && isDamage($0) }.map(table.fault)
    let errors = [table.versionFault].compactMap { $0 } + walk.findings + damage + contentErrors
    let warnings = frameWarnings + table.unreachableSlots(isReached).map(unreachable)
    return errors.map { KeyedArchive.Diagnostic(severity: .error, error: $0) }
      + warnings.map { KeyedArchive.Diagnostic(severity: .warning, error: $0) }
  }

  /// Whether an unreferenced slot is faulty; class records are not.
  private func isDamage(_ slot: Int) -> Bool {
    let isRecord = table.slots[slot].kind == .classless
    return table.slots[slot].isInvalid
      && !(isRecord && table.object(inSlot: slot)["$classname"]?.kind == .string)
  }

  /// The collections that contradict themselves; checks each dictionary of the file once.
  private var contentErrors: [ArchiveError] {
    var seen: Set<Int> = []
    return table.slots.indices.compactMap { slot in
      let node = table.object(inSlot: slot)
      guard table.slots[slot].kind == .object, seen.insert(node.id).inserted else { return nil }
      do throws(ArchiveError) {
        _ = try ArchivedObject(table: table, slot: slot, node: node).standard()
        return nil
      } catch {
        return error
      }
    }
  }

  // MARK: The frame

  private var frameWarnings: [ArchiveError] {
    let root = table.document.root
    var warnings: [ArchiveError] = []
    let objects = table.view(table.objectsNode)
    let first = objects[0]
    if let format = table.document.format, format != .binary, format != .xml {
      warnings.append(
        ArchiveError(
          .unsupportedFormat,
          message: "Apple's readers accept archives only as binary or XML property lists",
          position: root.position))
    }
    if root["$archiver"]?.isText("NSKeyedArchiver") != true {
      warnings.append(
        ArchiveError(
          .unknownArchiver, message: "some readers reject an $archiver other than NSKeyedArchiver",
          position: (root["$archiver"] ?? root).position,
          path: PlistPath(root["$archiver"] == nil ? [] : [.key("$archiver")])))
    }
    if first?.isText("$null") != true {
      warnings.append(
        ArchiveError(
          .invalidFirstObject, message: "the first object is not the string $null",
          position: (first ?? objects).position,
          path: table.slots.isEmpty ? PlistPath([.key("$objects")]) : table.path(of: 0)))
    }
    return warnings
  }

  private func unreachable(_ slot: Int) -> ArchiveError {
    ArchiveError(
      .unreachableObject, message: "$top does not reach this object",
      position: table.object(inSlot: slot).position, path: table.path(of: slot))
  }
}
