// What a value that encodes itself becomes: an object with fields, a collection, or what it puts into a
// single-value container. Its container is made when it first asks for one.
internal import PropertyLists

extension ArchivingSession {
  /// What a value becomes, made when it first asks. Nil, and an error at the end, when it has become
  /// something else.
  func container(_ form: Form, _ entry: Int) -> Entry? {
    guard entry < entries.count else { return refuse(entry, form) }
    entries[entry].requests += 1
    let state = entries[entry]
    if state.form == .none {
      let form = state.type == nil && form == .record ? .dictionary : form
      make(form, form == .array ? .array : .dictionary, entry)
      return entries[entry]
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
  private func make(_ form: Form, _ standard: StandardClass, _ entry: Int) {
    entries[entry].form = form
    let isInstance = entries[entry].object != ArchiveBuilder.null
    if !isInstance {
      let object = builder.addRecord()
      entries[entry].object = object
      entries[entry].container = builder.container(of: object)
      builder.addReference(object, entries[entry].place.slot)
    }
    let record = entries[entry].container
    if form == .dictionary {
      entries[entry].keys = builder.addArray(.init(in: record, key: builder.key("NS.keys")))
    }
    if form != .record {
      let objects = builder.addArray(.init(in: record, key: builder.key("NS.objects")))
      entries[entry].container = objects
    }
    if !isInstance, form != .record { addClass(of: entries[entry].object, standard) }
  }

  /// A new object of a collection class, open for its members.
  func openCollection(_ standard: StandardClass, _ place: Place) throws -> Entry {
    let entry = try push(place, nil)
    make(standard == .dictionary ? .dictionary : .array, standard, entry)
    return entries[entry]
  }

  /// Ends the collection that was opened last.
  func closeCollection() { entries.removeLast() }

  /// An encoder for a container inside a value that encodes itself.
  func nestedEncoder(
    _ place: Place, in container: Entry, mayComeLater: Bool = false
  ) -> ObjectEncoder {
    append(Entry(place: place, depth: container.depth + 1))
    if mayComeLater {
      awaited.append(AwaitedValue(entry: entries.count - 1, valueBefore: value(at: place)))
    }
    return ObjectEncoder(session: self, entry: entries.count - 1)
  }

  /// An encoder for the container under a key: the one that was asked for before, or a new one.
  func nestedEncoder(_ form: Form, _ name: String, in container: Entry) -> ObjectEncoder {
    let isRecord = container.form == .record
    let nested = NestedKey(container: container.container, key: name)
    let place = isRecord ? self.place(name, in: container) : dictionaryPlaces[nested]
    let value = isRecord ? builder.value(of: key(name), in: container.container) : nil
    let known = nestedContainers[nested]
    if let known, known.reference == value {
      append(known.entry)
      return ObjectEncoder(session: self, entry: entries.count - 1)
    }
    let encoder = nestedEncoder(place ?? self.place(name, in: container), in: container)
    let isAwaited = awaited.contains { awaiting in
      awaiting.entry < entries.count && entries[awaiting.entry].place.slot == place?.slot
    }
    if isAwaited || (isRecord ? value != nil : place != nil) {
      // Something else was encoded under the key, or is to come.
      entries[encoder.entry].form = .single
      return encoder
    }
    if let made = self.container(form, encoder.entry) {
      let reference = isRecord ? builder.value(of: key(name), in: container.container) : nil
      nestedContainers[nested] = NestedContainer(entry: made, reference: reference)
    }
    return encoder
  }

  /// Makes the values of an entry that were to be encoded later and were not.
  @inline(never)
  func fillAwaited(after entry: Int) {
    while let value = awaited.last, value.entry > entry {
      awaited.removeLast()
      guard value.entry < entries.count, entries[value.entry].form == .none else { continue }
      if self.value(at: entries[value.entry].place) == value.valueBefore {
        make(.dictionary, .dictionary, value.entry)
      }
    }
  }

  /// The value under the key of a place; nil for an element.
  private func value(at place: Place) -> UInt32? {
    place.isField ? builder.value(of: place.slot.key, in: place.slot.container) : nil
  }

  /// The place for a single value: that of the value itself; of an instance, a field.
  func singleValuePlace(_ entry: Int) -> Place? {
    guard entry < entries.count, entries[entry].form == .none else { return nil }
    entries[entry].requests += 1
    entries[entry].form = .single
    let state = entries[entry]
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
    nestedContainers[nested] = nil
    if let place = dictionaryPlaces[nested] {
      // The value replaces what was encoded under the key, and what was to come later.
      awaited.removeAll { value in
        value.entry < entries.count && entries[value.entry].place.slot == place.slot
      }
      return place
    }
    builder.addReference(builder.object(name), .init(in: container.keys))
    let place = reservedElement(of: container)
    dictionaryPlaces[nested] = place
    return place
  }

  /// Encodes the value of a key of a dictionary, and leaves neither where that fails.
  func encode<T: Encodable>(_ value: T, _ name: String, in dictionary: Entry) throws {
    let nested = NestedKey(container: dictionary.container, key: name)
    let (keys, values) = (
      ArchiveBuilder.Place(in: dictionary.keys), ArchiveBuilder.Place(in: dictionary.container)
    )
    let snapshots = (builder.snapshot(of: keys), builder.snapshot(of: values))
    let known = (dictionaryPlaces[nested], nestedContainers[nested])
    let awaited = awaited
    do {
      try encode(value, place(name, in: dictionary))
    } catch {
      builder.restore(snapshots.0, keys)
      builder.restore(snapshots.1, values)
      (dictionaryPlaces[nested], nestedContainers[nested]) = known
      self.awaited = awaited
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

  /// The number of a key; keys that begin with `$` get one more, since the archive's own do.
  func key(_ name: String) -> UInt32 {
    builder.key(name.utf8.first == UInt8(ascii: "$") ? "$" + name : name)
  }
}
