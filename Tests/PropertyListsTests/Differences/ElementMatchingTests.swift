// Tests of the matching of array elements.
import Foundation
import OrderedCollections
import Testing

@testable import PropertyLists

@Suite("Matching of array elements")
struct ElementMatchingTests {
  private func matches(_ old: [Plist], _ new: [Plist]) throws -> [Int] {
    let (left, right) = (try PlistDocument(.array(old)), try PlistDocument(.array(new)))
    return ElementMatching(left.root.node, right.root.node, in: NumberedPair(left, right))
      .newIndexes
  }

  @Test("Equal elements match, also out of order")
  func equal() throws {
    #expect(try matches(["a", "b", "c"], ["a", "b", "c"]) == [0, 1, 2])
    #expect(try matches(["a", "b", "c"], ["c", "a", "b"]) == [1, 2, 0])
    #expect(try matches(["a", "a", "b"], ["a", 1, "a"]) == [0, 2, -1])
  }

  @Test("Dictionaries match by a unique identity, wherever they are")
  func identity() throws {
    let old: [Plist] = [["id": 1, "x": "a"], ["id": 2, "x": "b"], ["id": 3, "x": "c"]]
    let new: [Plist] = [["id": 3, "x": "d"], ["id": 4, "x": "a"], ["id": 1, "x": "e"]]
    #expect(try matches(old, new) == [2, -1, 0])
  }

  @Test("An identity that occurs twice is not used")
  func repeatedIdentity() throws {
    let old: [Plist] = [
      ["name": "n", "x": 1, "y": 1, "z": 1], ["name": "n", "x": 2, "y": 2, "z": 2],
    ]
    let new: [Plist] = [
      ["name": "n", "x": 2, "y": 2, "z": 3], ["name": "n", "x": 1, "y": 1, "z": 4],
    ]
    #expect(try matches(old, new) == [1, 0])
  }

  @Test("Dictionaries match the most similar one")
  func similarity() throws {
    let old: [Plist] = [["a": 1, "b": 2, "c": 3], ["a": 4, "b": 5, "c": 6]]
    let new: [Plist] = [["a": 7], ["a": 4, "b": 5, "c": 9], ["a": 1, "b": 8, "c": 3]]
    #expect(try matches(old, new) == [2, 1])
  }

  @Test("Arrays match the most similar one")
  func similarArrays() throws {
    #expect(
      try matches([["a", "b"], ["c", "d"]], [["c", "d", "e"], ["x", "a", "b"]]) == [1, 0])
  }

  @Test("Remaining elements match by position only between the same neighbors, and only one kind")
  func position() throws {
    #expect(try matches(["a", "x", "b"], ["a", "y", "b"]) == [0, 1, 2])
    #expect(try matches(["a", "x", "b"], ["a", "b", "y"]) == [0, -1, 1])
    #expect(try matches(["a", "x", "b"], ["a", 1, "b"]) == [0, -1, 2])
    #expect(try matches([["id": 1, "a": 2]], [["id": 3, "a": 4]]) == [-1])
    #expect(try matches([["a": 2]], [["a": 4]]) == [0])
  }

  @Test(
    "100,000 dictionaries without anything in common take linear time")
  func many() throws {
    let old = (0..<100_000).map {
      Plist.dictionary(["a": .integer(PlistInteger($0)), "t": "same"])
    }
    let new = (0..<100_000).map { Plist.dictionary(["a": .integer(PlistInteger(-$0)), "u": "x"]) }
    #expect(try matches(old, new).count == 100_000)
  }
}
