// Checks the article on the node table: reads the document that it shows and compares its table
// with the actual rows. Uses the first two fenced blocks of the article.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("The article on the node table")
struct NodeTablePageTests {
  /// The contents of the fenced blocks of the article, in order.
  private static func blocks() throws -> [String] {
    let page = Repository.root
      .appendingPathComponent("Sources/PropertyLists/PropertyLists.docc/NodeTable.md")
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count - 1, by: 2).map { index in
      parts[index].components(separatedBy: "\n").dropFirst().joined(separator: "\n")
    }
  }

  @Test("The table in the article has the rows of its document")
  func rows() throws {
    let blocks = try Self.blocks()
    try #require(blocks.count >= 2)
    let document = try PlistDocument(Array(blocks[0].utf8))
    #expect(TablePrinting(storage: document.storage).text == blocks[1])
  }

  @Test("A node takes 16 bytes")
  func nodeSize() { #expect(MemoryLayout<Node>.stride == 16) }
}

/// Formats the table of a document.
private struct TablePrinting {
  let storage: DocumentStorage

  var text: String {
    let head = line("node", "kind", "form", "count", "payload", "offset", "holds")
    let rows = (0..<storage.nodes.count).map(row)
    return ([head] + rows + ["", "root \(storage.root)", "references \(references)"])
      .joined(separator: "\n")
  }

  private var references: String {
    (0..<storage.references.count).map { "\(storage.references[$0])" }.joined(separator: " ")
  }

  private func row(_ index: Int) -> String {
    let node = storage.nodes[index]
    return line(
      "\(index)", "\(node.kind)", form(of: node), count(of: node), payload(of: node),
      "\(storage.offsets[index])", contents(of: node))
  }

  private func line(_ cells: String...) -> String {
    let widths = [4, 10, 7, 5, 18, 6, 0]
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }
    return padded.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
  }

  private func form(of node: Node) -> String {
    switch (node.kind, node.form) {
    case (.string, NodeForm.plain): "plain"
    case (.string, NodeForm.utf8): "utf8"
    case (.string, NodeForm.escaped): "escaped"
    case (.data, NodeForm.base64): "base64"
    case (.real, NodeForm.literal): "literal"
    default: "–"
    }
  }

  private func count(of node: Node) -> String {
    switch node.kind {
    case .bool, .integer, .date: "–"
    case .real: "\(node.count >> 16)+\(node.count & 0xFFFF)"
    default: "\(node.count)"
    }
  }

  private func payload(of node: Node) -> String {
    switch node.kind {
    case .real, .date: "0x" + String(node.payload, radix: 16, uppercase: true)
    default: "\(node.payload)"
    }
  }

  private func contents(of node: Node) -> String {
    switch node.kind {
    case .string: "\"\(node.text(in: storage.source))\""
    case .data: "\(storage.data(of: node).count) bytes"
    case .real: "\(node.real)"
    case .bool: "\(node.payload != 0)"
    case .integer: "\(node.integer(in: storage.view))"
    case .date: "\(Int(node.date.timeIntervalSinceReferenceDate)) seconds"
    default: "references \(node.start)..<\(node.start + node.referenceCount)"
    }
  }
}
