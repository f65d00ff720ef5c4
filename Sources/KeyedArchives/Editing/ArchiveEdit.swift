// The edits of keyed archives, and their application to an archive.
public import PropertyLists

/// A change of a keyed archive.
///
/// A path begins with a key of `$top` (`root.stamps[1].title`), or with the slot of an object, as
/// `plist archive print` and the JSON show it (`@12.title`). Each further step is a field as it is
/// stored, an index among the members of an array or set, or a key of a dictionary. Paths refer to
/// the archive as the edits before this one left it.
public enum ArchiveEdit: Sendable, Hashable {
  /// Replaces the value at a path, or adds a field or a pair of a dictionary.
  ///
  /// A number or Boolean in a field is stored as before: inline, or in a slot of its own. A new
  /// field stores it inline. Strings, data, dates, arrays and dictionaries are objects. A slot that
  /// only this value refers to is changed, and its class is kept if it can represent the value;
  /// otherwise the value gets a new slot at the end of `$objects`. Null is a nil reference, and the
  /// null object as a member of a collection.
  case set(PlistPath, Plist)
  /// Removes a field, a member of a collection, a pair of a dictionary, or an object (`@12`).
  ///
  /// The slot of a removed object becomes nil, so that fields that refer to it are nil; it is also
  /// removed from all collections. Slots that nothing refers to any more become nil, too, and all
  /// slots keep their numbers.
  case remove(PlistPath)
  /// Makes the reference at a path refer to the object in a slot.
  case retarget(PlistPath, to: PlistUID)
  /// Renames a class in its class records, and in the superclasses of other classes.
  case renameClass(String, to: String)
}

extension KeyedArchive {
  /// Returns the archive after edits. Slots that the edits do not concern keep their numbers and
  /// their bytes, and a slot with other references is never changed.
  ///
  /// - Throws: `ArchiveError` with the path of the edit that cannot be applied: `noSuchPath`,
  ///   `noSuchClass`, `classExists`, `referenceOutOfRange`, and `invalidEdit` for all other edits
  ///   that are impossible or would make the archive invalid. Takes time linear in the archive, and
  ///   in the edited objects.
  public func applying(_ edits: [ArchiveEdit]) throws(ArchiveError) -> EditedPlist {
    var editor = ArchiveEditor(table)
    for edit in edits { try editor.apply(edit) }
    let edited = try applying(editor.slots.edits)
    let archive = try opened(edited, after: edits)
    try archive.checkCollections(in: editor.slots.changed, unlike: self, after: edits)
    guard editor.hasRemoved else { return edited }
    // Slots that were used before, and are not any more, become nil.
    let unused = Set(unreachableObjects)
    let orphans = archive.unreachableObjects.filter { !unused.contains($0) }
    if orphans.isEmpty { return edited }
    let clearing = orphans.map {
      PlistEdit.set(
        PlistPath([.key("$objects"), .index(Int($0.value))]), .string(ArchiveTable.nullText))
    }
    return try applying(editor.slots.edits + clearing)
  }

  /// Returns the kind of the value at a path, for programs that convert text: the kind of a plain
  /// value, or of a date, text or data that is an object; nil for all other values, and if there is
  /// no value at the path.
  package func scalarKind(at path: PlistPath) -> PlistKind? {
    var editor = ArchiveEditor(table)
    return editor.scalarKind(at: path)
  }

  private func applying(_ edits: [PlistEdit]) throws(ArchiveError) -> EditedPlist {
    do throws(PlistError) { return try document.applying(edits) } catch {
      throw ArchiveError(
        .invalidEdit, message: error.message, suggestion: error.suggestion,
        position: error.position, path: error.path)
    }
  }

  /// Opens the edited archive.
  private func opened(_ edited: EditedPlist, after edits: [ArchiveEdit]) throws(ArchiveError)
    -> KeyedArchive
  {
    var options = PlistReadingOptions()
    options.maximumDepth = max(options.maximumDepth, document.depth + 1)
    if document.format == .json || document.format == .typedJSON { options.looseText = .json }
    do throws(PlistError) {
      return try KeyedArchive(opening: PlistDocument(edited.data, options: options))
    } catch {
      throw ArchiveError(
        .invalidEdit, message: "the edited archive could not be read: \(error.message)",
        path: edits.last?.path ?? PlistPath())
    }
  }

  private init(opening document: PlistDocument) throws(PlistError) {
    do throws(ArchiveError) { try self.init(document) } catch {
      throw PlistError(.invalidEdit, message: error.message, path: error.path)
    }
  }

  /// Throws if an edited object is an inconsistent collection that was consistent before.
  private func checkCollections(
    in slots: Set<Int>, unlike original: KeyedArchive, after edits: [ArchiveEdit]
  ) throws(ArchiveError) {
    for slot in slots.sorted() where slot < objects.count {
      do throws(ArchiveError) { _ = try objects[slot].object?.standard() } catch {
        let wasValid =
          slot >= original.objects.count
          || (try? original.objects[slot].object?.standard()) != nil
        guard wasValid else { continue }
        throw ArchiveError(
          .invalidEdit, message: "the edit makes object \(slot) invalid: \(error.message)",
          path: edits.count == 1 ? edits[0].path : error.path)
      }
    }
  }
}

extension ArchiveEdit {
  /// The path of the edit; the root for a class.
  fileprivate var path: PlistPath {
    switch self {
    case .set(let path, _), .remove(let path), .retarget(let path, _): path
    case .renameClass: PlistPath()
    }
  }
}
