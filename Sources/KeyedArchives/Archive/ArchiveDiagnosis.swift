// The findings of a check of an archive: its faults, and what stricter readers would reject.
public import PropertyLists

extension KeyedArchive {
  /// A finding of a check of an archive.
  public struct Diagnostic: Sendable, Hashable {
    /// The severity: an error if an object cannot be read, or if Foundation would reject it.
    public var severity: PlistDiagnostic.Severity
    /// The fault and its location.
    public var error: ArchiveError
  }

  /// Checks all of a property list that should be an archive, even objects unreachable from `$top`.
  ///
  /// - Returns: All findings, errors first; empty for a valid archive. If an archive has tens of
  ///   thousands of dangling references, only the first are reported. Takes time linear in the
  ///   document and the findings.
  public static func diagnose(_ document: PlistDocument) -> [KeyedArchive.Diagnostic] {
    check(document).findings
  }

  /// Checks a property list that should be an archive, and opens it if its references are valid.
  package static func check(_ document: PlistDocument) -> (
    findings: [KeyedArchive.Diagnostic], archive: KeyedArchive?
  ) {
    let table: ArchiveTable
    do throws(ArchiveError) { table = try ArchiveTable(frameOf: document) } catch {
      return ([KeyedArchive.Diagnostic(severity: .error, error: error)], nil)
    }
    var walk = ReferenceWalk(table)
    walk.walkFromTop()
    let archive =
      walk.findings.isEmpty ? KeyedArchive(table, referenceCounts: walk.referenceCounts) : nil
    let isReached = walk.referenceCounts.map { $0 > 0 }
    let unmet = table.slots.indices.filter { !isReached[$0] }
    for slot in unmet { walk.walk(from: slot) }
    // Class records are not faulty objects.
    let damage = unmet.filter { slot in
      walk.referenceCounts[slot] == 0 && table.slots[slot].isInvalid
        && !(table.slots[slot].kind == .classless
          && table.object(inSlot: slot)["$classname"]?.kind == .string)
    }.map(table.fault)
    let errors =
      [table.versionFault].compactMap { $0 } + walk.findings + damage + table.contentErrors
    let unreachable = table.unreachableSlots(isReached).map { slot in
      ArchiveError(
        .unreachableObject, message: "this object is not reachable from $top",
        position: table.object(inSlot: slot).position, path: table.path(of: slot))
    }
    let findings =
      errors.map { KeyedArchive.Diagnostic(severity: .error, error: $0) }
      + (table.frameWarnings + unreachable).map {
        KeyedArchive.Diagnostic(severity: .warning, error: $0)
      }
    return (findings, archive)
  }
}

extension ArchiveTable {
  /// The errors for inconsistent collections; checks each dictionary of the file once.
  fileprivate var contentErrors: [ArchiveError] {
    var seen: Set<Int> = []
    return slots.indices.compactMap { slot in
      let node = object(inSlot: slot)
      guard slots[slot].kind == .object, seen.insert(node.id).inserted else { return nil }
      do throws(ArchiveError) {
        _ = try ArchivedObject(table: self, slot: slot, node: node).standard()
        return nil
      } catch { return error }
    }
  }

  /// The reasons outside the objects for which stricter readers would reject the archive.
  fileprivate var frameWarnings: [ArchiveError] {
    let root = document.root
    var warnings: [ArchiveError] = []
    let objects = view(objectsNode)
    let first = objects[0]
    if let format = document.format, format != .binary, format != .xml {
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
          path: slots.isEmpty ? PlistPath([.key("$objects")]) : path(of: 0)))
    }
    return warnings
  }
}
