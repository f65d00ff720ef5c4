// Properties of every input: reading gives an error with a location or a document; the value tree,
// the table and typed decoding agree; output can be read and is equal.
public import PropertyLists

/// Limits small enough that no input takes long.
public let options: PlistReadingOptions = {
  var options = PlistReadingOptions()
  options.maximumExpansion = 1 << 18
  return options
}()

/// The bytes from the fuzzer.
public func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: count))
}

/// Reads the bytes; an error must have a message and a location inside the input.
public func read(_ bytes: [UInt8]) -> PlistDocument? {
  do throws(PlistError) {
    return try PlistDocument(bytes, options: options)
  } catch {
    check(!error.message.isEmpty, "an error has a message")
    check(
      (error.position?.offset ?? 0) <= bytes.count, "the location of an error is inside the input")
    return nil
  }
}

/// The table and the tree created from it agree.
public func checkTree(_ document: PlistDocument) {
  do throws(PlistError) {
    let tree = try Plist(document)
    var budget = 20_000
    check(agrees(tree, document.root, &budget), "table and tree agree")
  } catch {
    let reasons: [PlistError.Code] = [
      .depthLimit, .equivalentKeys, .combiningLimit, .keyNotString,
    ]
    check(reasons.contains(error.code), "a tree is rejected only for depth or keys")
    check(
      error.code != .keyNotString || hasOtherKeys(document.root),
      "keys are refused where one is not a string")
  }
}

/// Every node has its range in the input.
public func checkRanges(_ document: PlistDocument, _ bytes: [UInt8]) {
  var waiting = [document.root]
  var budget = 2_000
  while let node = waiting.popLast(), budget > 0 {
    budget -= 1
    guard let range = node.sourceRange else { continue }
    check(
      range.lowerBound < range.upperBound && range.upperBound <= bytes.count,
      "a node has bytes in the input")
    waiting.append(contentsOf: node.children.prefix(50))
  }
}

/// Writing gives an error with a reason, or output that reads as equal.
public func checkRoundTrip(_ document: PlistDocument, _ format: PlistFormat) {
  let written: [UInt8]
  do throws(PlistError) {
    written = [UInt8](try document.encoded(as: format))
  } catch {
    let reasons: [PlistError.Code] = [
      .notRepresentable, .expansionLimit, .depthLimit, .keyNotString,
    ]
    check(reasons.contains(error.code), "writing is rejected with a reason")
    check(
      error.code != .keyNotString || format != .binary && hasOtherKeys(document.root),
      "keys are refused where one is not a string")
    return
  }
  do throws(PlistError) {
    var generous = PlistReadingOptions()
    generous.maximumExpansion = 64 << 20
    let again = try PlistDocument(written, options: generous)
    var budget = 20_000
    check(
      isEqual(document.root, again.root, asText: format == .xml, &budget),
      "output reads as equal")
    let twice = [UInt8](try again.encoded(as: format))
    check(format == .xml || twice == written, "writing a document again gives the same bytes")
  } catch {
    check(false, "output can be read: \(error)")
  }
}

/// Stops the fuzzer.
public func check(_ condition: Bool, _ property: @autoclosure () -> String) {
  if !condition { fatalError("violated: \(property())") }
}

func agrees(_ tree: Plist, _ node: PlistNode, _ budget: inout Int) -> Bool {
  budget -= 1
  if budget < 0 { return true }
  switch tree {
  case .null: return node.kind == .null
  case .bool(let value): return node.boolValue == value
  case .integer(let value): return node.integerValue == value
  case .real(let value): return node.realValue?.bitPattern == value.bitPattern
  case .date(let value): return sameInstant(node.dateValue, value)
  case .data(let value): return node.dataValue == value
  case .string(let value):
    return node.stringValue.map { Array($0.utf8) == Array(value.utf8) } ?? false
  case .uid(let value): return node.uidValue == value
  case .array(let values), .set(let values):
    return values.count == node.count
      && values.indices.allSatisfy { index in
        node[index].map { agrees(values[index], $0, &budget) } ?? false
      }
  case .dictionary(let pairs):
    return pairs.count == node.count
      && pairs.allSatisfy { key, value in
        node[key].map { agrees(value, $0, &budget) } ?? false
      }
  }
}

private func sameInstant(_ left: Date?, _ right: Date?) -> Bool {
  left?.timeIntervalSinceReferenceDate.bitPattern
    == right?.timeIntervalSinceReferenceDate.bitPattern
}

/// Whether some dictionary has a key that is not a string, as far as a bounded traversal visits;
/// true if it ends before the document.
func hasOtherKeys(_ root: PlistNode) -> Bool {
  var waiting = [root]
  var budget = 20_000
  while let node = waiting.popLast() {
    budget -= 1
    if budget < 0 { return true }
    if node.kind == .dictionary,
      (0..<node.count).contains(where: { node.key(at: $0)?.kind != .string })
    {
      return true
    }
    waiting += node.children
  }
  return false
}

/// Whether two documents have the same contents, including kinds of keys, with any NaN equal to any
/// other. Lone surrogates are compared as U+FFFD.
public func isEqualInAnyFormat(_ left: PlistNode, _ right: PlistNode, _ budget: inout Int) -> Bool {
  isEqual(left, right, asText: false, anyNaN: true, &budget)
}

/// Whether two documents have the same contents. XML keeps whole seconds, and reals as numbers.
private func isEqual(
  _ left: PlistNode, _ right: PlistNode, asText: Bool, anyNaN: Bool = false,
  _ budget: inout Int
) -> Bool {
  budget -= 1
  if budget < 0 { return true }
  guard left.kind == right.kind, left.count == right.count else { return false }
  switch left.kind {
  case .real:
    let (a, b) = (left.realValue ?? 0, right.realValue ?? 1)
    return isEqual(a, b, asText: asText) || anyNaN && a.isNaN && b.isNaN
  case .date:
    let (a, b) = (
      left.dateValue?.timeIntervalSinceReferenceDate ?? 0,
      right.dateValue?.timeIntervalSinceReferenceDate ?? 1
    )
    if anyNaN, a.isNaN, b.isNaN { return true }
    return asText ? a.rounded(.down) == b : a.bitPattern == b.bitPattern
  case .array, .set:
    return (0..<left.count).allSatisfy { index in
      guard let a = left[index], let b = right[index] else { return false }
      return isEqual(a, b, asText: asText, anyNaN: anyNaN, &budget)
    }
  case .dictionary:
    return (0..<left.count).allSatisfy { index in
      guard let a = left.value(at: index), let b = right.value(at: index) else { return false }
      guard let key = left.key(at: index), let other = right.key(at: index) else { return false }
      return isEqual(key, other, asText: asText, anyNaN: anyNaN, &budget)
        && isEqual(a, b, asText: asText, anyNaN: anyNaN, &budget)
    }
  default:
    return left.boolValue == right.boolValue && left.integerValue == right.integerValue
      && left.dataValue == right.dataValue && left.uidValue == right.uidValue
      && left.stringValue.map { Array($0.utf8) } == right.stringValue.map { Array($0.utf8) }
  }
}

private func isEqual(_ left: Double, _ right: Double, asText: Bool) -> Bool {
  if !asText { return left.bitPattern == right.bitPattern }
  return left == right || left.isNaN && right.isNaN
}
