// Converts a binary property list; without a conversion it is written again byte for byte.
import DurableFiles
import PropertyLists

let bytes = try FileContents.read("Examples/Data/settings.plist")
let settings = try PlistDocument(bytes)
print(settings.format ?? .json)  // prints binary

let xml = try settings.encoded(as: .xml)
print(xml.count, "bytes of XML")  // prints 631 bytes of XML

var compact = PlistWritingOptions()
compact.keyOrder = .sorted
compact.layout = .compact
let json = try settings.encoded(as: .json, options: compact)
print(String(decoding: json.prefix(40), as: UTF8.self))
// prints {"fontSize":14,"lastOpened":"2026-11-20T

let same = try settings.encoded(as: .binary)
print(same == Data(bytes))  // prints true
