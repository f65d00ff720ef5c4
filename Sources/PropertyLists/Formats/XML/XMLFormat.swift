// The codec of Apple's XML property lists: how to recognize, read and write them, and the values
// that they cannot represent.

/// Apple's XML property list, version 1.0.
enum XMLFormat: FormatCodec {
  static let hasAppleStyle = true
  static let format: PlistFormat? = .xml
  static let marks: [StaticString] = ["<?xml", "<plist", "<!DOCTYPE plist"]

  static func recognizes(text view: ByteView, at start: Int, _ options: PlistReadingOptions) -> Bool
  { view.beginsXML(at: start) }

  static func read(_ input: FormatInput, options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage
  { try XMLReader.read(input, options: options) }

  static func check(_ input: FormatInput, options: PlistReadingOptions) -> CheckedInput {
    XMLReader.check(input, options: options)
  }

  static func resolvedText(of node: Node, in view: ByteView) -> String {
    let text = view.resolvedText(at: node.start, count: node.count)
    return text.view.string(at: 0, count: text.count)
  }

  static func memberRanges(ofContainer index: Int, in storage: DocumentStorage) -> MemberRanges? {
    storage.xmlMembers(ofContainer: index)
  }

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  {
    var writer = XMLWriter(storage, options: options, indentation: Indentation(unit: .tab))
    writer.output.append(xmlStart: storage.origin.documentType)
    return try writer.text(end: "\n</plist>\n")
  }

  static func writeValue(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation
  ) throws(PlistError) -> Data? {
    try XMLWriter(storage, options: options, indentation: indentation).text()
  }

  static let unsupportedKinds: Set<PlistKind> = [.null, .set]

  static let plural = "XML property lists"
}

/// The public identifiers that Apple's software writes or wrote.
enum XMLDocumentType: Sendable, Hashable {
  /// `-//Apple//DTD PLIST 1.0//EN`, since Mac OS X 10.2.
  case apple
  /// `-//Apple Computer//DTD PLIST 1.0//EN`, in earlier versions.
  case appleComputer

  /// The declaration, as Apple's software writes it.
  var declaration: StaticString {
    switch self {
    case .apple:
      """
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      """
    case .appleComputer:
      """
      <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      """
    }
  }
}

extension ByteWriter {
  /// Appends the first lines of a document, up to the root.
  mutating func append(xmlStart type: XMLDocumentType) {
    append(DetectedEncoding.xmlDeclaration)
    append("\n")
    append(type.declaration)
    append("\n<plist version=\"1.0\">\n")
  }
}

extension DocumentOrigin {
  /// The document type of an XML file; the current one for other formats.
  var documentType: XMLDocumentType { details as? XMLDocumentType ?? .apple }
}

extension ByteView {
  /// Returns whether XML markup begins here. OpenStep and GNUstep data also begins with `<` but is
  /// not markup.
  func beginsXML(at start: Int) -> Bool {
    guard byte(orZeroAt: start) == UInt8(ascii: "<") else { return false }
    let next = byte(orZeroAt: start + 1)
    // GNUstep values, empty data, and merge conflict markers.
    if [UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: ">"), UInt8(ascii: "<")].contains(next) {
      return false
    }
    let end = skipSpace(from: start + 1)
    guard byte(orZeroAt: end).hexadecimalValue != nil else { return end == start + 1 }
    return XMLElement.allCases.contains { beginsTag($0.name, at: start + 1) }
  }

  private func beginsTag(_ name: StaticString, at start: Int) -> Bool {
    guard matches(name, at: start) else { return false }
    let next = byte(orZeroAt: start + name.utf8CodeUnitCount)
    return next == UInt8(ascii: ">") || next == UInt8(ascii: "/") || next.isXMLSpace
  }
}
