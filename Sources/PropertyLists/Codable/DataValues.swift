// The data values of one decoding. New memory costs more than the copy into it, because the system
// clears it page by page: small data is decoded in a buffer that is used again, and large values
// share blocks of large pages.

/// The memory in which the data values of one decoding are created.
struct DataValues: ~Copyable {
  /// The bytes of small data that is decoded from text.
  private var small = ByteWriter(minimumCapacity: 64)
  /// The block that large values share. It never grows.
  private var shared = ByteWriter(minimumCapacity: 64)

  /// The maximum length of data, in bytes of the document, that is decoded into a reused buffer.
  private static let mostSmallText = 1024
  /// The sizes, in bytes of the document, of the values that share a block. Because of the limits, a
  /// value that is kept longer than the others keeps at most 64 times its own size.
  private static let sharedSizes = 1 << 16..<largePageSize
  private static let blockSize = 2 * largePageSize

  /// Returns the bytes of data; nil if the document must return them.
  mutating func data(_ node: Node, in view: ByteView) -> Data? {
    if node.count > Self.mostSmallText { return largeData(node, in: view) }
    if node.form == 0 { return view.data(at: node.start, count: node.count) }
    guard node.form == NodeForm.base64 else { return nil }
    small.truncate(to: 0)
    view.slice(node.start..<node.start + node.count).decodeBase64(into: &small)
    return small.view.data(at: 0, count: small.count)
  }

  private mutating func largeData(_ node: Node, in view: ByteView) -> Data? {
    guard Self.sharedSizes.contains(node.count), node.form == 0 || node.form == NodeForm.base64,
      makeRoom(for: node, in: view)
    else { return nil }
    let start = shared.count
    if node.form == NodeForm.base64 {
      view.slice(node.start..<node.start + node.count).decodeBase64(into: &shared)
    } else {
      shared.append(view, at: node.start, count: node.count)
    }
    let data = shared.sharedData(from: start)
    shared.append(repeating: 0, count: -shared.count & 63)
    return data
  }

  /// Makes room for a value and its alignment in the block or in a new one. Returns false if the rest
  /// of the document is too short to fill a new block.
  private mutating func makeRoom(for node: Node, in view: ByteView) -> Bool {
    let size = node.count + 256
    if shared.room >= size { return true }
    guard view.count - node.start >= Self.blockSize else { return false }
    shared = ByteWriter(minimumCapacity: Self.blockSize)
    return shared.room >= size
  }

  /// Releases the block, which the values in it retain.
  mutating func releaseBlock() {
    if shared.count > 0 { shared = ByteWriter(minimumCapacity: 64) }
  }
}
