// The node table: every value of a document as one flat, validated, read-only array.
//
//   kind         payload                                      count
//   null         –                                            –
//   bool         0 or 1                                       –
//   integer      its 64 bits; wide form: index of 16 bytes    –
//   real         a Double's bits; single form: a Float's      literal form: index, length of text
//   date         seconds since 2001-01-01T00:00:00Z, bits     –
//   data         index in the text; blob form: its number     bytes (base64 form: of base64 text)
//   string       index in the text                            bytes (UTF-16 form: code units)
//   uid          the number                                   –
//   array, set   index of its first reference                 elements
//   dictionary   index of its first reference                 pairs; keys first, then values
//
// Invariants: every reference names a node; every index is within the text; a dictionary's keys are
// distinct scalars, and its form says whether one of them is not a string; cycles do not occur;
// depth and expanded size are within the limits with which the document was read.
internal import Synchronization

/// The arrays of a document, and the text that they refer to.
final class DocumentStorage: @unchecked Sendable {
  let text: SourceBytes
  /// The text that the nodes refer to. Valid as long as the storage is retained.
  let source: NodeSource
  let nodes: LinearBuffer<Node>
  /// The offset of each node in the text; empty for documents created in memory.
  let offsets: LinearBuffer<UInt32>
  let references: LinearBuffer<UInt32>
  /// Large data of documents created in memory, retained as it was passed in.
  let blobs: [SourceBytes]
  /// The warnings that were found while text was read.
  let warnings: TextWarnings
  let root: Int
  let origin: DocumentOrigin
  /// Whether a traversal from the root may encounter a container twice.
  let hasSharedContainers: Bool
  /// The maximum cost of a traversal of all values, in bytes as counted by `ExpansionBudget`; 0 if
  /// no value occurs at several paths.
  let expandedBytes: UInt64
  /// The number of levels of containers.
  let depth: Int
  /// Whether a dictionary has a key that is not a string.
  let hasOtherKeys: Bool
  /// The pairs of a binary file that were dropped because their key occurred before.
  let droppedPairs: [DroppedPair]
  /// For large documents that were read from text, whether each block of nodes has a key.
  let keyBlocks: [Bool]

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
    keyBlocks = parts.keyBlocks
  }

  /// The arrays that a reader or builder passes to the storage.
  struct NodeTableStorage: ~Copyable {
    var text: SourceBytes
    var nodes: LinearBuffer<Node>
    var offsets: LinearBuffer<UInt32>
    var references: LinearBuffer<UInt32>
    var blobs: [SourceBytes] = []
    var root = 0
    var origin: DocumentOrigin
    var warnings = TextWarnings()
    var hasSharedContainers = false
    var expandedBytes: UInt64 = 0
    var depth = 0
    var hasOtherKeys = false
    var droppedPairs: [DroppedPair] = []
    var keyBlocks: [Bool] = []
  }

  /// The document of a session between two calls, which is not read.
  static let empty = DocumentStorage(
    NodeTableStorage(
      text: SourceBytes([]), nodes: LinearBuffer(), offsets: LinearBuffer(),
      references: LinearBuffer(), origin: .memory))

  /// The index of lines and columns, created on demand.
  let locations = AtomicLazyReference<TextLocationIndex>()

  /// The view of the text. Valid as long as the storage is retained.
  var view: ByteView { source.view }

  /// Returns the location of the bytes of data that is not stored as digits: a view, and the index
  /// of the first byte in it.
  func bytes(of node: Node) -> (view: ByteView, start: Int) {
    precondition(!node.isEncodedData, "encoded data must be decoded first")
    return node.form == NodeForm.blob ? (blobs[node.start].view, 0) : (view, node.start)
  }

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

  /// Returns a child by its position among the references of a container.
  func child(_ position: Int, of node: Node) -> Int { Int(references[node.start &+ position]) }

  func key(_ position: Int, of dictionary: Node) -> Int {
    Int(references[dictionary.start &+ position])
  }

  func value(_ position: Int, of dictionary: Node) -> Int {
    Int(references[dictionary.start &+ dictionary.count &+ position])
  }
}

/// A pair of a binary file that is ignored because its key occurred before in the dictionary.
struct DroppedPair: BitwiseCopyable, Sendable {
  /// The maximum number of pairs that are recorded.
  static let mostKept = 100

  var dictionary: UInt32
  var key: UInt32
}
