// Foundation's objects that are not collections, written with the layouts of their classes.
internal import KeyedArchives

extension ObjectArchiving {
  /// Creates an object of a class with a layout.
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
