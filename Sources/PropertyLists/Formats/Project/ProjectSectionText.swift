// The text between two objects of a project: the marks of sections, and the objects that are added.

/// The text between two objects, in which objects are inserted by class.
struct ProjectSectionText {
  private(set) var bytes: [UInt8]
  private let lineBreak: [UInt8]
  private let line: [UInt8]
  /// The section at `position`; nil outside all sections.
  private var section: String?
  /// The offset after the last inserted object.
  private var position = 0

  /// - Parameters:
  ///   - line: The white space before an object.
  ///   - section: The class of the object before the text.
  init(_ bytes: [UInt8], lineBreak: [UInt8], line: [UInt8], section: String?) {
    self.bytes = bytes
    self.lineBreak = lineBreak
    self.line = line
    self.section = section
  }

  /// Inserts an object after those inserted before.
  mutating func insert(_ text: [UInt8], section name: String?) {
    if let name, section != name {
      if let begin = range(of: mark("Begin", of: name)) {
        position = begin.upperBound
      } else {
        return beginSection(name, text: text)
      }
      section = name
    }
    let object = lineBreak + line + text
    bytes.insert(contentsOf: object, at: position)
    position += object.count
  }

  /// Inserts a section with one object, after the current section.
  private mutating func beginSection(_ name: String, text: [UInt8]) {
    var hasMarks = section == nil
    if let section, let end = range(of: mark("End", of: section)) {
      position = end.upperBound
      hasMarks = true
    } else if section != nil {
      // The current section is new, and its end is part of the inserted text; or the project has no
      // marks.
      hasMarks = false
    }
    let object = lineBreak + line + text
    var added = object
    if hasMarks {
      added = lineBreak + lineBreak + mark("Begin", of: name) + object + lineBreak
      added += mark("End", of: name)
    }
    bytes.insert(contentsOf: added, at: position)
    if hasMarks {
      position += added.count - mark("End", of: name).count - lineBreak.count
    } else {
      position += added.count
    }
    section = name
  }

  /// Removes the marks of sections that have no objects.
  mutating func removeEmptySections() {
    let begin = Array("/* Begin ".utf8)
    var start = 0
    while let found = Self.range(of: begin, in: bytes, from: start) {
      start = found.upperBound
      guard let close = Self.range(of: Array(" section */".utf8), in: bytes, from: start) else {
        return
      }
      let name = String(decoding: bytes[start..<close.lowerBound], as: UTF8.self)
      let end = mark("End", of: name)
      var next = close.upperBound
      while next < bytes.count, bytes[next].isXMLSpace { next += 1 }
      guard bytes[next...].starts(with: end) else { continue }
      next += end.count
      // The line break before the section, with the empty line that precedes sections.
      var first = found.lowerBound
      var breaks = 0
      while first > 0, bytes[first - 1].isXMLSpace, breaks < 2 {
        first -= 1
        if bytes[first] == UInt8(ascii: "\n") { breaks += 1 }
      }
      if first > 0, bytes[first] == UInt8(ascii: "\n"), bytes[first - 1] == UInt8(ascii: "\r") {
        first -= 1
      }
      bytes.removeSubrange(first..<next)
      start = first
    }
  }

  private func mark(_ word: String, of name: String) -> [UInt8] {
    Array("/* \(word) \(name) section */".utf8)
  }

  private func range(of mark: [UInt8]) -> Range<Int>? {
    Self.range(of: mark, in: bytes, from: position)
  }

  private static func range(of part: [UInt8], in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var index = start
    while index + part.count <= bytes.count {
      if bytes[index] == part[0], bytes[index..<index + part.count].elementsEqual(part) {
        return index..<index + part.count
      }
      index += 1
    }
    return nil
  }
}
