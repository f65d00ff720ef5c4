// Reads any bytes as text in each single-byte encoding, which the first byte chooses: the result
// equals that of the same text in UTF-8.
import FuzzProperties
import PropertyLists

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let all = bytes(start, count)
  guard let choice = all.first else { return -1 }
  let encodings = SingleByteEncoding.allCases
  let encoding = encodings[Int(choice) % encodings.count]
  let input = Array(all.dropFirst())
  var chosen = options
  chosen.encoding = encoding
  _ = PlistDocument.diagnose(input, options: chosen)
  _ = PlistDocument.diagnoseStyle(input, options: chosen)
  do throws(PlistError) {
    let document = try PlistDocument(input, options: chosen)
    checkTree(document)
    checkRanges(document, input)
    checkRoundTrip(document, .binary)
    if encoding == .latin1 { checkLatin1(document, input) }
  } catch {
    check(!error.message.isEmpty, "an error has a message")
    check(
      (error.position?.offset ?? 0) <= input.count, "the location of an error is inside the input")
  }
  return 0
}

/// Each byte of ISO 8859-1 is the scalar of its number. XML would continue with the encoding that
/// it declares.
private func checkLatin1(_ document: PlistDocument, _ input: [UInt8]) {
  guard document.format != .binary, document.format != .xml, let first = input.first, first > 0,
    !(input.count > 1 && input[1] == 0), !input.starts(with: [0xFE, 0xFF]),
    !input.starts(with: [0xFF, 0xFE]), !input.starts(with: [0xEF, 0xBB, 0xBF])
  else { return }
  let text = String(String.UnicodeScalarView(input.map { Unicode.Scalar($0) }))
  guard let same = try? PlistDocument(Array(text.utf8), options: options) else {
    return check(false, "the text in UTF-8 is read too")
  }
  check(
    (try? same.encoded(as: .binary)) == (try? document.encoded(as: .binary)),
    "the text in UTF-8 is the same")
}
