// What a value that encodes itself becomes: an object with fields, a collection, or what it puts into a
// single-value container. Its container is made when it first asks for one.
internal import PropertyLists

extension ArchivingSession {
  /// What a value becomes, made when it first asks; nil when it has become something else.
  func container(_ form: Form, _ entry: Int) -> Entry? {
    guard entry < entries.count else { return nil }
    entries[entry].requests += 1
    let state = entries[entry]
    if state.form == .none {
      let form = state.type == nil && form == .record ? .dictionary : form
      make(form, form == .array ? .array : .dictionary, entry)
      return entries[entry]
    }
    let isSame = state.form == form || state.form == .dictionary && form == .record
    return isSame ? state : nil
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
  func nestedEncoder(_ place: Place) -> ObjectEncoder {
    let depth = (entries.last?.depth ?? 0) + 1
    entries.append(Entry(place: place, depth: depth))
    return ObjectEncoder(session: self, entry: entries.count - 1)
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
    builder.addReference(builder.object(name), .init(in: container.keys))
    return element(of: container)
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
