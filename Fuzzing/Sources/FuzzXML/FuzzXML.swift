// Reads any text; its format is detected from its beginning. The same text is read again in a longer
// input, in which readers remember markup.
import FuzzProperties
import PropertyLists

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = bytes(start, count)
  if PlistFormat.detect(input) == .binary { return -1 }
  _ = PlistDocument.diagnose(input, options: options)
  let document = read(input)
  checkLonger(input, document)
  checkStrings(input)
  guard let document else { return 0 }
  checkTree(document)
  checkRanges(document, input)
  return 0
}

/// The strings that are decoded from the bytes are those of the document.
private func checkStrings(_ input: [UInt8]) {
  var limited = options
  (limited.maximumObjectCount, limited.maximumDepth) = (input.count % 8 - 1, input.count % 3 - 1)
  for options in [options, limited] {
    let decoder = PlistDecoder(options: options)
    let strings = try? decoder.decode([String: String].self, from: input)
    let document = try? PlistDocument(input, options: options)
    let expected = document.flatMap { try? decoder.decode([String: String].self, from: $0) }
    check(sortedFile(strings) == sortedFile(expected), "the same strings are decoded")
  }
}

/// Strings as bytes, which differ for strings that are equal but have other scalars.
private func sortedFile(_ strings: [String: String]?) -> Data? {
  var encoder = PlistEncoder(outputFormat: .binary)
  encoder.options.keyOrder = .sorted
  return strings.flatMap { try? encoder.encode($0) }
}

/// White space after a text does not change what is read.
private func checkLonger(_ input: [UInt8], _ document: PlistDocument?) {
  // In UTF-16, other bytes would be white space.
  let isUTF16 = input.starts(with: [0xFE, 0xFF]) || input.starts(with: [0xFF, 0xFE])
  if input.count > 16_384 || isUTF16 || input.contains(0) { return }
  let longer = input + [UInt8](repeating: UInt8(ascii: " "), count: 1 << 13)
  if let document {
    guard let again = read(longer) else { return check(false, "white space at the end is ignored") }
    var budget = 20_000
    check(isEqualInAnyFormat(document.root, again.root, &budget), "the same values are read")
    // A missing separator at the end of the text is at another location.
    check(
      document.warnings.map(\.error.code) == again.warnings.map(\.error.code),
      "the same warnings are found")
  } else if let error = failure(input), error.code != .unexpectedEnd,
    (error.position?.offset ?? 0) + 32 < input.count
  {
    check(failure(longer) == error, "the same error is found: \(error)")
  }
}

private func failure(_ input: [UInt8]) -> PlistError? {
  do throws(PlistError) { _ = try PlistDocument(input, options: options) } catch { return error }
  return nil
}
