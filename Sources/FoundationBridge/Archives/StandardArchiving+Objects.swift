// Foundation's objects that are no collections, in the layout that Apple's classes have in archives.
internal import KeyedArchives
internal import PropertyLists

extension ObjectArchiving {
  func text(_ name: String, _ key: String, _ text: String) -> ForeignValue {
    newObject(name) { try $0.add(.text(text), .name(key)) }
  }

  func date(_ date: Date) -> ForeignValue {
    newObject("NSDate") {
      try $0.addInline(.real(date.timeIntervalSinceReferenceDate), .name("NS.time"))
    }
  }

  func url(_ text: String, _ base: URL?) -> ForeignValue {
    newObject("NSURL") { [unowned self] fields in
      let base = base.map { url($0.relativeString, $0.baseURL) }
      try fields.add(base ?? .null, .name("NS.base"))
      try fields.add(.text(text), .name("NS.relative"))
    }
  }

  func uuid(_ uuid: UUID) -> ForeignValue {
    newObject("NSUUID") { try $0.addInline(.data(uuid.bytes), .name("NS.uuidbytes")) }
  }

  func decimal(_ decimal: Decimal) -> ForeignValue {
    newObject("NSDecimalNumber") { $0.addDecimal(decimal) }
  }

  func indexSet(_ name: String, _ set: IndexSet) -> ForeignValue {
    let ranges = Array(set.rangeView)
    return newObject(name) { [unowned self] fields in
      try fields.addInline(.integer(PlistInteger(ranges.count)), .name("NSRangeCount"))
      if let range = ranges.first, ranges.count == 1 {
        try fields.addInline(.integer(PlistInteger(range.lowerBound)), .name("NSLocation"))
        try fields.addInline(.integer(PlistInteger(range.count)), .name("NSLength"))
      } else if ranges.count > 1 {
        let numbers = ranges.flatMap { [$0.lowerBound, $0.count] }
        try fields.add(mutableData(of: numbers), .name("NSRangeData"))
      }
    }
  }

  func indexPath(_ indexes: [Int]) -> ForeignValue {
    newObject("NSIndexPath") { [unowned self] fields in
      try fields.addInline(.integer(PlistInteger(indexes.count)), .name("NSIndexPathLength"))
      if let index = indexes.first, indexes.count == 1 {
        try fields.addInline(.integer(PlistInteger(index)), .name("NSIndexPathValue"))
      } else if indexes.count > 1 {
        try fields.add(mutableData(of: indexes), .name("NSIndexPathData"))
      }
    }
  }

  /// A list of numbers, which Apple's classes write as bytes that can be changed.
  private func mutableData(of numbers: [Int]) -> ForeignValue {
    let data = PackedNumbers.bytes(of: numbers.map { UInt64(truncatingIfNeeded: $0) })
    return newObject("NSMutableData") { try $0.addInline(.data(data), .name("NS.data")) }
  }

  func timeZone(_ name: String) -> ForeignValue {
    newObject("NSTimeZone") { fields in
      try fields.add(.text(name), .name("NS.name"))
      try fields.add(.null, .name("NS.data"))
    }
  }

  func error(_ error: NSError) -> ForeignValue {
    newObject("NSError") { [unowned self] fields in
      let info = error.userInfo.isEmpty ? nil : error.userInfo
      let values = try values([error.domain, info as Any], fields)
      try fields.add(values[0], .name("NSDomain"))
      try fields.add(values[1], .name("NSUserInfo"))
      try fields.addInline(.integer(PlistInteger(error.code)), .name("NSCode"))
    }
  }

  // MARK: Attributed strings

  func attributedString(_ string: NSAttributedString) -> ForeignValue {
    let isMutable = string is NSMutableAttributedString
    return newObject(isMutable ? "NSMutableAttributedString" : "NSAttributedString") {
      [unowned self] fields in
      let text: Any = isMutable ? NSMutableString(string: string.string) : string.string
      try fields.add(values([text], fields)[0], .name("NSString"))
      let runs = AttributeRuns(string)
      if runs.attributes.isEmpty { return }
      let dictionaries = runs.attributes.map { $0 as NSDictionary }
      let attributes: Any =
        dictionaries.count == 1 ? dictionaries[0] : NSMutableArray(array: dictionaries)
      try fields.add(values([attributes], fields)[0], .name("NSAttributes"))
      if dictionaries.count > 1 {
        try fields.add(mutableData(of: runs.lengths), .name("NSAttributeInfo"))
      }
    }
  }
}
