// Reads any bytes as JSON, and compares the result with a round trip through typed JSON.
import FuzzProperties
import PropertyLists

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = bytes(start, count)
  if PlistFormat.detect(input) == .binary { return -1 }
  var json = options
  json.looseText = .json
  _ = PlistDocument.diagnose(input, options: json)
  guard let document = try? PlistDocument(input, options: json) else { return 0 }
  checkTree(document)
  checkRanges(document, input)
  checkTypedJSON(document)
  _ = try? document.encoded(as: .json)
  return 0
}
