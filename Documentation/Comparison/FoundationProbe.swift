// What Foundation does with the files of the comparison in README.md: Scripts/comparison compiles
// and runs this program.
//
//     FoundationProbe read FILE           prints “read”, or the error
//     FoundationProbe change FILE KEY TO  changes a string of a dictionary and writes the file as XML
//     FoundationProbe archive FILE        archives two objects that refer to each other, and reads them
//     FoundationProbe preferences         stores a preference and ends
//     FoundationProbe stored              prints the preference that is stored

import Foundation

final class Album: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  var cover: Picture?

  override init() {}
  init?(coder: NSCoder) { cover = coder.decodeObject(of: Picture.self, forKey: "cover") }
  func encode(with coder: NSCoder) { coder.encode(cover, forKey: "cover") }
}

final class Picture: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  var album: Album?

  override init() {}
  init?(coder: NSCoder) { album = coder.decodeObject(of: Album.self, forKey: "album") }
  func encode(with coder: NSCoder) { coder.encode(album, forKey: "album") }
}

func propertyList(_ file: String) throws -> Any {
  let data = try Data(contentsOf: URL(fileURLWithPath: file))
  return try PropertyListSerialization.propertyList(from: data, format: nil)
}

do {
  let arguments = CommandLine.arguments.dropFirst()
  switch arguments.first {
  case "read":
    _ = try propertyList(arguments[2])
    print("read")
  case "change":
    guard var values = try propertyList(arguments[2]) as? [String: Any] else { exit(1) }
    values[arguments[3]] = arguments[4]
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    try data.write(to: URL(fileURLWithPath: arguments[2]), options: .atomic)
  case "archive":
    let (album, picture) = (Album(), Picture())
    (album.cover, picture.album) = (picture, album)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: album, requiringSecureCoding: true)
    let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: Album.self, from: data)
    print(again?.cover?.album === again ? "read" : "damaged")
  case "preferences": UserDefaults.standard.set("dark", forKey: "theme")
  case "stored": print(UserDefaults.standard.string(forKey: "theme") ?? "nothing")
  default: exit(2)
  }
} catch {
  print("error: \(error)")
  exit(1)
}
