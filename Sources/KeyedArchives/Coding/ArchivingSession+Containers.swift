// What a value that encodes itself becomes: an object with fields, a collection, or what it puts into a
// single-value container. Its container is made when it first asks for one.
internal import PropertyLists

extension ArchivingSession {
  /// What a value becomes, made when it first asks. Nil, and an error at the end, when it has become
  /// something else.
  func container(_ form: Form, _ entry: Int) -> Entry? {
    guard entry < stack.entries.count else { return refuse(entry, form) }
    stack.entries[entry].requests += 1
    let state = stack.entries[entry]
    if state.form == .none {
      let form = state.type == nil && form == .record ? .dictionary : form
      make(form, form == .array ? .array : .dictionary, entry)
      return stack.entries[entry]
    }
    let isSame = state.form == form || state.form == .dictionary && form == .record
    return isSame ? state : refuse(entry, form)
  }

  /// Keeps the error for a container that cannot be had, to be thrown at the end of the encoding.
  private func refuse(_ entry: Int, _ form: Form) -> Entry? {
    let type: Any.Type = form == .array ? [Any].self : [String: Any].self
    if deferredError == nil { deferredError = secondValue(entry, type) }
    return nil
  }

  /// Makes the object of a value.
  ///
  /// - Parameter standard: Its class, unless the value's own type gives it one.
  private func make(_ form: Form, _ standard: StandardLayout, _ entry: Int) {
    stack.entries[entry].form = form
    let isInstance = stack.entries[entry].object != ArchiveBuilder.null
    if !isInstance {
      let object = builder.addRecord()
      stack.entries[entry].object = object
      stack.entries[entry].container = builder.container(of: object)
      builder.addReference(object, stack.entries[entry].place.slot)
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

  /// A new object of a collection class, open for its members.
  func openCollection(_ standard: StandardLayout, _ place: Place) throws -> Entry {
    let entry = try push(place, nil)
    make(standard == .dictionary ? .dictionary : .array, standard, entry)
    return stack.entries[entry]
  }

  /// Ends the collection that was opened last.
  func closeCollection() { stack.pop(from: stack.entries.count - 1) }

  /// An encoder for a container inside a value that encodes itself.
  ///
  /// - Parameters:
  ///   - parent: The entry of the value that asks.
  ///   - key: The caller's key; nil in an array.
  func nestedEncoder(
    _ place: Place, in container: Entry, of parent: Int, _ key: (any CodingKey)? = nil,
    mayComeLater: Bool = false
  ) -> ObjectEncoder {
    stack.append(Entry(place: place, depth: container.depth + 1), in: parent, keeping: key)
    if mayComeLater {
      stack.awaited.append(
        AwaitedValue(entry: stack.entries.count - 1, valueBefore: value(at: place)))
    }
    return ObjectEncoder(session: self, entry: stack.entries.count - 1)
  }

  /// An encoder for the container under a key: the one that was asked for before, or a new one.
  func nestedEncoder(
    _ form: Form, _ codingKey: any CodingKey, in container: Entry, of parent: Int
  ) -> ObjectEncoder {
    let name = codingKey.stringValue
    let isRecord = container.form == .record
    let nested = NestedKey(container: container.container, key: name)
    let place = isRecord ? self.place(name, in: container) : stack.dictionaryPlaces[nested]
    let value = isRecord ? builder.value(of: key(name), in: container.container) : nil
    let known = stack.nestedContainers[nested]
    let isAwaited = stack.isAwaited(at: place)
    if let known, known.reference == value, !isAwaited {
      stack.append(known.entry, in: parent, keeping: codingKey)
      return ObjectEncoder(session: self, entry: stack.entries.count - 1)
    }
    let encoder = nestedEncoder(
      place ?? self.place(name, in: container), in: container, of: parent, codingKey)
    if isAwaited || (isRecord ? value != nil : place != nil) {
      // Something else was encoded under the key, or is to come.
      stack.entries[encoder.entry].form = .single
      return encoder
    }
    if let made = self.container(form, encoder.entry) {
      let reference = isRecord ? builder.value(of: key(name), in: container.container) : nil
      stack.nestedContainers[nested] = NestedContainer(entry: made, reference: reference)
    }
    return encoder
  }

  /// Makes the values of an entry that were to be encoded later and were not.
  @inline(never)
  func fillAwaited(after entry: Int) {
    while let value = stack.awaited.last, value.entry > entry {
      stack.awaited.removeLast()
      guard value.entry < stack.entries.count, stack.entries[value.entry].form == .none else {
        continue
      }
      if self.value(at: stack.entries[value.entry].place) == value.valueBefore {
        make(.dictionary, .dictionary, value.entry)
      }
    }
  }

  /// The value under the key of a place; nil for an element.
  private func value(at place: Place) -> UInt32? {
    place.isField ? builder.value(of: place.slot.key, in: place.slot.container) : nil
  }

  /// The place for a single value: that of the value itself; of an instance, a field.
  ///
  /// - Throws: `ArchiveError` where a value was encoded already.
  func singleValuePlace(_ entry: Int, _ type: Any.Type) throws -> Place {
    guard entry < stack.entries.count, stack.entries[entry].form == .none else {
      throw secondValue(entry, type)
    }
    stack.entries[entry].requests += 1
    stack.entries[entry].form = .single
    let state = stack.entries[entry]
    if state.object == ArchiveBuilder.null { return state.place }
    return Place(
      slot: .init(in: state.container, key: builder.key("$0")), owner: state.object)
  }

  /// Where the value of a key goes.
  func place(_ name: String, in container: Entry) -> Place {
    if container.form == .record {
      return Place(
        slot: .init(in: container.container, key: key(name)), owner: container.object)
    }
    let nested = NestedKey(container: container.container, key: name)
    stack.nestedContainers[nested] = nil
    if let place = stack.dictionaryPlaces[nested] {
      // The value replaces what was encoded under the key, and what was to come later.
      stack.forgetAwaited(at: place)
      return place
    }
    builder.addReference(builder.object(name), .init(in: container.keys))
    let place = reservedElement(of: container)
    stack.dictionaryPlaces[nested] = place
    return place
  }

  /// Encodes the value of a key of a dictionary, and leaves neither where that fails.
  func encode<T: Encodable>(_ value: T, _ name: String, in dictionary: Entry) throws {
    let nested = NestedKey(container: dictionary.container, key: name)
    let (keys, values) = (
      ArchiveBuilder.Place(in: dictionary.keys), ArchiveBuilder.Place(in: dictionary.container)
    )
    let snapshots = (builder.snapshot(of: keys), builder.snapshot(of: values))
    let known = (stack.dictionaryPlaces[nested], stack.nestedContainers[nested])
    let awaited = stack.awaited
    do {
      try encode(value, place(name, in: dictionary))
    } catch {
      builder.restore(snapshots.0, keys)
      builder.restore(snapshots.1, values)
      (stack.dictionaryPlaces[nested], stack.nestedContainers[nested]) = known
      stack.awaited = awaited
      throw error
    }
  }

  /// The place of an element that is encoded later.
  func reservedElement(of container: Entry) -> Place {
    var place = element(of: container)
    place.slot = builder.reserve(in: container.container)
    return place
  }

  /// Where the next element goes.
  func element(of container: Entry) -> Place {
    Place(
      slot: .init(in: container.container), owner: container.object,
      position: UInt32(truncatingIfNeeded: builder.count(of: container.container)))
  }

  /// Where the next key goes.
  func key(of container: Entry) -> Place {
    Place(
      slot: .init(in: container.keys), owner: container.object,
      position: UInt32(truncatingIfNeeded: builder.count(of: container.keys)))
  }

  /// The number of a key; keys that begin with `$` get one more, since the archive's own do.
  func key(_ name: String) -> UInt32 { builder.key(name.escapedKey) }
}
