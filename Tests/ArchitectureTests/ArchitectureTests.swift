// Holds the source tree to the house rules. Relies on `SourceTree` for the files and on
// `Rules.swift` for the rules; `RuleSampleTests.swift` shows that every rule can be broken.

import Foundation
import TestSupport
import Testing

@Suite("The source tree")
struct ArchitectureTests {
  @Test("the walk finds the sources and the tests")
  func findsFiles() {
    let sources = Set(SourceTree.sources.map(\.path))
    #expect(sources.contains("Sources/plist/PlistTool.swift"))
    #expect(Set(SourceTree.sources.compactMap(\.module)).isSubset(of: moduleTable.keys))
    #expect(SourceTree.all.contains { $0.path == "Tests/ArchitectureTests/Rules.swift" })
    #expect(SourceTree.folders.contains("Sources/PropertyLists"))
  }

  @Test("unsafe code is in its homes alone")
  func unsafeCode() { expectNone(SourceTree.sources.flatMap(\.unsafeViolations)) }

  @Test("no module imports upwards, and Foundation and the C library have their homes")
  func imports() { expectNone(SourceTree.sources.flatMap(\.importViolations)) }

  @Test("only FoundationTypes.swift chooses between Foundation and its smaller part")
  func foundationChoice() { expectNone(SourceTree.sources.flatMap(\.foundationChoiceViolations)) }

  @Test("no file has over 500 lines")
  func fileLength() { expectNone(SourceTree.all.flatMap(\.lengthViolations)) }

  @Test("every file opens with a comment")
  func openingComments() { expectNone(SourceTree.all.flatMap(\.openingViolations)) }

  @Test("nothing in the sources stops the program")
  func traps() { expectNone(SourceTree.sources.flatMap(\.trapViolations)) }

  @Test("no comment leaves something to be done")
  func leftovers() { expectNone(SourceTree.sources.flatMap(\.leftoverViolations)) }

  @Test("no library prints")
  func printing() { expectNone(SourceTree.sources.flatMap(\.printingViolations)) }

  @Test("no public function has a Boolean parameter with a default")
  func booleanParameters() { expectNone(SourceTree.sources.flatMap(\.booleanParameterViolations)) }

  @Test("every source file has a folder of its module")
  func homes() { expectNone(SourceTree.sources.flatMap(\.homeViolations)) }

  @Test("no folders of a module use each other in a circle", arguments: modulesWithoutCircles)
  func folderCircles(module: String) {
    let files = SourceTree.sources.filter { $0.module == module }
    #expect(files.count > 10)
    let circle = FolderUses(files).circle
    #expect(circle == nil, "\((circle ?? []).joined(separator: "\n"))")
  }

  @Test("no folder is named for a mechanism")
  func folderNames() { expectNone(folderNameViolations(SourceTree.folders)) }

  @Test("the tests mirror the sources, and each reader and writer has tests named after it")
  func mirror() {
    let tests = SourceTree.all.map(\.path).filter { $0.hasPrefix("Tests/") }
    #expect(
      Set(tests.map { $0.split(separator: "/")[1] }).isSuperset(
        of: mirroredModules.keys.map { Substring($0) }))
    expectNone(mirrorViolations(sources: SourceTree.sources.map(\.path), tests: tests))
  }

  @Test("a function over 40 lines says why")
  func functionLength() { expectNone(SourceTree.sources.flatMap(\.functionLengthViolations)) }

  @Test("a byte that is a character is written as one")
  func characterNumbers() { expectNone(SourceTree.sources.flatMap(\.characterNumberViolations)) }

  @Test("at most four functions in a hundred have two or more unlabeled parameters")
  func parameterLabels() {
    let lists = SourceTree.sources.flatMap(\.parameterLists)
    let unlabeled = lists.filter { $0.unlabeled > 1 && !$0.isOperator }
    #expect(lists.count > 3000)
    #expect(unlabeled.count * 100 <= lists.count * 4, "\(unlabeled.count) of \(lists.count)")
  }

  @Test("a private type's name says its role, and one file alone declares it")
  func typeNames() { expectNone(typeNameViolations(SourceTree.sources)) }

  @Test("names, comments, messages and pages are free of retired words")
  func retiredWords() throws {
    let page = Repository.root.appendingPathComponent("Documentation/Vocabulary.md")
    let retired = try RetiredWords(vocabulary: String(contentsOf: page, encoding: .utf8))
    #expect(retired.words.count > 20)
    // Two files of the rules spell the words that they are about.
    let files = SourceTree.all.filter {
      !["NameRules.swift", "RuleSampleTests.swift"].contains($0.name)
    }
    expectNone(
      files.filter { $0.mentions(retired.words) }.flatMap {
        retired.violations(path: $0.path, lines: $0.lines)
      })
    let pages = SourceTree.pages.filter { !$0.path.hasSuffix("/Vocabulary.md") }
    #expect(pages.count > 50)
    expectNone(pages.flatMap { retired.violations(path: $0.path, lines: proseLines(of: $0.text)) })
  }

  @Test("the keys of layouts are spelled in their folder alone, each once")
  func layoutKeys() {
    expectNone(SourceTree.sources.flatMap(\.layoutKeyViolations))
    let layouts = SourceTree.sources.filter { $0.folder == "Sources/KeyedArchives/Layouts" }
    #expect(layouts.flatMap(\.layoutKeys).count > 50)
    expectNone(repeatedLayoutKeys(layouts))
  }

  @Test("the module of archives has at most 40 public types, each named where users read")
  func publicTypes() throws {
    let types = SourceTree.sources.filter { $0.module == "KeyedArchives" }.flatMap(\.publicTypes)
    #expect((20...40).contains(types.count), "\(types.count)")
    let text = try namesInUse()
    for type in types {
      #expect(text.contains(try Regex("\\b\(type)\\b")), "\(type)")
    }
  }

  private func expectNone(
    _ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let list = violations.map(\.description).joined(separator: "\n")
    #expect(violations.isEmpty, "\(list)", sourceLocation: sourceLocation)
  }
}
