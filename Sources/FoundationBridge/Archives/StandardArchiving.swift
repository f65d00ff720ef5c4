// Foundation's objects, and Swift values bridged to them, in the layouts of Apple's classes.
internal import KeyedArchives
internal import PropertyLists

extension ObjectArchiving {
  /// Returns the archived form of a Swift value, as the Foundation object that it is bridged to.
  func value(ofSwift value: Any) throws -> SinkValue {
    switch value {
    case let value as String: return .text(value)
    case let value as Bool: return .bool(value)
    case let value as Double: return .real(value)
    case let value as Float: return .single(value)
    case let value as CGFloat: return .real(Double(value))
    case let value as Decimal: return decimal(value)
    case let value as any FixedWidthInteger:
      guard let integer = Int128(exactly: value) else {
        throw RefusedValue(
          code: .notRepresentable, message: "\(value) does not fit in a signed 128-bit integer")
      }
      return .integer(PlistInteger(integer))
    case let value as Data: return .data(value)
    case let value as [Any]: return list("NSArray", of: value)
    case let value as [AnyHashable: Any]:
      return dictionary("NSDictionary", pairs: value.map { (key: $0.key.base, value: $0.value) })
    case let value as Set<AnyHashable>: return list("NSSet", of: inStableOrder(Array(value)))
    case let value as Date: return date(value)
    case let value as URL: return url(value.relativeString, base: value.baseURL)
    case let value as UUID: return uuid(value)
    case let value as IndexSet: return indexSet("NSIndexSet", set: value)
    case let value as IndexPath: return indexPath(Array(value))
    case let value as NSRange: return object(StandardValues.range(value))
    default:
      if let layout = StandardValues.layout(value) { return object(layout) }
      throw RefusedValue(
        code: .notRepresentable, message: "values of type \(type(of: value)) cannot be archived")
    }
  }

  // MARK: Foundation objects

  /// Returns the archived form of a Foundation object. Long because it has a case for each class.
  func value(ofFoundation object: AnyObject) throws -> SinkValue {
    switch object {
    case let object as NSMutableString:
      return newObject("NSMutableString") { StringLayout.write(object as String, to: $0) }
    case let object as NSString: return .text(object as String)
    case let object as NSDecimalNumber: return decimal(object.decimalValue)
    case let object as NSNumber:
      return switch NumberKind(object) {
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .single(let value): .single(value)
      }
    case let object as NSMutableData:
      return newObject("NSMutableData") { DataLayout.write(object as Data, to: $0) }
    case let object as NSData: return .data(object as Data)
    case let object as NSArray:
      let name = object is NSMutableArray ? "NSMutableArray" : "NSArray"
      return list(name, of: FoundationMembers.members(of: object))
    case let object as NSDictionary:
      let name = object is NSMutableDictionary ? "NSMutableDictionary" : "NSDictionary"
      return dictionary(name, pairs: FoundationMembers.pairs(of: object))
    case let object as NSCountedSet: return countedSet(object)
    case let object as NSSet:
      let name = object is NSMutableSet ? "NSMutableSet" : "NSSet"
      return list(name, of: inStableOrder(FoundationMembers.members(of: object)), areHashed: true)
    case let object as NSOrderedSet:
      return orderedSet(
        object is NSMutableOrderedSet ? "NSMutableOrderedSet" : "NSOrderedSet", set: object)
    case let object as NSDate: return date(object as Date)
    case let object as NSURL: return url(object.relativeString, base: object.baseURL)
    case let object as NSUUID: return uuid(object as UUID)
    case is NSNull: return newObject("NSNull") { _ in }
    case let object as NSMutableIndexSet:
      return indexSet("NSMutableIndexSet", set: object as IndexSet)
    case let object as NSIndexSet: return indexSet("NSIndexSet", set: object as IndexSet)
    case let object as NSIndexPath: return indexPath(Array(object as IndexPath))
    case let object as NSAttributedString: return attributedString(object)
    case let object as NSError: return self.error(object)
    default:
      if let layout = StandardValues.layout(object) { return self.object(layout) }
      throw RefusedValue(
        code: .notRepresentable,
        message: "objects of Foundation's class \(type(of: object)) cannot be archived")
    }
  }

  // MARK: Members

  private func list(_ name: String, of members: [Any], areHashed: Bool = false) -> SinkValue {
    newObject(name) { [unowned self] sink in
      if areHashed { try checkTexts(of: members, writingTo: sink) }
      try sink.add(values(members, sink: sink), key: .name(ArrayLayout.objects))
    }
  }

  private func dictionary(_ name: String, pairs: [(key: Any, value: Any)]) -> SinkValue {
    newObject(name) { [unowned self] sink in
      let pairs = inStableOrder(pairs, by: \.key)
      try checkTexts(of: pairs.map(\.key), writingTo: sink)
      let keys = try values(pairs.map(\.key), sink: sink)
      try DictionaryLayout.write(
        keys: keys, values: values(pairs.map(\.value), sink: sink), to: sink)
    }
  }

  /// Returns the archived form of the members of a collection.
  func values(_ members: [Any], sink: ObjectSink) throws -> [SinkValue] {
    let coder = BridgeArchiver(sink, context: self)
    return try members.map {
      let member = FoundationMembers.unwrapped($0)
      do { return try value(member, coder: coder, sink: sink) } catch let refused as RefusedValue {
        throw sink.error(refused.code, message: refused.message)
      }
    }
  }

  /// Throws if keys or members are equal as text, because unarchiving would lose one. Foundation
  /// allows them if their bytes differ, or if a key was changed after it was added.
  private func checkTexts(of members: [Any], writingTo sink: ObjectSink) throws {
    let texts = members.compactMap { FoundationMembers.unwrapped($0) as? String }
    if let fault = KeyFault.first(inSorted: texts.sorted { $0.precedesInBytes($1) }) {
      throw sink.error(fault.archiveCode, message: fault.message)
    }
  }

  private func orderedSet(_ name: String, set: NSOrderedSet) -> SinkValue {
    newObject(name) { [unowned self] sink in
      let objects = FoundationMembers.members(of: set)
      try checkTexts(of: objects, writingTo: sink)
      try ArrayLayout.write(numbered: values(objects, sink: sink), to: sink)
    }
  }

  private func countedSet(_ set: NSCountedSet) -> SinkValue {
    newObject("NSCountedSet") { [unowned self] sink in
      let members = inStableOrder(FoundationMembers.members(of: set))
      try checkTexts(of: members, writingTo: sink)
      try CountedSetLayout.write(
        values(members, sink: sink), counts: members.map { set.count(for: $0) }, to: sink)
    }
  }
}

/// Sorts members that are all text: the order of Foundation's tables differs in each process.
private func inStableOrder(_ members: [Any]) -> [Any] { inStableOrder(members, by: \.self) }

private func inStableOrder<Member>(_ members: [Member], by key: (Member) -> Any) -> [Member] {
  let keyed = members.compactMap { member -> (key: String, member: Member)? in
    (FoundationMembers.unwrapped(key(member)) as? String).map { ($0, member) }
  }
  if keyed.count < members.count { return members }
  return keyed.sorted { $0.key.precedesInBytes($1.key) }.map(\.member)
}

extension ObjectArchiving {
  func object(_ layout: some ObjectLayout) -> SinkValue { .object(BridgedObject(layout)) }

  func date(_ date: Date) -> SinkValue { newObject("NSDate") { DateLayout.write(date, to: $0) } }

  func url(_ text: String, base: URL?) -> SinkValue {
    newObject("NSURL") { [unowned self] sink in
      let base = base.map { url($0.relativeString, base: $0.baseURL) }
      try URLLayout.write(.text(text), base: base ?? .null, to: sink)
    }
  }

  func uuid(_ uuid: UUID) -> SinkValue { newObject("NSUUID") { UUIDLayout.write(uuid, to: $0) } }

  func decimal(_ decimal: Decimal) -> SinkValue {
    newObject("NSDecimalNumber") { DecimalLayout.write(decimal, to: $0) }
  }

  func indexSet(_ name: String, set: IndexSet) -> SinkValue {
    let numbers = set.rangeView.flatMap { [UInt64($0.lowerBound), UInt64($0.count)] }
    return newObject(name) { try IndexSetLayout.write(numbers, to: $0) }
  }

  func indexPath(_ indices: [Int]) -> SinkValue {
    newObject("NSIndexPath") { try IndexPathLayout.write(indices, to: $0) }
  }

  func error(_ error: NSError) -> SinkValue {
    newObject("NSError") { [unowned self] sink in
      let info = error.userInfo.isEmpty ? nil : error.userInfo
      try ErrorLayout.write(
        domain: error.domain, code: error.code, userInfo: values([info as Any], sink: sink)[0],
        to: sink)
    }
  }

  // MARK: Attributed strings

  func attributedString(_ string: NSAttributedString) -> SinkValue {
    let isMutable = string is NSMutableAttributedString
    return newObject(isMutable ? "NSMutableAttributedString" : "NSAttributedString") {
      [unowned self] sink in
      let text: Any = isMutable ? NSMutableString(string: string.string) : string.string
      let runs = AttributeRuns(string)
      let dictionaries = runs.attributes.map { $0 as NSDictionary }
      let attributes: Any? =
        dictionaries.count > 1 ? NSMutableArray(array: dictionaries) : dictionaries.first
      let values = try values([text, attributes as Any], sink: sink)
      try AttributedStringLayout.write(
        text: values[0], attributes: attributes == nil ? nil : values[1],
        runs: dictionaries.count > 1 ? runs.lengths.map { UInt64(truncatingIfNeeded: $0) } : [],
        to: sink)
    }
  }
}
