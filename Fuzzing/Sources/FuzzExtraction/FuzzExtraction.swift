// Extracts single values of any XML or binary property list, and reads the whole of it. Where the
// extraction does not give up, the value is the same.
import FuzzProperties
import PropertyLists

/// The maximum number of values that are extracted from one input.
private let mostPaths = 12

/// The entry point of libFuzzer: one input; −1 keeps it out of the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = bytes(start, count)
  let format = PlistFormat.detect(input)
  guard format == .binary || format == .xml else { return -1 }
  let document = read(input)
  for path in document.map(paths) ?? guesses {
    guard let value = extracted(input, path, isBinary: format == .binary) else { continue }
    guard let document else {
      // Only a part of a binary file is judged.
      check(format == .binary, "an invalid text has no value")
      checkTree(value.document)
      continue
    }
    guard let node = try? document.root.value(at: path) else {
      check(false, "the value is in the document: \(path)")
      continue
    }
    checkSame(value, node, path)
  }
  return 0
}

private func extracted(_ input: [UInt8], _ path: PlistPath, isBinary: Bool) -> ExtractedValue? {
  if !isBinary {
    // Most inputs are shorter than the usual part.
    return ExtractedValue(
      ofXMLFileAt: path, byteCount: input.count, options: options, partSize: 64
    ) { Array(input[$0]) }
  }
  return ExtractedValue(ofBinaryFileAt: path, byteCount: input.count, options: options) {
    Array(input[$0])
  }
}

private func checkSame(_ value: ExtractedValue, _ node: PlistNode, _ path: PlistPath) {
  check(value.node.kind == node.kind, "the kind is the same: \(path)")
  check(
    written(value.node, .typedJSON) == written(node, .typedJSON)
      && written(value.node, .binary) == written(node, .binary), "the value is the same: \(path)")
}

/// What a writer makes of a value; nil if it fails.
private func written(_ node: PlistNode, _ format: PlistFormat) -> [UInt8]? {
  (try? node.encoded(as: format)).map { [UInt8]($0) }
}

/// The paths of some values: the first and the last children of each container.
private func paths(_ document: PlistDocument) -> [PlistPath] {
  var found: [PlistPath] = []
  var open: [(node: PlistNode, path: PlistPath)] = [(document.root, PlistPath())]
  var next = 0
  while next < open.count, found.count < mostPaths {
    let (node, path) = open[next]
    next += 1
    for position in 0..<node.count where position < 3 || position == node.count - 1 {
      if node.kind == .dictionary {
        guard let key = node.key(at: position)?.stringValue, let child = node[key] else { continue }
        open.append((child, path.appending(.key(key))))
      } else if let child = node[position] {
        open.append((child, path.appending(.index(position))))
      } else {
        continue
      }
      found.append(open[open.count - 1].path)
    }
  }
  return found
}

/// Paths that an invalid input may have.
private let guesses: [PlistPath] =
  ["a", "name", "key", "$objects", "$top"].map {
    PlistPath([.key($0)])
  } + (0..<3).map { PlistPath([.index($0)]) }
