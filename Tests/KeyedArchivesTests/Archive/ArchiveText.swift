// Small archives in XML, assembled from the text of their objects; and JSON without its white
// space.

import Foundation
import KeyedArchives
import PropertyLists

/// The text of an archive. The first object is `$null`; `root` is the second.
struct ArchiveText {
  var objects: [String]
  var top = "<key>root</key>\(ref(1))"
  var version = "<integer>100000</integer>"
  var archiver = "<string>NSKeyedArchiver</string>"

  init(_ objects: String..., top: String? = nil) {
    self.objects = objects
    if let top { self.top = top }
  }

  var text: String {
    """
    <plist version="1.0"><dict><key>$version</key>\(version)<key>$archiver</key>\(archiver)
    <key>$top</key><dict>\(top)</dict>
    <key>$objects</key><array><string>$null</string>
    \(objects.joined(separator: "\n"))
    </array></dict></plist>
    """
  }

  /// The archive without the carets that tests insert.
  var bytes: [UInt8] { Array(text.filter { $0 != "‸" }.utf8) }

  /// The offset of the caret.
  var caret: Int? {
    text.firstIndex(of: "‸").map { text.utf8.distance(from: text.startIndex, to: $0) }
  }

  func archive() throws -> KeyedArchive { try KeyedArchive(bytes) }

  /// The JSON of `$top`, without white space.
  func json(_ options: KeyedArchive.JSONOptions = .init()) throws -> String {
    let json = compact(try archive().json(options))
    guard let start = json.range(of: "\"$top\":{"), let end = json.range(of: "},\"$classes\":[")
    else { return json }
    return String(json[start.upperBound..<end.lowerBound])
  }
}

/// A reference to an object.
func ref(_ index: Int) -> String { "<dict><key>CF$UID</key><integer>\(index)</integer></dict>" }

/// A class record.
func record(_ name: String) -> String {
  "<dict><key>$classname</key><string>\(name)</string></dict>"
}

/// An object whose class record is at an index.
func object(_ classIndex: Int, _ fields: String = "") -> String {
  "<dict>\(fields)<key>$class</key>\(ref(classIndex))</dict>"
}

/// A field.
func field(_ key: String, _ value: String) -> String { "<key>\(key)</key>\(value)" }

/// An inline array.
func list(_ values: String...) -> String { "<array>\(values.joined())</array>" }

/// Text, integers and reals in XML.
func text(_ value: String) -> String { "<string>\(value)</string>" }
func number(_ value: Int) -> String { "<integer>\(value)</integer>" }

/// JSON without the white space between its parts.
func compact(_ json: [UInt8]) -> String {
  var (kept, isInside, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
  for byte in json {
    if isInside || !" \n".utf8.contains(byte) { kept.append(byte) }
    if byte == UInt8(ascii: "\""), !isEscaped { isInside.toggle() }
    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
  }
  return String(decoding: kept, as: UTF8.self)
}

extension KeyedArchive.JSONOptions {
  static var withIdentity: Self {
    var options = Self()
    options.identity = .ofEverything
    return options
  }

  static var raw: Self {
    var options = Self()
    options.standardClasses = .asFields
    return options
  }
}
