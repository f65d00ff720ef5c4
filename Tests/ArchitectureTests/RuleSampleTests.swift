// Shows that every rule refuses what it should and lets the neighbouring case pass, on samples of a
// few lines. Relies on nothing in the tree.

import Testing

@Suite("The rules")
struct RuleSampleTests {
  private static let codec = "Sources/PropertyLists/Model/Sample.swift"

  private func file(_ text: String, at path: String = codec) -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test(
    "unsafe code is found outside of its homes",
    arguments: [
      "let x = unsafe load()", "let p: UnsafeRawPointer", "a.withUnsafeBytes { f($0) }",
      "nonisolated(unsafe) var x = 1", "var p: OpaquePointer?",
      "let t = \"\\(unsafe load())\"",
    ])
  func unsafeCode(_ text: String) {
    #expect(file(text).unsafeViolations.count == 1)
    #expect(file(text, at: "Sources/PropertyLists/Bytes/A.swift").unsafeViolations.isEmpty)
    #expect(file(text, at: "Sources/DurableFiles/System/A.swift").unsafeViolations.isEmpty)
    #expect(
      file(text, at: "Sources/DurableFiles/Locking/FileLock.swift").unsafeViolations.count == 1)
  }

  @Test("a reference that does not retain is found outside of its homes")
  func unretainedReference() {
    let text = "let r: UnretainedReference<A>"
    #expect(
      file(text, at: "Sources/PropertyLists/Fields/FieldTable.swift").unsafeViolations.isEmpty)
    #expect(file(text, at: "Sources/PropertyLists/Bytes/A.swift").unsafeViolations.count == 1)
  }

  @Test("a circle of folders is found, however long it is, and a tree is none")
  func folderCircles() {
    func file(_ folder: String, _ text: String) -> SourceFile {
      SourceFile(path: "Sources/M/\(folder)/F.swift", text: text)
    }
    let tree = [
      file("A", "struct Alpha { let b: Beta; let c: Gamma }"),
      file("B", "public final class Beta { let c: Gamma }"), file("C", "enum Gamma {}"),
    ]
    #expect(FolderUses(tree).circle == nil)
    let circle = tree + [file("C", "extension Gamma { static var a: Alpha? { nil } }")]
    #expect(FolderUses(circle).circle?.count == 2)
    let long = [
      file("A", "struct Alpha { let b: Beta }"), file("B", "struct Beta { let c: Gamma }"),
      file("C", "struct Gamma { let a: Alpha }"),
    ]
    #expect(FolderUses(long).circle?.count == 3)
    let comment = tree + [file("C", "// Alpha uses this.")]
    #expect(FolderUses(comment).circle == nil)
  }

  @Test("unlabeled parameters are counted, whatever their types and attributes")
  func parameterLabels() {
    func counts(_ text: String) -> [Int] { file(text).parameterLists.map(\.unlabeled) }
    #expect(counts("func f(_ a: Int, b: Int, _ c: (Int, Int) -> Void) {}") == [2])
    #expect(counts("init(_ a: [String: Int], _ b: @Sendable () -> Void) {}") == [2])
    #expect(counts("func f<T>(@Box _ a: T, to b: Int = g(_: 1)) {}; let x = A.init(1, 2)") == [1])
    #expect(
      file("static func + (_ a: A, _ b: A) -> A {}").parameterLists.map(\.isOperator) == [true])
  }

  @Test("a bare name and a name that two files declare are found, a public type and platforms pass")
  func typeNames() {
    let first = file(
      "private struct Frame {}; enum Token {}; public struct Kind {}", at: "Sources/M/A.swift")
    let second = file(
      "final class Token {}\nstruct Once {}\nstruct Once {}", at: "Sources/M/B.swift")
    #expect(typeNameViolations([first, second]).map(\.line) == [1, 1, 1])
    #expect(typeNameViolations([second]).isEmpty)
  }

  @Test("retired words are found in prose and in names, and their allowed uses are not")
  func retiredWords() throws {
    let words = try RetiredWords(
      vocabulary: "## Retired words\n| `place` | index |\n| `is no`, `stands` | is not |")
    #expect(words.words == ["place", "is no", "stands"])
    #expect(words.found(in: "func nextPlace() // stands here") == ["place", "stands"])
    #expect(words.found(in: "the root is no array, where there is no key") == ["is no"])
    #expect(words.found(in: "replaced in place, edits in-place; what it stands for").isEmpty)
  }

  @Test(
    "the word unsafe in text and comments is no code",
    arguments: [
      "// unsafe", "let s = \"unsafe\"", "/* /* unsafe */ unsafe */", "let r = #/unsafe/#",
    ])
  func safeWords(_ text: String) { #expect(file(text).unsafeViolations.isEmpty) }

  @Test(
    "an import that the table doesn't hold is found",
    arguments: [
      ("PropertyLists/Model/A.swift", "import Foundation"),
      ("PropertyLists/Model/A.swift", "internal import struct FoundationEssentials.Date"),
      ("PropertyLists/Bytes/A.swift", "import Glibc"),
      ("DurableFiles/System/A.swift", "import Glibc"),
      ("DurableFiles/Reading/A.swift", "import CLibrary"),
      ("PropertyLists/Model/A.swift", "public import SystemPackage"),
      ("DurableFiles/A.swift", "import PropertyLists"),
      ("Plinth/A.swift", "import ArgumentParser"),
      ("plist/Commands/A.swift", "import Darwin"),
      ("Unknown/A.swift", "import DurableFiles"),
    ])
  func refusedImports(path: String, text: String) {
    #expect(file(text, at: "Sources/\(path)").importViolations.count == 1)
  }

  @Test(
    "an import that the table holds passes",
    arguments: [
      ("PropertyLists/FoundationTypes.swift", "@_exported public import FoundationEssentials"),
      ("PropertyLists/Model/A.swift", "public import OrderedCollections"),
      ("CLibrary/CLibrary.swift", "@_exported public import Musl"),
      ("DurableFiles/System/A.swift", "internal import CLibrary"),
      ("plist/Commands/A.swift", "internal import struct PropertyLists.Plist"),
    ])
  func allowedImports(path: String, text: String) {
    #expect(file(text, at: "Sources/\(path)").importViolations.isEmpty)
  }

  @Test("a choice of Foundation is found outside of FoundationTypes.swift")
  func foundationChoice() {
    let text = "#if canImport(FoundationEssentials)\n#endif"
    #expect(file(text).foundationChoiceViolations.count == 1)
    let home = "Sources/PropertyLists/FoundationTypes.swift"
    #expect(file(text, at: home).foundationChoiceViolations.isEmpty)
  }

  @Test("a file of 501 lines is too long, one of 500 is not")
  func fileLength() {
    #expect(file(String(repeating: "\n", count: 501)).lengthViolations.count == 1)
    #expect(file(String(repeating: "\n", count: 500)).lengthViolations.isEmpty)
  }

  @Test("a file that opens with code or an empty line has no opening comment")
  func openingComments() {
    #expect(file("import Testing\n// late").openingViolations.count == 1)
    #expect(file("\n// late").openingViolations.count == 1)
    #expect(file("// What it is.\n").openingViolations.isEmpty)
  }

  @Test(
    "what stops the program is found",
    arguments: ["let a = try! f()", "let b = c as! Int", "fatalError(\"no\")"])
  func traps(_ text: String) { #expect(file(text).trapViolations.count == 1) }

  @Test(
    "a comparison, a trial that can fail and the negation of what may throw pass",
    arguments: [
      "let a = try? f(); let b = c as? Int; if a != b {}", "if try !f() {}", "if try\n  !f() {}",
    ])
  func noTraps(_ text: String) { #expect(file(text).trapViolations.isEmpty) }

  @Test("a comment that leaves something to be done is found, a string isn't one")
  func leftovers() {
    #expect(file("f() // TODO: more").leftoverViolations.count == 1)
    #expect(file("/*\n FIXME\n*/").leftoverViolations.map(\.line) == [2])
    #expect(file("let s = \"// TODO\"").leftoverViolations.isEmpty)
  }

  @Test("a library that prints is found; the tool may")
  func printing() {
    #expect(file("print(1)").printingViolations.count == 1)
    #expect(file("writer.print(1); func print(_ x: Int) {}").printingViolations.isEmpty)
    #expect(file("print(1)", at: "Sources/plist/PlistTool.swift").printingViolations.isEmpty)
  }

  @Test(
    "a Boolean parameter with a default is found in public functions",
    arguments: [
      "public func f(_ x: Int, strict: Bool = true) {}", "public init(a: Bool = false) {}",
      "public static func f<T>(\n  g: Bool = f(),\n  h: T) {}",
    ])
  func booleanParameters(_ text: String) {
    #expect(file(text).booleanParameterViolations.count == 1)
    #expect(file(text, at: "Sources/plist/A.swift").booleanParameterViolations.isEmpty)
  }

  @Test(
    "other Boolean values pass",
    arguments: [
      "func f(strict: Bool = true) {}", "public func f(_ value: Bool) {}",
      "public func f() { let x: Bool = true }", "public var x: Bool = true",
    ])
  func otherBooleans(_ text: String) { #expect(file(text).booleanParameterViolations.isEmpty) }

  @Test(
    "a file without a place is found",
    arguments: ["PropertyLists/Loose.swift", "PropertyLists/Formats/Other/A.swift", "New/A.swift"])
  func noHome(_ path: String) {
    #expect(file("", at: "Sources/\(path)").homeViolations.count == 1)
  }

  @Test(
    "a file with a place passes",
    arguments: [
      "PropertyLists/Formats/XML/A.swift", "DurableFiles/Locking/A.swift", "plist/PlistTool.swift",
    ])
  func home(_ path: String) { #expect(file("", at: "Sources/\(path)").homeViolations.isEmpty) }

  @Test("a folder named for a mechanism is found")
  func folderNames() {
    let folders = ["Sources/A/Helpers", "Sources/A/Model", "Tests/Utils", "Tests/Extensions"]
    #expect(folderNameViolations(folders).count == 3)
  }

  @Test("a test in a folder that its module lacks is found, and a reader or writer without tests")
  func mirror() {
    func reasons(_ sources: String..., tests: [String]) -> [String] {
      mirrorViolations(sources: sources, tests: tests).map(\.path)
    }
    let reader = "Sources/PropertyLists/Formats/XML/XMLReader.swift"
    let tests = "Tests/PropertyListsTests/Formats/XML/XMLReaderTests.swift"
    #expect(reasons(reader, tests: [tests]).isEmpty)
    #expect(reasons(reader, tests: []) == [reader])
    let moved = "Tests/PropertyListsTests/Formats/XMLReaderTests.swift"
    #expect(reasons(reader, tests: [moved]) == [moved, reader])
    let extensions = "Sources/PropertyLists/Formats/XML/XMLReader+Markup.swift"
    #expect(reasons(reader, extensions, tests: [tests]).isEmpty)
    #expect(reasons("Sources/plist/Terminal/Color.swift", tests: []).isEmpty)
    #expect(
      reasons("Sources/plist/PlistTool.swift", tests: ["Tests/ToolTests/ToolFolder.swift"]).isEmpty)
    #expect(reasons(reader, tests: [tests, "Tests/ConformanceTests/Any/A.swift"]).isEmpty)
  }

  @Test(
    "a key of a layout is found outside of the folder of layouts, and where it is spelled twice")
  func layoutKeys() {
    let text = "let key = \"NS.objects\""
    #expect(file(text).layoutKeyViolations.count == 1)
    #expect(file("let name = \"NSArray\"").layoutKeyViolations.isEmpty)
    let layout = file(text, at: "Sources/KeyedArchives/Layouts/A.swift")
    #expect(layout.layoutKeyViolations.isEmpty)
    #expect(repeatedLayoutKeys([layout]).isEmpty)
    #expect(repeatedLayoutKeys([layout, layout]).count == 1)
  }

  @Test(
    "a character that is written as a number is found",
    arguments: ["if byte == 0x3C {", "case 0x0A: f()", "output.append(0x2C)", "index(of: 0x3E)"])
  func characterNumbers(_ text: String) {
    #expect(file(text).characterNumberViolations.count == 1)
  }

  @Test(
    "a character, a limit and a mask pass",
    arguments: [
      "if byte == UInt8(ascii: \"<\") {", "if byte < 0x20 {", "let low = byte & 0x7F",
      "// a < is 0x3C", "static let date: UInt8 = 0x33", "if byte == 0x80 {",
    ])
  func otherNumbers(_ text: String) { #expect(file(text).characterNumberViolations.isEmpty) }

  @Test("public types are told from nested and internal ones")
  func publicTypes() {
    let text =
      "public final class A {\n  public struct B {}\n}\nstruct C {}\n@propertyWrapper public struct D {}"
    #expect(file(text).publicTypes == ["A", "D"])
  }
}
