// Tests of deep values on threads with small stacks: an error, never a crash.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Small stacks")
struct SmallStackTests {
  private struct Tree: Codable {
    var a: [Tree] = []
  }

  private final class Chain: Codable {
    var a: Chain?
    init(_ a: Chain?) { self.a = a }
  }

  private indirect enum AnyValue: Decodable {
    case list([AnyValue])
    case pairs([String: AnyValue])
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let pairs = try? container.decode([String: AnyValue].self) {
        self = .pairs(pairs)
      } else {
        self = .list(try container.decode([AnyValue].self))
      }
    }
  }

  private static func dictionaries(_ depth: Int) -> [UInt8] {
    Array(
      (String(repeating: "<dict><key>a</key>", count: depth) + "<dict/>"
        + String(repeating: "</dict>", count: depth)).utf8)
  }

  /// Whether an operation gives a value or a depth error.
  private static func ends(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch let error as PlistError {
      return error.code == .depthLimit
    } catch DecodingError.dataCorrupted(let context) {
      return (context.underlyingError as? PlistError)?.code == .depthLimit
    } catch EncodingError.invalidValue(_, let context) {
      return (context.underlyingError as? PlistError)?.code == .depthLimit
    } catch {
      return false
    }
  }

  @Test("Deep values are decoded or rejected", arguments: [128, 512])
  func decoding(kilobytes: Int) throws {
    let file = Self.dictionaries(510)
    try onSmallStack(kilobytes: kilobytes) {
      #expect(Self.ends { _ = try PlistDecoder().decode(Chain.self, from: file) })
      let arrays = Array(
        (String(repeating: "<array>", count: 511) + String(repeating: "</array>", count: 511)).utf8)
      // An error that `try?` discards may be replaced by another error.
      _ = try? PlistDecoder().decode(AnyValue.self, from: arrays)
      _ = try? PlistDecoder().decode(AnyValue.self, from: file)
      let trees = Array(
        (String(repeating: "<dict><key>a</key><array>", count: 255)
          + String(repeating: "</array></dict>", count: 255)).utf8)
      #expect(Self.ends { _ = try PlistDecoder().decode(Tree.self, from: trees) })
    }
  }

  @Test(
    "Deep value trees are created, copied, compared, written and released", arguments: [128, 512])
  func trees(kilobytes: Int) throws {
    let file = Self.dictionaries(511)
    try onSmallStack(kilobytes: kilobytes) {
      let tree = try Plist(file)
      let copy = tree
      #expect(copy == tree)
      #expect(copy.hashValue == tree.hashValue)
      #expect(try tree.encoded(as: .xml).count > 511)
      #expect(try tree.encoded(as: .binary).count > 511)
      #expect(try tree.encoded(as: .openStep).count > 511)
      #expect(Self.ends { _ = try PlistDecoder().decode(Plist.self, from: file) })
      #expect(Self.ends { _ = try PlistEncoder().encode(tree) })
    }
  }

  @Test("Deep values are encoded or rejected", arguments: [128, 512])
  func encoding(kilobytes: Int) throws {
    try onSmallStack(kilobytes: kilobytes) {
      var chain = Chain(nil)
      for _ in 0..<500 { chain = Chain(chain) }
      let value = chain
      #expect(Self.ends { _ = try PlistEncoder().encode(value) })
    }
  }

  @Test("Shallow values are decoded and encoded on the smallest stack", arguments: [128])
  func shallow(kilobytes: Int) throws {
    let file = Self.dictionaries(4)
    try onSmallStack(kilobytes: kilobytes) {
      let chain = try PlistDecoder().decode(Chain.self, from: file)
      #expect(try PlistEncoder().encode(chain).count > 100)
    }
  }
}
