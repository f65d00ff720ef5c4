// Tests of paths and their text form.

import PropertyLists
import Testing

@Suite("Paths")
struct PlistPathTests {
  static let forms: [(text: String, steps: [PlistPath.Step])] = [
    ("", []), ("a", [.key("a")]), ("a.b", [.key("a"), .key("b")]), ("[3]", [.index(3)]),
    ("items[3].name", [.key("items"), .index(3), .key("name")]),
    ("[0][1]", [.index(0), .index(1)]), ("a[-1]", [.key("a"), .index(-1)]),
    ("a\\.b", [.key("a.b")]),
    ("\"a.b\".c", [.key("a.b"), .key("c")]),
    ("\"\"", [.key("")]), ("\"say \\\"hi\\\"\"", [.key("say \"hi\"")]),
    ("é.😀", [.key("é"), .key("😀")]),
    ("a.2", [.key("a"), .key("2")]), ("CF$UID", [.key("CF$UID")]), ("a b", [.key("a b")]),
  ]

  @Test("Text is parsed into steps", arguments: forms)
  func parsing(_ text: String, _ steps: [PlistPath.Step]) throws {
    #expect(try PlistPath(text).steps == steps)
  }

  @Test("Paths with the same steps are equal, however they were created", arguments: forms)
  func equality(_ text: String, _ steps: [PlistPath.Step]) throws {
    var assembled = PlistPath()
    for step in steps { assembled = assembled.appending(step) }
    var changed = PlistPath(steps + [.key("z")])
    changed.steps.removeLast()
    var extended = PlistPath()
    for step in steps { extended.steps.append(step) }
    let paths = [try PlistPath(text), PlistPath(steps), assembled, changed, extended]
    #expect(Set(paths) == [PlistPath(steps)])
    #expect(paths.allSatisfy { $0.steps == steps && $0.isEmpty == steps.isEmpty })
  }

  @Test(
    "A change to the steps of a path does not affect copies, and an error keeps the changes so far")
  func mutation() {
    struct Interruption: Error {}
    func change(_ steps: inout [PlistPath.Step]) throws {
      steps.append(.index(1))
      throw Interruption()
    }
    var path = PlistPath([.key("a")])
    let copy = path
    path.steps[0] = .index(2)
    #expect(path == PlistPath([.index(2)]))
    #expect(throws: Interruption.self) { try change(&path.steps) }
    #expect(path == PlistPath([.index(2), .index(1)]))
    path.steps = [.key("b")]
    #expect(path == PlistPath([.key("b")]))
    #expect(copy == PlistPath([.key("a")]))
  }

  @Test("The text of a path leads to the same value", arguments: forms.map(\.steps))
  func description(_ steps: [PlistPath.Step]) throws {
    let path = PlistPath(steps)
    #expect(try PlistPath(path.description) == path)
  }

  @Test(
    "An invalid path is rejected at the invalid byte",
    arguments: [
      (".a", 0), ("a.", 2), ("a..b", 2), ("[", 1), ("[1", 2), ("[x]", 0), ("[-0]", 0), ("[--1]", 0),
      ("[+1]", 0), ("[*]", 0),
      ("[]", 0), ("[1]a", 3), ("\"a", 2), ("\"a\"b", 3), ("a\\", 2), ("é[99999999999999999999]", 2),
    ])
  func refusals(_ text: String, _ offset: Int) {
    let error = #expect(throws: PlistError.self) { try PlistPath(text) }
    #expect(error?.code == .invalidPath)
    #expect(error?.position?.offset == offset)
  }

  @Test("A negative index counts from the end")
  func negativeIndex() throws {
    let value: Plist = ["a": [1, 2, 3]]
    let root = try PlistDocument(value).root
    #expect(value[try PlistPath("a[-1]")] == 3)
    #expect(root[try PlistPath("a[-3]")]?.integerValue == 1)
    #expect(value[try PlistPath("a[-4]")] == nil)
    #expect(root[try PlistPath("a[-9223372036854775808]")] == nil)
    #expect(root[try PlistPath("[-1]")] == nil)
    let error = #expect(throws: PlistError.self) { try root.value(at: PlistPath("a[-4]")) }
    #expect(error?.message == "index -4 is out of range; a has 3 elements")
  }

  @Test("A long path is abbreviated")
  func longPath() {
    let path = PlistPath([PlistPath.Step](repeating: .index(1), count: 1000))
    #expect(path.description.hasSuffix("…"))
    #expect(path.description.count < 200)
    #expect(PlistPath().isEmpty && PlistPath().appending(.index(1)).description == "[1]")
  }
}
