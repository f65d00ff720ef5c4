// Extraction of single values, for tests, and what can be seen of a value.

import Foundation
import PropertyLists
import TestSupport
import Testing

/// A path with the form that a command line has.
func path(_ text: String) throws -> PlistPath {
  try #require(try PlistPathPattern(text).path)
}

/// What can be seen of a value: its typed JSON and its binary form, or the errors.
struct VisibleValue: Equatable {
  /// The output of a writer, or its error.
  enum Written: Equatable {
    case bytes(Data)
    case failure(PlistError.Code)
  }

  var kind: PlistKind
  var json: Written
  var binary: Written
  var xml: Written
  var losses: [PlistError.Code]

  init(_ node: PlistNode) {
    kind = node.kind
    json = Self.written { () throws(PlistError) in try node.encoded(as: .typedJSON) }
    binary = Self.written { () throws(PlistError) in try node.encoded(as: .binary) }
    xml = Self.written { () throws(PlistError) in try node.encoded(as: .xml) }
    losses = node.losses(writtenAs: .xml).map(\.error.code)
  }

  private static func written(_ work: () throws(PlistError) -> Data) -> Written {
    do throws(PlistError) { return .bytes(try work()) } catch { return .failure(error.code) }
  }
}

/// The paths of some values of a document, with other spellings of their indexes.
func samplePaths(_ document: PlistDocument, limit: Int) -> [PlistPath] {
  var found: [PlistPath] = []
  var open: [(node: PlistNode, path: PlistPath)] = [(document.root, PlistPath())]
  var next = 0
  while next < open.count, found.count < limit {
    let (node, path) = open[next]
    next += 1
    // The first and the last children, so that deep values are reached.
    let count = node.count
    for position in 0..<count where position < 4 || position >= count - 2 {
      guard
        let child = node.kind == .dictionary ? node.value(at: position) : node[position]
      else { continue }
      if node.kind == .dictionary {
        guard let key = node.key(at: position)?.stringValue,
          node[key]?.isIdentical(to: child) == true
        else { continue }
        open.append((child, path.appending(.key(key))))
      } else {
        open.append((child, path.appending(.index(position))))
        found.append(path.appending(.key("\(position)")))
      }
      found.append(open[open.count - 1].path)
    }
  }
  return found
}

/// Extracts a value. XML is scanned in parts of some size, or of the usual one.
func extracted(_ bytes: [UInt8], _ path: PlistPath, partSize: Int? = nil)
  -> ExtractedValue?
{
  if !bytes.starts(with: "bplist".utf8) {
    return ExtractedValue(ofXMLFileAt: path, byteCount: bytes.count, partSize: partSize) {
      Array(bytes[$0])
    }
  }
  return ExtractedValue(ofBinaryFileAt: path, byteCount: bytes.count) { Array(bytes[$0]) }
}

/// The value that commands find at a path of the whole document.
func whole(_ document: PlistDocument, _ path: PlistPath) -> PlistNode? {
  try? document.root.value(at: path)
}

/// Checks that the values of an input, which may be damaged, equal those of the whole document,
/// unless the whole document is needed.
///
/// - Parameter partSize: The size of the parts in which XML is scanned; nil for the usual one.
func compare(
  _ bytes: [UInt8], at paths: [PlistPath], partSize: Int? = nil, _ change: String
) {
  let document = try? PlistDocument(bytes)
  let isBinary = bytes.starts(with: "bplist".utf8)
  for path in paths {
    guard let value = extracted(bytes, path, partSize: partSize) else { continue }
    // Only in binary files, damage elsewhere goes unnoticed.
    guard let document else {
      #expect(isBinary, "\(path); \(change)")
      continue
    }
    guard let node = whole(document, path) else {
      Issue.record("a value at \(path) only in the part; \(change)")
      continue
    }
    #expect(VisibleValue(value.node) == VisibleValue(node), "\(path); \(change)")
  }
}
