// The archived form of a value that encodes itself: an object with fields, a collection, or the
// value in its single-value container. Its container is created on the first request.
internal import PropertyLists

extension ArchivingSession {
  /// The container of a value, created on the first request. If the value already has another form,
  /// returns nil and records an error that is thrown at the end.
  func container(_ form: Form, entry: Int) -> ArchivingEntry? {
    guard entry < stack.entries.count else { return refuse(entry, form: form) }
    stack.entries[entry].requests += 1
    let state = stack.entries[entry]
    if state.form == .none {
      let form = state.type == nil && form == .record ? .dictionary : form
      make(form, standard: form == .array ? .array : .dictionary, entry: entry)
      return stack.entries[entry]
    }
    let isSame = state.form == form || state.form == .dictionary && form == .record
    return isSame ? state : refuse(entry, form: form)
  }

  /// Records the error for an unavailable container, to be thrown at the end of the encoding.
  private func refuse(_ entry: Int, form: Form) -> ArchivingEntry? {
    let type: Any.Type = form == .array ? [Any].self : [String: Any].self
    if deferredError == nil { deferredError = secondValue(entry, type: type) }
    return nil
  }

  /// Creates the object of a value, of the given class unless the value's type determines it.
  private func make(_ form: Form, standard: StandardLayout, entry: Int) {
    stack.entries[entry].form = form
    let isInstance = stack.entries[entry].object != ArchiveBuilder.null
    if !isInstance {
      let object = builder.addRecord()
      stack.entries[entry].object = object
      stack.entries[entry].container = builder.container(of: object)
      builder.addReference(object, at: stack.entries[entry].position.slot)
    }
    let record = stack.entries[entry].container
    if form == .dictionary {
      stack.entries[entry].keys = builder.addArray(
        .init(in: record, key: builder.key(DictionaryLayout.keys)))
    }
    if form != .record {
      let objects = builder.addArray(.init(in: record, key: builder.key(ArrayLayout.objects)))
      stack.entries[entry].container = objects
    }
    if !isInstance, form != .record { addClass(of: stack.entries[entry].object, standard) }
  }

  /// Creates an object of a collection class, open for its members.
  func openCollection(_ standard: StandardLayout, at position: ArchivingPosition) throws
    -> ArchivingEntry
  {
    let entry = try push(position, type: nil)
    make(standard == .dictionary ? .dictionary : .array, standard: standard, entry: entry)
    return stack.entries[entry]
  }

  /// Ends the collection that was opened last.
  func closeCollection() { stack.pop(from: stack.entries.count - 1) }

  /// Creates an encoder for a container inside a value that encodes itself, whose entry is
  /// `parent`. The caller's key is nil in an array.
  func nestedEncoder(
    _ position: ArchivingPosition, in container: ArchivingEntry, of parent: Int,
    key: (any CodingKey)? = nil, mayComeLater: Bool = false
  ) -> ObjectEncoder {
    stack.append(
      ArchivingEntry(position: position, depth: container.depth + 1), in: parent, keeping: key)
    if mayComeLater {
      stack.awaited.append(
        AwaitedValue(entry: stack.entries.count - 1, valueBefore: value(at: position)))
    }
    return ObjectEncoder(session: self, entry: stack.entries.count - 1)
  }

  /// Returns the encoder for the container under a key: one already requested, or a new one.
  func nestedEncoder(
    _ form: Form, codingKey: any CodingKey, in container: ArchivingEntry, of parent: Int
  ) -> ObjectEncoder {
    let name = codingKey.stringValue
    let isRecord = container.form == .record
    let nested = NestedKey(container: container.container, key: name)
    let position = isRecord ? self.position(name, in: container) : stack.dictionaryPositions[nested]
    let value = isRecord ? builder.value(of: key(name), in: container.container) : nil
    let known = stack.nestedContainers[nested]
    let isAwaited = stack.isAwaited(at: position)
    if let known, known.reference == value, !isAwaited {
      stack.append(known.entry, in: parent, keeping: codingKey)
      return ObjectEncoder(session: self, entry: stack.entries.count - 1)
    }
    let encoder = nestedEncoder(
      position ?? self.position(name, in: container), in: container, of: parent, key: codingKey)
    if isAwaited || (isRecord ? value != nil : position != nil) {
      // Another value has been encoded under the key, or will be encoded later.
      stack.entries[encoder.entry].form = .single
      return encoder
    }
    if let made = self.container(form, entry: encoder.entry) {
      let reference = isRecord ? builder.value(of: key(name), in: container.container) : nil
      stack.nestedContainers[nested] = (made, reference)
    }
    return encoder
  }

  /// Creates empty dictionaries for the deferred values of an entry that were never encoded.
  func fillAwaited(after entry: Int) {
    while let value = stack.awaited.last, value.entry > entry {
      stack.awaited.removeLast()
      guard value.entry < stack.entries.count, stack.entries[value.entry].form == .none else {
        continue
      }
      if self.value(at: stack.entries[value.entry].position) == value.valueBefore {
        make(.dictionary, standard: .dictionary, entry: value.entry)
      }
    }
  }

  /// The value under the key of a position; nil for an element.
  private func value(at position: ArchivingPosition) -> UInt32? {
    position.isField ? builder.value(of: position.slot.key, in: position.slot.container) : nil
  }

  /// The position for a single value: the value's own or, for an instance, a field; throws if
  /// taken.
  func singleValuePosition(_ entry: Int, type: Any.Type) throws -> ArchivingPosition {
    guard entry < stack.entries.count, stack.entries[entry].form == .none else {
      throw secondValue(entry, type: type)
    }
    stack.entries[entry].requests += 1
    stack.entries[entry].form = .single
    let state = stack.entries[entry]
    if state.object == ArchiveBuilder.null { return state.position }
    return ArchivingPosition(
      slot: .init(in: state.container, key: builder.key("$0")), owner: state.object)
  }

  func position(_ name: String, in container: ArchivingEntry) -> ArchivingPosition {
    if container.form == .record {
      return ArchivingPosition(
        slot: .init(in: container.container, key: key(name)), owner: container.object)
    }
    let nested = NestedKey(container: container.container, key: name)
    stack.nestedContainers[nested] = nil
    if let position = stack.dictionaryPositions[nested] {
      // The value replaces the value encoded under the key, and any deferred value.
      stack.forgetAwaited(at: position)
      return position
    }
    builder.addReference(builder.object(name), at: .init(in: container.keys))
    let position = reservedElement(of: container)
    stack.dictionaryPositions[nested] = position
    return position
  }

  /// Encodes the value of a key of a dictionary; if that fails, adds neither the key nor the value.
  func encode<T: Encodable>(_ value: T, name: String, in dictionary: ArchivingEntry) throws {
    let nested = NestedKey(container: dictionary.container, key: name)
    let (keys, values) = (
      ArchiveBuilder.ArchivePosition(in: dictionary.keys),
      ArchiveBuilder.ArchivePosition(in: dictionary.container)
    )
    let snapshots = (builder.snapshot(of: keys), builder.snapshot(of: values))
    let known = (stack.dictionaryPositions[nested], stack.nestedContainers[nested])
    let awaited = stack.awaited
    do { try encode(value, at: position(name, in: dictionary)) } catch {
      builder.restore(snapshots.0, at: keys)
      builder.restore(snapshots.1, at: values)
      (stack.dictionaryPositions[nested], stack.nestedContainers[nested]) = known
      stack.awaited = awaited
      throw error
    }
  }

  /// The position of an element that is encoded later.
  func reservedElement(of container: ArchivingEntry) -> ArchivingPosition {
    var position = element(of: container)
    position.slot = builder.reserve(in: container.container)
    return position
  }

  /// The destination for the next element.
  func element(of container: ArchivingEntry) -> ArchivingPosition {
    next(in: container.container, of: container.object)
  }

  /// The destination for the next key.
  func key(of container: ArchivingEntry) -> ArchivingPosition {
    next(in: container.keys, of: container.object)
  }

  private func next(in array: UInt32, of owner: UInt32) -> ArchivingPosition {
    ArchivingPosition(
      slot: .init(in: array), owner: owner,
      index: UInt32(truncatingIfNeeded: builder.count(of: array)))
  }

  /// The number of a program's key, to which a `$` is added if it begins with one.
  func key(_ name: String) -> UInt32 { builder.key(name.escapedKey) }
}
