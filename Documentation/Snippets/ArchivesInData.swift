// An archive in the data of a property list, as JSON.
import KeyedArchives
import PropertyLists

let stamps = try PlistDocument(contentsOfFile: "Examples/Data/stamps.archive")
let settings: Plist = ["window": ["state": .data(try stamps.encoded(as: .binary))]]
let document = try PlistDocument(Array(settings.encoded(as: .xml)))

var warnings: [ArchiveError] = []
let json = try document.root.jsonWithNestedData(warnings: &warnings)
let text = String(decoding: json, as: UTF8.self)
print(text.contains(#""$archive": {"#), warnings.count)  // prints true 0
print(text.contains(#""$class": "StampCollection""#))  // prints true
