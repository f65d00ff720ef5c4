// Tests of unarchiving plain types.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import Testing

final class Link: Codable {
  var name: String
  var next: Link?
  init(_ name: String, _ next: Link?) {
    self.name = name
    self.next = next
  }
}

enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case text(String)
  case none
}

struct Everything: Codable, Equatable {
  var bool = true
  var int = -7
  var small: UInt8 = 200
  var large = UInt64.max
  var double = 2.5
  var float: Float = 0.1
  var string = "text"
  var null = "$null"
  var date = Date(timeIntervalSinceReferenceDate: 12.5)
  var data = Data([1, 2, 3])
  var url = URL(string: "https://example.com/a?b#c")
  var uuid = UUID()
  var decimal = Decimal(string: "-12.345")
  var missing: Int?
  var list = [1, 2, 3]
  var nested = [["a"], [], ["b", "c"]]
  var set: Set<String> = ["x", "y"]
  var map = ["k": 1.5, "l": -2]
  var numbers = [3: "three", 4: "four"]
  var shapes: [Shape] = [.circle(radius: 2), .text("t"), .none]
  var optional: [Int?] = [1, nil, 3]
}

@Suite("Unarchiving plain types")
struct UnarchiverTests {
  @Test("Values of every kind survive a round trip")
  func everything() throws {
    let value = Everything()
    #expect(try copy(value) == value)
  }

  @Test("A chain of a million objects is archived and unarchived", arguments: [1000, 200_000])
  func chain(count: Int) throws {
    var head: Link?
    for index in 0..<count { head = Link("n\(index % 10)", head) }
    var node: Link? = try copy(head)
    var length = 0
    while let current = node {
      length += 1
      node = current.next
    }
    #expect(length == count)
  }
}
