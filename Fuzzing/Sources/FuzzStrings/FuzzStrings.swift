// Reads any bytes and writes what was read as tables of strings.
import FuzzProperties
import PropertyLists

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = bytes(start, count)
  if PlistFormat.detect(input) == .binary { return -1 }
  checkText(input, writing: .strings)
  return 0
}
