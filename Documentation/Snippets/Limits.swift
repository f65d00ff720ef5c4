// Reads untrusted input with custom limits.
import PropertyLists

var options = PlistReadingOptions()
options.maximumDepth = 16
options.maximumByteCount = 1 << 20

let nested = String(repeating: "<array>", count: 17)
do {
  _ = try PlistDocument(Array(nested.utf8), options: options)
} catch {
  print(error.code, error.position?.offset ?? 0)  // prints depth-limit 112
}
