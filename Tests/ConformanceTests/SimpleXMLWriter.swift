// A second writer of XML property lists, written only from the description of Apple's form, to
// determine which files have that form. The text of reals is not part of it: a file's own text is
// kept.

import Foundation

/// Writes a value as Apple's software does.
struct SimpleXMLWriter {
  private var lines: [String] = []

  /// The lines of the file; each real is `<real>…</real>`.
  static func lines(_ value: SimpleValue) -> [String] {
    var writer = SimpleXMLWriter()
    writer.write(value, 0)
    return writer.lines
  }

  /// Whether a file is in Apple's form, except for the text of reals; either document type is
  /// accepted.
  static func followsConvention(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self),
      let value = try? SimpleReader.read(bytes)
    else { return false }
    let types = ["Apple", "Apple Computer"].map { name in
      "<!DOCTYPE plist PUBLIC \"-//\(name)//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
    }
    return types.contains { type in
      let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(type)<plist version=\"1.0\">\n"
      let body = Self.lines(value).joined(separator: "\n")
      return withoutReals(text).utf8.elementsEqual((head + body + "\n</plist>\n").utf8)
    }
  }

  private static func withoutReals(_ text: String) -> String {
    text.replacing(/<real>[^<]*<\/real>/, with: "<real>…</real>")
  }

  private mutating func line(_ depth: Int, _ text: String) {
    lines.append(String(repeating: "\t", count: depth) + text)
  }

  private mutating func write(_ value: SimpleValue, _ depth: Int) {
    switch value {
    case .bool(let value): line(depth, value ? "<true/>" : "<false/>")
    case .integer(let value): line(depth, "<integer>\(value)</integer>")
    case .real: line(depth, "<real>…</real>")
    case .date(let bits):
      let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
      line(depth, "<date>\(date.formatted(.iso8601))</date>")
    case .string(let text): line(depth, "<string>\(escaped(text))</string>")
    case .data(let bytes): write(bytes, depth)
    case .uid(let value):
      write(.dictionary([.init(key: Array("CF$UID".utf8), value: .integer(Int128(value)))]), depth)
    case .array(let elements):
      if elements.isEmpty { return line(depth, "<array/>") }
      line(depth, "<array>")
      for element in elements { write(element, depth + 1) }
      line(depth, "</array>")
    case .dictionary(let pairs):
      if pairs.isEmpty { return line(depth, "<dict/>") }
      line(depth, "<dict>")
      for pair in pairs {
        line(depth + 1, "<key>\(escaped(pair.key))</key>")
        write(pair.value, depth + 1)
      }
      line(depth, "</dict>")
    case .null, .set: line(depth, "no form")
    }
  }

  private mutating func write(_ bytes: [UInt8], _ depth: Int) {
    let text = Array(Data(bytes).base64EncodedString().utf8)
    let width = 76 - 8 * min(depth, 8)
    line(depth, "<data>")
    for start in stride(from: 0, to: text.count, by: width) {
      let part = text[start..<min(start + width, text.count)]
      line(min(depth, 8), String(decoding: part, as: UTF8.self))
    }
    line(depth, "</data>")
  }

  private func escaped(_ text: [UInt8]) -> String {
    var bytes: [UInt8] = []
    for byte in text {
      switch byte {
      case 0x3C: bytes += Array("&lt;".utf8)
      case 0x3E: bytes += Array("&gt;".utf8)
      case 0x26: bytes += Array("&amp;".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
