// Tests of the node table that every reader fills: order, sharing, forms and offsets of the nodes.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("The node table")
struct NodeTableTests {
  private func storage(_ text: String) throws -> DocumentStorage {
    try PlistDocument(Array(text.utf8)).storage
  }

  @Test("The keys of a dictionary come before its values, in the order of the source")
  func order() throws {
    let storage = try storage("{ b = 1; a = (2, 3); }")
    let root = storage.nodes[storage.root]
    #expect(root.kind == .dictionary && root.count == 2 && root.referenceCount == 4)
    let keys = (0..<2).map { storage.nodes[storage.key($0, of: root)].text(in: storage.source) }
    #expect(keys == ["b", "a"])
    #expect(storage.nodes[storage.value(0, of: root)].text(in: storage.source) == "1")
    let array = storage.nodes[storage.value(1, of: root)]
    let elements = (0..<2).map {
      storage.nodes[storage.child($0, of: array)].text(in: storage.source)
    }
    #expect(elements == ["2", "3"])
  }

  @Test("Every reference of every container names a node, in every format")
  func references() throws {
    let value: Plist = ["a": [1, ["b": [true, "x"]]], "c": .data(Data([1, 2])), "d": [[], [:]]]
    for format in [PlistFormat.xml, .binary, .gnuStep, .typedJSON] {
      let storage = try PlistDocument(value.encoded(as: format)).storage
      let containers = (0..<storage.nodes.count).map { storage.nodes[$0] }
        .filter { $0.kind.isContainer }
      #expect(containers.count == 7, "\(format)")
      for node in containers {
        for index in node.start..<node.start + node.referenceCount {
          #expect(Int(storage.references[index]) < storage.nodes.count)
        }
      }
      #expect(storage.depth == 4)
    }
  }

  @Test("A shared object of a binary file is one node, and its cost counts for each use")
  func sharing() throws {
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: 14)
    let file = BinaryFile.file([[0xA2, 1, 1], [0xA1, 2], [0x5E] + text])
    let storage = try PlistDocument(file).storage
    #expect(storage.nodes.count == 3 && storage.references.count == 3)
    #expect(storage.hasSharedContainers && storage.expandedBytes > 0)
    let root = storage.nodes[storage.root]
    #expect(storage.child(0, of: root) == storage.child(1, of: root))
    let tree = try self.storage("<array><array><string>x</string></array></array>")
    #expect(!tree.hasSharedContainers && tree.expandedBytes == 0)
  }

  @Test("The offset of each node is that of its first byte in the source")
  func offsets() throws {
    let text =
      "<array>\n\t<true/>\n\t<string>é</string>\n\t<dict><key>k</key><real>1.5</real></dict>\n</array>"
    let storage = try storage(text)
    let bytes = Array(text.utf8)
    let starts = (0..<storage.nodes.count).map { index in
      String(decoding: bytes[Int(storage.offsets[index])...].prefix(4), as: UTF8.self)
    }
    #expect(Set(starts) == ["<arr", "<tru", "<str", "<dic", "<key", "<rea"])
    #expect(storage.nodes.count == 6)
  }

  @Test("Data in text stays as digits until it is requested")
  func data() throws {
    let xml = try storage("<data>AQID</data>")
    let node = xml.nodes[xml.root]
    #expect(node.isEncodedData && node.form == NodeForm.base64 && node.count == 4)
    #expect(Array(xml.data(of: node)) == [1, 2, 3])
    let hexadecimal = try storage("<0102 03>")
    #expect(hexadecimal.nodes[hexadecimal.root].form == NodeForm.hexadecimal)
    #expect(Array(hexadecimal.data(of: hexadecimal.nodes[hexadecimal.root])) == [1, 2, 3])
  }

  @Test("A key that is not text, and pairs that were dropped, are recorded")
  func otherKeys() throws {
    let number = try PlistDocument(BinaryFile.file([[0xD1, 1, 2], [0x10, 1], [0x09]])).storage
    #expect(number.hasOtherKeys && number.droppedPairs.isEmpty)
    let twice = try PlistDocument(
      BinaryFile.file([[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x09], [0x08]])
    ).storage
    #expect(!twice.hasOtherKeys && twice.droppedPairs.map(\.key) == [1])
    #expect(twice.nodes[twice.root].count == 1)
  }
}
