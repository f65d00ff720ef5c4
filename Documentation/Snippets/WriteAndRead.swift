// Writes a value as XML, reads it again and changes it.
import PropertyLists

let settings: Plist = ["theme": "dark", "fontSize": 14, "window": ["width": 960, "height": 640]]
let xml = try settings.encoded(as: .xml)

var again = try Plist(xml)
again["fontSize"] = 16
print(again[try PlistPath("window.width")]?.intValue ?? 0)  // prints 960
