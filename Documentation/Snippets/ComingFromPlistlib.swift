// The calls of Python's plistlib, one by one.
import Foundation
import PropertyLists

let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
defer { try? FileManager.default.removeItem(atPath: path) }
var settings = try Plist(contentsOfFile: "Examples/Data/settings.plist")
print(settings["theme"]?.stringValue ?? "none")  // prints dark
print(settings["window"]?["width"]?.intValue ?? 0)  // prints 960

settings["fontSize"] = 16
try settings.append("Latin", at: PlistPath("recentDecks"))
settings["icon"] = .data(Data([0, 1, 2]))
settings["opened"] = .date(Date(timeIntervalSinceReferenceDate: 0))
try settings.write(toFile: path, as: .binary)

let bytes = try settings.encoded(as: .xml)
let again = try Plist(bytes)
print(again["recentDecks"]?.elements?.count ?? 0)  // prints 3
for (key, value) in settings.pairs ?? [:] where value.kind == .data {
  print(key, value.dataValue?.count ?? 0)  // prints icon 3
}
