// Reads any bytes and writes the result as tables of strings.
import FuzzProperties

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  checkText(bytes(start, count), writing: .strings)
}
