// Shows that the scanners read Swift as the compiler does, as far as the rules need it. Relies on
// nothing in the tree.

import Testing

@Suite("The scanners")
struct ScannerTests {
  private func words(_ text: String) -> [String] { SourceScan(text).tokens.map(\.text) }

  @Test(
    "strings of every form are one token, and what follows is code again",
    arguments: [
      "\"a // b\"", "\"a \\\" {\"", "#\"a \" \\n {\"#", "\"\"\"\n {\" \n\"\"\"", "##\"\"#\"##",
      "\"\\\\\"", "#\"\"\"\n\"\"\" {\n\"\"\"#",
    ])
  func strings(_ literal: String) {
    #expect(words("f(\(literal))+1") == ["f", "(", "\"\"", ")", "+", "1"])
  }

  @Test("an interpolation is code, with strings and parentheses of its own")
  func interpolations() {
    let text = #"let s = "a \(f(b, "x)\(c)")) {" + d"#
    #expect(
      words(text)
        == ["let", "s", "=", "\"\"", "f", "(", "b", ",", "\"\"", "c", ")", "+", "d"])
  }

  @Test("an extended string interpolates only after its own marks")
  func extendedInterpolations() {
    #expect(words(##"#"\(a) \#(b)"# c"##) == ["\"\"", "b", "c"])
  }

  @Test("comments nest, and their lines are counted")
  func comments() {
    let scan = SourceScan("a /* b /* c\n */ d */ e\n// f {\ng")
    #expect(scan.tokens.map(\.text) == ["a", "e", "g"])
    #expect(scan.tokens.map(\.line) == [1, 2, 4])
    #expect(scan.comments.map(\.line) == [1, 2, 3])
  }

  @Test("an unclosed string, comment or bracket ends with the file")
  func unclosed() {
    #expect(words("a \"b") == ["a", "\"\""])
    #expect(words("a /* b") == ["a"])
    #expect(words("a \"\\(b") == ["a", "\"\"", "b"])
    #expect(SourceScan("{ {").closing(of: 0) == 2)
  }

  @Test("a body is measured in lines of code, not of comments or braces")
  func bodyLength() throws {
    let text = """
      // A file.
      func f(
        _ g: () -> Int = { 1 }
      ) throws(E) -> [Int: (Int) -> Int] where A: B {
        // Why.

        let x = "}"
        if x { y() }
      }
      """
    let body = try #require(SourceFile(path: "A.swift", text: text).functions.first)
    #expect(body.name == "f")
    #expect(body.line == 2)
    #expect(body.lastLine == 9)
    #expect(body.lineCount == 2)
  }

  @Test("functions, initializers, subscripts and computed properties have bodies")
  func declarations() {
    let text = """
      struct A: P {
        var a: Int { 1 }
        var b: [Int] = []
        let c = { 2 }()
        init?(x: Int) { self.init(y: x) }
        subscript(i: Int) -> Int { i }
        static func == (a: A, b: A) -> Bool { true }
        deinit { f() }
      }
      protocol P { func f() -> Int
        init(x: Int)
        var d: Int { get }
        func g()
      }
      func h() { func inner() {} }
      """
    let names = SourceFile(path: "A.swift", text: text).functions.map(\.name)
    #expect(names == ["a", "init", "subscript", "=", "deinit", "h", "inner"])
  }

  @Test("a function over 40 lines needs its reason, above or inside")
  func longFunctions() {
    let body = String(repeating: "  f()\n", count: 41)
    func count(_ text: String) -> Int {
      SourceFile(path: "A.swift", text: text).functionLengthViolations.count
    }
    #expect(count("func a() {\n\(body)}") == 1)
    #expect(count("// Long because of b.\n\nfunc a() {\n\(body)}") == 1)
    #expect(count("// Long because of b.\n@inline(never)\nfunc a() {\n\(body)}") == 0)
    #expect(count("func a() {\n// Long because of b.\n\(body)}") == 0)
    #expect(count("func a() {\n\(body.dropFirst(6))}") == 0)
  }
}
