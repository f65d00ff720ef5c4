// Attributed text: runs, each with a length and a dictionary.

/// Attributed text (`NSAttributedString`, `NSMutableAttributedString`, `NSTextStorage`).
public final class ArchivedAttributedString: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSAttributedString" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] {
    ["NSMutableAttributedString", "NSTextStorage", "NSConcreteTextStorage"]
  }
  /// The class of the object in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The text.
  public var text: ArchivedText
  /// The runs. Runs with the same dictionary share one dictionary object.
  public var runs: [Run]
  /// The delegate of a text storage.
  public var delegate: AnyArchivedObject

  /// A run of text with the same attributes.
  public struct Run {
    /// The number of UTF-16 code units.
    public var length: Int
    /// The attributes by name.
    public var attributes: ArchivedDictionary

    /// Creates a run.
    public init(length: Int, attributes: ArchivedDictionary) {
      self.length = length
      self.attributes = attributes
    }
  }

  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableAttributedString", "NSAttributedString", "NSObject")
  }

  /// Creates attributed text.
  public init(
    _ text: ArchivedText, runs: [Run] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSAttributedString", "NSObject")
  ) {
    self.text = text
    self.runs = runs
    self.archivedClass = archivedClass
    delegate = .none
  }

  /// Reads the text and its attributes.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch` if the runs do not match the attributes.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.source.archivedClass()
    let contents = try AttributedStringLayout.contents(coder.source)
    text = try coder.text(contents.text)
    delegate = try coder.object(contents.delegate)
    let attributes = try coder.object(contents.attributes)
    let list = attributes.object(as: ArchivedArray.self)?.elements
    guard !attributes.isNil else {
      runs = []
      return
    }
    guard list != nil || attributes.object(as: ArchivedDictionary.self) != nil else {
      throw AttributedStringLayout.otherAttributes(coder.source)
    }
    let dictionaries = list ?? [attributes]
    runs = try contents.runs(
      ofLength: text.string.utf16.count, dictionaryCount: list?.count, coder.source
    ).map { run in
      guard let attributes = dictionaries[run.number].object(as: ArchivedDictionary.self) else {
        throw AttributedStringLayout.missingAttributes(coder.source)
      }
      return Run(length: run.length, attributes: attributes)
    }
  }

  /// Writes the text and its attributes.
  public func encode(with coder: ArchivingCoder) throws {
    var positions: [ObjectIdentifier: UInt64] = [:]
    let list = ArchivedArray([], as: ArchivedArray.mutableClass)
    var numbers: [UInt64] = []
    for run in runs {
      let identity = ObjectIdentifier(run.attributes)
      let position = positions[identity] ?? UInt64(list.elements.count)
      if positions.updateValue(position, forKey: identity) == nil {
        list.elements.append(.object(run.attributes))
      }
      numbers += [UInt64(truncatingIfNeeded: run.length), position]
    }
    let attributes: SinkValue? =
      switch runs.count {
      case 0: nil
      case 1: .value(runs[0].attributes)
      default: .value(list)
      }
    try AttributedStringLayout.write(
      text: .value(text), attributes: attributes, runs: runs.count > 1 ? numbers : [],
      delegate: delegate.isNil ? nil : SinkValue(delegate), to: coder.sink)
  }
}
