// Reads any bytes, writes the result in every format, reads that, and compares; decodes and encodes
// it as a value of any kind.
import FuzzProperties
import PropertyLists

/// The entry point of libFuzzer: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let document = read(bytes(start, count)) else { return 0 }
  checkRoundTrip(document, .xml)
  checkRoundTrip(document, .binary)
  _ = try? document.encoded(as: .json)
  checkTypedJSON(document)
  var sorted = PlistWritingOptions()
  sorted.keyOrder = .sorted
  _ = try? document.encoded(as: .xml, options: sorted)
  _ = try? document.encoded(as: .binary, options: sorted)
  guard document.depth < 64, document.nodeCount < 2000 else { return 0 }
  if let value = try? PlistDecoder().decode(Anything.self, from: document) {
    check((try? PlistEncoder().document(value)) != nil, "a decoded value can be encoded")
  }
  return 0
}
