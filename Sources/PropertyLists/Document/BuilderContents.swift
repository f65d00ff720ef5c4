// What the passes that write a table under construction read.

/// The contents of a table, which does not change while they are read.
struct BuilderContents {
  let nodes: BufferView<Node>
  let links: BufferView<NodeTableBuilder.ChildLink>
  let keys: BufferView<KeyTable.DistinctKey>
  /// The text, and the memory after it, so that whole blocks can be read.
  let text: ByteView
  var blobs: [SourceBytes]

  init(_ table: borrowing NodeTableBuilder) {
    nodes = table.nodes.view
    links = table.links.view
    keys = table.keys.entries.view
    text = table.text.memory
    blobs = table.blobs
  }
}
