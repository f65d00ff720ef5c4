// Properties of the text formats: any bytes are read or rejected, strictly and leniently; the
// result is written in the same format and reads as equal.
public import PropertyLists

/// Reads any bytes as text, and writes the result in one text format.
///
/// - Returns: The result for libFuzzer: −1 for binary input, which stays out of the corpus.
public func checkText(_ input: [UInt8], writing format: PlistFormat) -> CInt {
  if PlistFormat.detect(input) == .binary { return -1 }
  checkReading(input, format)
  return 0
}

private func checkReading(_ input: [UInt8], _ format: PlistFormat) {
  var strict = options
  strict.strictness = .strict
  let strictly = try? PlistDocument(input, options: strict)
  guard let document = read(input) else {
    check(strictly == nil, "input that strict mode accepts is read leniently")
    return
  }
  _ = PlistDocument.diagnose(input, options: options)
  check(document.warnings.count <= 100, "the number of warnings is limited")
  checkTree(document)
  checkRanges(document, input)
  checkOtherKeys(document, format)
  guard let tree = try? Plist(document) else { return }
  if let strictly {
    var budget = 20_000
    check(agrees(tree, strictly.root, &budget), "strict and lenient reading agree")
  }
  checkWriting(tree, format)
  // Documents have more than a tree: quotes, comments, encodings.
  for target in [format, .xml, .binary] { checkDocument(document, tree, target) }
}

/// A document with keys that are not strings survives in the formats that support them.
private func checkOtherKeys(_ document: PlistDocument, _ format: PlistFormat) {
  guard hasOtherKeys(document.root) else { return }
  checkTypedJSON(document)
  for target in [.binary, format] as [PlistFormat] {
    guard let written = try? document.encoded(as: target) else { continue }
    check(target == .binary || target == .gnuStep, "only some formats have keys of all kinds")
    guard let again = readBack(written) else { return }
    var budget = 20_000
    check(
      isEqualInAnyFormat(document.root, again.root, &budget),
      "keys that are not strings come back from \(target)")
  }
}

/// The output for a document, which must be readable.
private func readBack(_ written: Data) -> PlistDocument? {
  var reading = options
  reading.maximumExpansion = 64 << 20
  let again = try? PlistDocument(written, options: reading)
  check(again != nil, "output for a document can be read")
  return again
}

/// The output for a document equals that for its tree.
private func checkDocument(_ document: PlistDocument, _ tree: Plist, _ format: PlistFormat) {
  guard let written = try? document.encoded(as: format) else { return }
  let isWhole = format == .xml || format == .binary
  guard isWhole || isHeld(tree, format) else { return }
  // A font has unquoted numbers from strings of its text as well as from numbers.
  if format == .glyphs, holds(tree, isInteger) { return }
  guard let again = readBack(written) else { return }
  var budget = 20_000
  check(
    format == .xml && holds(tree, isRounded) || agrees(tree, again.root, &budget),
    "what was written of a document reads as equal")
}

/// Whether there is a value of some kind.
private func holds(_ tree: Plist, _ isMeant: (Plist) -> Bool) -> Bool {
  var waiting = [tree]
  while let value = waiting.popLast() {
    if isMeant(value) { return true }
    switch value {
    case .array(let elements), .set(let elements): waiting += elements
    case .dictionary(let pairs): waiting += pairs.values
    default: break
    }
  }
  return false
}

/// Whether XML rounds a number: it keeps whole seconds and one way to write a NaN.
private func isRounded(_ value: Plist) -> Bool {
  switch value {
  case .date, .real: true
  default: false
  }
}

private func isInteger(_ value: Plist) -> Bool {
  if case .integer = value { true } else { false }
}

/// Supported values survive a round trip.
private func checkWriting(_ tree: Plist, _ format: PlistFormat) {
  guard let written = try? tree.encoded(as: format) else {
    check(!isHeld(tree, format), "supported values are written")
    return
  }
  var reading = options
  reading.maximumExpansion = 64 << 20
  reading.numbers = format == .glyphs ? .typed : .asText
  do throws(PlistError) {
    let again = try PlistDocument(written, options: reading)
    var budget = 20_000
    if isHeld(tree, format) {
      check(agrees(tree, again.root, &budget), "output reads as equal")
    }
  } catch {
    check(
      [.equivalentKeys, .combiningLimit].contains(error.code),
      "output can be read: \(error)")
  }
}

/// Whether a format supports every value and keeps its kind.
private func isHeld(_ tree: Plist, _ format: PlistFormat) -> Bool {
  var waiting = [tree]
  while let value = waiting.popLast() {
    switch value {
    case .string, .data: break
    case .array(let elements): waiting += elements
    case .dictionary(let pairs): waiting += pairs.values
    case .integer(let number):
      if format != .glyphs && format != .gnuStep || Int64(exactly: number) == nil { return false }
    case .bool: if format != .gnuStep { return false }
    case .real(let number):
      // Whole and extreme numbers of a font are written in its style: as other text.
      if format != .gnuStep || !number.isFinite { return false }
    case .null, .date, .uid, .set: return false
    }
  }
  if format == .strings, case .dictionary = tree { return true }
  return format != .strings
}

/// Any document survives a round trip through typed JSON.
public func checkTypedJSON(_ document: PlistDocument) {
  guard let written = try? document.encoded(as: .typedJSON) else { return }
  var generous = PlistReadingOptions()
  generous.maximumExpansion = 64 << 20
  generous.strictness = .strict
  generous.looseText = .json
  do throws(PlistError) {
    let again = try PlistDocument(written, options: generous)
    var budget = 20_000
    check(
      isEqualInAnyFormat(document.root, again.root, &budget), "typed JSON loses nothing")
    check(try again.encoded(as: .typedJSON) == written, "typed JSON is written the same again")
  } catch {
    check(false, "typed JSON can be read: \(error)")
  }
}
