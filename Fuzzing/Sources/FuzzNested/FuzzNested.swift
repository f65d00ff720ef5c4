// Reads any bytes as a property list or archive whose data is inspected, and as the data of
// another: the output is JSON, and the bytes of all data are kept.
import FuzzProperties
import KeyedArchives
import PropertyLists

/// The entry point of libFuzzer: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = bytes(start, count)
  if let document = read(input) {
    checkPlain(document)
    checkArchive(document)
  }
  checkInData(input)
  return 0
}

/// Options with limits so small that no input takes long.
private var small: KeyedArchive.JSONOptions {
  var options = KeyedArchive.JSONOptions()
  options.maximumExpansion = 1 << 18
  options.nestedData = .asContents
  return options
}

@discardableResult
private func checkPlain(_ document: PlistDocument) -> (json: [UInt8], warnings: [ArchiveError])? {
  var warnings: [ArchiveError] = []
  guard let json = try? document.root.jsonWithNestedData(small, warnings: &warnings) else {
    return nil
  }
  checkJSON(json)
  checkWarnings(warnings)
  return (json, warnings)
}

private func checkArchive(_ document: PlistDocument) {
  guard let archive = try? KeyedArchive(document) else { return }
  for identity in [KeyedArchive.JSONOptions.Identity.ofObjects, .ofEverything] {
    for classes in [KeyedArchive.JSONOptions.StandardClasses.asContents, .asFields] {
      var options = small
      (options.identity, options.standardClasses) = (identity, classes)
      var warnings: [ArchiveError] = []
      guard let json = try? archive.json(options, warnings: &warnings) else { continue }
      checkJSON(json)
      checkWarnings(warnings)
      options.nestedData = .asBytes
      check((try? archive.json(options)) != nil, "data that is not inspected is shown too")
    }
  }
}

/// The input as the data of a property list: its bytes are in the output, with their contents if
/// they begin like a property list and no warning says otherwise.
private func checkInData(_ input: [UInt8]) {
  let outer: Plist = [.data(Data(input)), "end"]
  guard let written = try? outer.encoded(as: .binary), let document = read([UInt8](written)),
    let (json, warnings) = checkPlain(document)
  else { return check(false, "data can be shown, whatever its bytes") }
  check(warnings.isEmpty || warnings.last?.path == PlistPath([.index(0)]), "a warning has the path")
  let text = String(decoding: json, as: UTF8.self)
  check(text.contains(Data(input).base64EncodedString()), "the bytes are shown")
  check(text.hasSuffix("\"end\"\n]\n"), "the following values are shown")
  guard PlistFormat.marked(Data(input)) == nil else { return }
  check(warnings.isEmpty && !text.contains("\"$plist\""), "data without a signature stays data")
}

private func checkJSON(_ json: [UInt8]) {
  var generous = PlistReadingOptions()
  generous.looseText = .json
  generous.maximumDepth = 60_000
  do throws(PlistError) {
    _ = try PlistDocument(json, options: generous)
  } catch {
    // Lone surrogates are kept as escapes.
    check(
      error.code == .depthLimit || error.code == .invalidText || error.code == .invalidReference,
      "what is shown is JSON: \(error)")
  }
}

private func checkWarnings(_ warnings: [ArchiveError]) {
  check(warnings.count <= 100, "there are at most 100 warnings")
  check(
    warnings.allSatisfy { !$0.message.isEmpty && $0.position != nil }, "a warning has a location")
}
