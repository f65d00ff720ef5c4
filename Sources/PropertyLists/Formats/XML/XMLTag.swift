// Tags of property lists. The fast path compares eight bytes at once, for tags as Apple's software
// writes them. The general path supports attributes, white space and empty elements.

/// The elements of the property list document type.
enum XMLElement: UInt8, CaseIterable {
  case plist, array, dict, key, string, data, date, real, integer, `true`, `false`

  var name: StaticString {
    switch self {
    case .plist: "plist"
    case .array: "array"
    case .dict: "dict"
    case .key: "key"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .real: "real"
    case .integer: "integer"
    case .true: "true"
    case .false: "false"
    }
  }

  /// Whether the element is a Boolean, whose plain tag is empty.
  var hasNoContents: Bool { self == .true || self == .false }

  var closingTag: StaticString {
    switch self {
    case .plist: "</plist>"
    case .array: "</array>"
    case .dict: "</dict>"
    case .key: "</key>"
    case .string: "</string>"
    case .data: "</data>"
    case .date: "</date>"
    case .real: "</real>"
    case .integer: "</integer>"
    case .true: "</true>"
    case .false: "</false>"
    }
  }
}

/// A tag: `<name …>`, `<name …/>` or `</name>`.
struct XMLTag {
  var element: XMLElement
  var isClosing = false
  var isEmpty = false
  /// The number of bytes from `<` to `>`.
  var length: Int
  /// The position after `>`.
  var end: Int
}

extension ByteView {
  /// Returns the tag at a `<` if it is one of the plain ones; nil if it needs the general path.
  @inline(__always)
  func plainTag(at position: Int) -> XMLTag? {
    let word = word(at: position)
    let five = word & 0xFF_FFFF_FFFF
    let six = word & 0xFFFF_FFFF_FFFF
    let seven = word & 0xFF_FFFF_FFFF_FFFF
    if five == packed("<key>") { return XMLTag(element: .key, length: 5, end: position &+ 5) }
    if word == packed("<string>") { return XMLTag(element: .string, length: 8, end: position &+ 8) }
    if word == packed("<integer"), byte(orZeroAt: position &+ 8) == UInt8(ascii: ">") {
      return XMLTag(element: .integer, length: 9, end: position &+ 9)
    }
    if six == packed("<real>") { return XMLTag(element: .real, length: 6, end: position &+ 6) }
    if six == packed("<dict>") { return XMLTag(element: .dict, length: 6, end: position &+ 6) }
    if seven == packed("</dict>") {
      return XMLTag(element: .dict, isClosing: true, length: 7, end: position &+ 7)
    }
    return rarerPlainTag(word, six: six, seven: seven, position: position)
  }

  private func rarerPlainTag(_ word: UInt64, six: UInt64, seven: UInt64, position: Int) -> XMLTag? {
    if seven == packed("<array>") { return XMLTag(element: .array, length: 7, end: position &+ 7) }
    if word == packed("</array>") {
      return XMLTag(element: .array, isClosing: true, length: 8, end: position &+ 8)
    }
    if seven == packed("<true/>") {
      return XMLTag(element: .true, isEmpty: true, length: 7, end: position &+ 7)
    }
    if word == packed("<false/>") {
      return XMLTag(element: .false, isEmpty: true, length: 8, end: position &+ 8)
    }
    if six == packed("<date>") { return XMLTag(element: .date, length: 6, end: position &+ 6) }
    if six == packed("<data>") { return XMLTag(element: .data, length: 6, end: position &+ 6) }
    return nil
  }

  /// Returns the end of the closing tag at `position` if it has exactly the name that is between
  /// `opening` and `>`, which has at most eight bytes with that `>`; nil otherwise.
  @inline(__always)
  func endOfClosingTag(at position: Int, after opening: Range<Int>) -> Int? {
    let length = opening.count &- 1
    guard length <= 8, matches("</", at: position) else { return nil }
    let difference = word(at: position &+ 2) ^ word(at: opening.lowerBound &+ 1)
    return difference << UInt64(truncatingIfNeeded: 64 &- 8 &* length) == 0
      ? position &+ 2 &+ length : nil
  }

  /// Returns the end of the closing tag at `position` if it is that of an element in its plain form.
  @inline(never)
  func endOfClosingTag(at position: Int, of element: XMLElement) -> Int? {
    matches(element.closingTag, at: position)
      ? position + element.closingTag.utf8CodeUnitCount : nil
  }

  /// Returns the length of the element name that begins at `position`.
  func nameLength(at position: Int) -> Int {
    var end = position
    while end < count, !self[end].isXMLSpace, self[end] != UInt8(ascii: ">"),
      self[end] != UInt8(ascii: "/"), self[end] != UInt8(ascii: "<"), end - position < 64
    { end += 1 }
    return end - position
  }

  /// Returns the element with the name at `position`.
  func element(at position: Int, nameLength: Int) -> XMLElement? {
    XMLElement.allCases.first {
      $0.name.utf8CodeUnitCount == nameLength && matches($0.name, at: position)
    }
  }
}
