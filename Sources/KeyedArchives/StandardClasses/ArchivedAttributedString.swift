// Text with attributes: runs of one length and one dictionary each.

/// Text with attributes (`NSAttributedString`, `NSMutableAttributedString`, `NSTextStorage`).
public final class ArchivedAttributedString: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSAttributedString" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] {
    ["NSMutableAttributedString", "NSTextStorage", "NSConcreteTextStorage"]
  }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The text.
  public var text: ArchivedText
  /// The runs. Runs that have one dictionary in common have one object for it.
  public var runs: [Run]
  /// The delegate of a text storage.
  public var delegate: AnyArchivedObject

  /// Text of one kind.
  public struct Run {
    /// How many UTF-16 code units.
    public var length: Int
    /// The attributes by their names.
    public var attributes: ArchivedDictionary

    /// A run.
    public init(length: Int, attributes: ArchivedDictionary) {
      self.length = length
      self.attributes = attributes
    }
  }

  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableAttributedString", "NSAttributedString", "NSObject")
  }

  /// Text with attributes.
  public init(
    _ text: ArchivedText, runs: [Run] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSAttributedString", "NSObject")
  ) {
    self.text = text
    self.runs = runs
    self.archivedClass = archivedClass
    delegate = .none
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    text = try coder.text(forKey: "NSString")
    delegate = try coder.any(forKey: "NSDelegate")
    runs = []
    let length = text.string.utf16.count
    let attributes = try coder.any(forKey: "NSAttributes")
    if let dictionary = attributes.object(as: ArchivedDictionary.self) {
      runs = length > 0 ? [Run(length: length, attributes: dictionary)] : []
    } else if let list = attributes.object(as: ArchivedArray.self) {
      runs = try Self.runs(list, coder)
    }
  }

  private static func runs(_ list: ArchivedArray, _ coder: UnarchivingCoder) throws -> [Run] {
    guard let numbers = try coder.packedNumbers(forKey: "NSAttributeInfo"),
      numbers.count.isMultiple(of: 2)
    else {
      throw coder.mismatch("lengths and numbers of attributes")
    }
    return try stride(from: 0, to: numbers.count, by: 2).map { place in
      guard let length = Int(exactly: numbers[place]),
        let index = Int(exactly: numbers[place + 1]), index < list.elements.count,
        let attributes = list.elements[index].object(as: ArchivedDictionary.self)
      else { throw coder.mismatch("attributes for each run") }
      return Run(length: length, attributes: attributes)
    }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(text, forKey: "NSString")
    if runs.count == 1 {
      try coder.encode(runs[0].attributes, forKey: "NSAttributes")
    } else if runs.count > 1 {
      try encodeRuns(coder)
    }
    if !delegate.isNil { try coder.encode(delegate, forKey: "NSDelegate") }
  }

  private func encodeRuns(_ coder: ArchivingCoder) throws {
    var places: [ObjectIdentifier: UInt64] = [:]
    let list = ArchivedArray([], as: ArchivedArray.mutableClass)
    var numbers: [UInt64] = []
    for run in runs {
      let identity = ObjectIdentifier(run.attributes)
      let place = places[identity] ?? UInt64(list.elements.count)
      if places.updateValue(place, forKey: identity) == nil {
        list.elements.append(.object(run.attributes))
      }
      numbers += [UInt64(truncatingIfNeeded: run.length), place]
    }
    try coder.encode(list, forKey: "NSAttributes")
    try coder.encode(
      ArchivedData.mutable(PackedNumbers.bytes(of: numbers)), forKey: "NSAttributeInfo")
  }
}
