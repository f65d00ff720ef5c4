// Reads any bytes as a binary property list.
import FuzzProperties
import PropertyLists

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = bytes(start, count)
  guard PlistFormat.detect(input) == .binary else { return -1 }
  _ = PlistDocument.diagnose(input, options: options)
  let document = read(input)
  checkDecoding(input, document)
  guard let document else { return 0 }
  checkTree(document)
  checkRanges(document, input)
  checkRoundTrip(document, .binary)
  checkTypedJSON(document)
  return 0
}
