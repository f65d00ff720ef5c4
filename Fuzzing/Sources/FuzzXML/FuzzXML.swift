// Reads any text; its format is detected from its beginning.
import FuzzProperties
import PropertyLists

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = bytes(start, count)
  if PlistFormat.detect(input) == .binary { return -1 }
  _ = PlistDocument.diagnose(input, options: options)
  guard let document = read(input) else { return 0 }
  checkTree(document)
  checkRanges(document, input)
  return 0
}
