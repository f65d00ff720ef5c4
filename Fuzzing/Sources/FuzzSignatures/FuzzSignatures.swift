// Reads any bytes after the signature of some kind of file: another kind of file is identified,
// with advice, and data has a signature only if its format does.
import FuzzProperties
import PropertyLists

/// Beginnings of files, one scalar a byte: the first byte of the input chooses one.
private let marks = [
  "", "bplist00", "bplist1", "<?xml version=\"1.0\"?>", "<plist>", "<!DOCTYPE plist",
  "\u{EF}\u{BB}\u{BF}",
  "\u{FF}\u{FE}<\0?\0x\0m\0l\0", "\u{FE}\u{FF}\0<\0p\0l\0i\0s\0t", "<!DOCTYPE html>", "<html>",
  "<svg ",
  "\u{30}\u{82}\u{4}\0\u{6}\u{9}\u{2A}\u{86}\u{48}\u{86}\u{F7}\u{D}\u{1}\u{7}", "\u{30}\u{84}",
  "NIBArchive", "\u{4}\u{B}streamtyped", "\u{1F}\u{8B}", "BZh", "PK\u{3}\u{4}", "MZ", "koly",
  "-----BEGIN ", "version https://git-lfs", "SQLite format 3\0", "%PDF-", "---\n", "ID3", "II*\0",
]

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let all = bytes(start, count)
  guard let choice = all.first else { return -1 }
  let mark = marks[Int(choice) % marks.count].unicodeScalars.map {
    UInt8(truncatingIfNeeded: $0.value)
  }
  let input = mark + all.dropFirst()
  checkMark(input)
  do throws(PlistError) {
    _ = try PlistDocument(input, options: options)
  } catch {
    check(!error.message.isEmpty, "an error has a message")
    check(
      (error.position?.offset ?? 0) <= input.count, "the location of an error is inside the input")
    guard error.code == .otherFormat else { return 0 }
    check(error.message.hasPrefix("this is "), "another kind of file has a name")
    check(error.suggestion?.isEmpty == false, "another kind of file has advice")
  }
  return 0
}

private func checkMark(_ input: [UInt8]) {
  let (marked, detected) = (PlistFormat.marked(Data(input)), PlistFormat.detect(input))
  check(marked == nil || detected == nil || marked == detected, "a signature is that of the format")
  check(detected != .binary || marked == .binary, "a binary file has a signature")
}
