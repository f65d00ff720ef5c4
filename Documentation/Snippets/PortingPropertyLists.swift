// The equivalents of NSPropertyListSerialization's calls, and the purpose of its mutability
// options.
import FoundationBridge
import PropertyLists

let plist: [String: Any] = ["name": "James", "kids": ["Nicolas", "Juliana"], "age": 40]
let data = try PlistSerialization.data(fromPropertyList: plist, format: .xml, options: 0)

var format = PropertyListSerialization.PropertyListFormat.binary
let read = try PlistSerialization.propertyList(
  from: data, options: .mutableContainers, format: &format)
print(format == .xml)  // prints true

if let tree = read as? NSMutableDictionary,
  let kids = tree.plistObject(forKey: "kids") as? NSMutableArray
{
  kids.add("Jim")
  print(tree["kids"] as? [String] ?? [])  // prints ["Nicolas", "Juliana", "Jim"]
}

do {
  _ = try PlistSerialization.propertyList(from: Data("<plist><array>\n<true></array>".utf8))
} catch {
  print(error.position?.line ?? 0, error.path)  // prints 2 [0]
}
