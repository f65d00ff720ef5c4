// The node table: every value of a document as one flat, validated, read-only array.
//
//   kind         payload                                      count
//   null         –                                            –
//   bool         0 or 1                                       –
//   integer      its 64 bits; wide form: index of 16 bytes    –
//   real         a Double's bits; single form: a Float's      literal form: place, length of text
//   date         seconds since 2001-01-01T00:00:00Z, bits     –
//   data         index in the text; blob form: its number     bytes (base64 form: of base64 text)
//   string       index in the text                            bytes (UTF-16 form: code units)
//   uid          the number                                   –
//   array, set   index of its first reference                 elements
//   dictionary   index of its first reference                 pairs; keys first, then values
//
// Invariants: every reference names a node; every index lies in the text; a dictionary's keys are
// distinct scalars, and the dictionary's form says whether one of them is not a string; there is no
// cycle; depth and expanded size are within the limits that the
// document was read with.
internal import Synchronization

/// The arrays of a document, and the text they point into.
final class DocumentStorage: @unchecked Sendable {
  let text: SourceBytes
  /// What the nodes point into; good while the storage is held.
  let source: NodeSource
  let nodes: LinearBuffer<Node>
  /// Where each node begins in the text; empty for documents made in memory.
  let offsets: LinearBuffer<UInt32>
  let references: LinearBuffer<UInt32>
  /// Large data of documents that were made in memory, kept as it was given.
  let blobs: [SourceBytes]
  /// What was noticed while a text was read.
  let warnings: [TextWarning]
  let root: Int
  let origin: DocumentOrigin
  /// Where a walk from the root may meet a container twice.
  let hasSharedContainers: Bool
  /// What a walk over all values costs at most, in bytes as `ExpansionBudget` counts; 0 where nothing is
  /// in several places.
  let expandedBytes: UInt64
  /// The number of levels of containers.
  let depth: Int
  /// Whether some dictionary has a key that is not a string.
  let hasOtherKeys: Bool
  /// The pairs of a binary file that were left out because their key came before.
  let droppedPairs: [DroppedPair]

  init(_ parts: consuming NodeTableStorage) {
    text = parts.text
    source = NodeSource(parts.text.view, codec: parts.origin.codec)
    root = parts.root
    origin = parts.origin
    hasSharedContainers = parts.hasSharedContainers
    expandedBytes = parts.expandedBytes
    depth = parts.depth
    nodes = parts.nodes
    offsets = parts.offsets
    references = parts.references
    blobs = parts.blobs
    warnings = parts.warnings
    hasOtherKeys = parts.hasOtherKeys
    droppedPairs = parts.droppedPairs
  }

  /// What a reader or builder hands over.
  struct NodeTableStorage: ~Copyable {
    var text: SourceBytes
    var nodes: LinearBuffer<Node>
    var offsets: LinearBuffer<UInt32>
    var references: LinearBuffer<UInt32>
    var blobs: [SourceBytes] = []
    var root = 0
    var origin: DocumentOrigin
    var warnings: [TextWarning] = []
    var hasSharedContainers = false
    var expandedBytes: UInt64 = 0
    var depth = 0
    var hasOtherKeys = false
    var droppedPairs: [DroppedPair] = []
  }

  /// Lines and columns, once somebody has asked for one.
  let locations = Mutex<TextLocationIndex?>(nil)

  /// The view of the text, good while the storage is held.
  @inline(__always)
  var view: ByteView { source.view }

  /// The bytes of data, when they do not stand there as digits: a view, where they begin in it, and their
  /// number.
  func bytes(of node: Node) -> (view: ByteView, start: Int) {
    precondition(!node.isEncodedData, "encoded data is decoded first")
    return node.form == NodeForm.blob ? (blobs[node.start].view, 0) : (view, node.start)
  }

  /// The bytes of data, as a value.
  func data(of node: Node) -> Data {
    if node.form == NodeForm.base64 {
      return view.slice(node.start..<node.start + node.count).base64Decoded()
    }
    if node.form == NodeForm.hexadecimal {
      return view.slice(node.start..<node.start + node.count).hexadecimalDecoded()
    }
    let bytes = bytes(of: node)
    return bytes.view.data(at: bytes.start, count: node.count)
  }

  /// A child by its place among the references of a container.
  @inline(__always)
  func child(_ position: Int, of node: Node) -> Int {
    Int(references[node.start &+ position])
  }

  /// The key of a pair.
  @inline(__always)
  func key(_ position: Int, of dictionary: Node) -> Int {
    Int(references[dictionary.start &+ position])
  }

  /// The value of a pair.
  @inline(__always)
  func value(_ position: Int, of dictionary: Node) -> Int {
    Int(references[dictionary.start &+ dictionary.count &+ position])
  }
}

/// A pair of a binary file that does not count, since its key came before in the dictionary.
struct DroppedPair: BitwiseCopyable, Sendable {
  /// How many are kept.
  static let mostKept = 100

  /// The node of the dictionary.
  var dictionary: UInt32
  /// The node of the key.
  var key: UInt32
}
