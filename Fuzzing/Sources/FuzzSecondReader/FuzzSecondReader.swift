// Reads any bytes twice, with the package and with the simple reader of the conformance tests:
// where both accept, the values agree. The other targets cover what one of them rejects.
import FuzzProperties
import PropertyLists

/// The simple reader recurses and searches from the start: larger inputs would only take long.
private let largest = 8_192

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  if count > largest { return -1 }
  let input = bytes(start, count)
  guard let document = read(input), let simple = try? SimpleReader.read(input) else { return 0 }
  let value = SimpleValue(document.root)
  check(value == simple, "both readers agree: \(value), \(simple)")
  return 0
}
