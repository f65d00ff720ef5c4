// Tests of Xcode projects written from value trees, which have neither comments nor quotes: the
// exact text, unsupported values, and names that try to escape from their comments.

import Foundation
import PropertyLists
import Testing

@Suite("Writing Xcode projects")
struct ProjectWriterTests {
  private func text(_ value: Plist, _ options: PlistWritingOptions = .init()) throws -> String {
    String(decoding: try value.encoded(as: .project, options: options), as: UTF8.self)
  }

  /// A project with these objects.
  private func project(_ objects: Plist, version: Plist = 46) -> Plist {
    ["archiveVersion": 1, "objectVersion": version, "objects": objects, "rootObject": "P"]
  }

  /// The lines of a project's objects.
  private func objects(_ objects: Plist, version: Plist = 46) throws -> String {
    let lines = try text(project(objects, version: version)).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst(4).dropLast(4).joined(separator: "\n")
  }

  /// A tree with the keys of all dictionaries in the opposite order.
  private func reversed(_ value: Plist) -> Plist {
    if let pairs = value.pairs {
      return pairs.reversed().reduce(into: [:]) { $0[$1.key] = reversed($1.value) }
    }
    return value.elements.map { .array($0.map(reversed)) } ?? value
  }

  /// A tree with its numbers as text.
  private func asText(_ value: Plist) -> Plist {
    if let pairs = value.pairs {
      return pairs.reduce(into: [:]) { $0[$1.key] = asText($1.value) }
    }
    if let number = value.integerValue { return .string(number.description) }
    return value.elements.map { .array($0.map(asText)) } ?? value
  }

  @Test("Each kind of object has Xcode's position, layout and comments, whatever the key order")
  func everyKind() throws {
    let tree = try Plist(Array(ProjectSample.everyKind.utf8))
    var options = PlistWritingOptions()
    options.projectName = "My Project"
    #expect(try text(tree, options) == ProjectSample.everyKind)
    #expect(try text(reversed(tree), options) == ProjectSample.everyKind)
    #expect(try Plist(Array(text(tree, options).utf8)) == tree)
  }

  @Test("The name of a project comes from the option, the text, the main group or a target")
  func projectName() throws {
    let bytes = Array(ProjectSample.everyKind.utf8)
    let document = try PlistDocument(bytes)
    #expect(try Array(document.encoded(as: .project)) == bytes)
    var objects: Plist = [
      "P": [
        "isa": "PBXProject", "buildConfigurationList": "L", "mainGroup": "G", "targets": ["T"],
      ],
      "L": ["isa": "XCConfigurationList"], "G": ["isa": "PBXGroup", "path": "Group"],
      "T": ["isa": "PBXNativeTarget", "name": "Target"],
    ]
    #expect(try text(project(objects)).contains("list for PBXProject \"Group\" */ = {"))
    objects["G"] = ["isa": "PBXGroup"]
    #expect(try text(project(objects)).contains("for PBXProject \"Target\" */ = {"))
    var options = PlistWritingOptions()
    options.projectName = "Option"
    #expect(try text(project(objects), options).contains("for PBXProject \"Option\" */ = {"))
  }

  @Test("From object version 90 on, comments of configurations name their owner")
  func configurations() throws {
    let configurations: Plist = [
      "T": ["isa": "PBXNativeTarget", "name": "App", "buildConfigurationList": "L"],
      "L": ["isa": "XCConfigurationList", "buildConfigurations": ["C"]],
      "C": ["isa": "XCBuildConfiguration", "name": "Debug"],
    ]
    #expect(
      try objects(configurations, version: 90).contains(
        "\t\tC /* Debug configuration for PBXNativeTarget \"App\" */ = {"))
    #expect(try objects(configurations, version: 77).contains("\t\tC /* Debug */ = {"))
  }

  @Test("Where several objects refer to one, the first by its id counts")
  func severalNamers() throws {
    let tree = project([
      "D2": ["isa": "PBXSourcesBuildPhase", "files": ["B"]], "B": ["isa": "PBXBuildFile"],
      "D1": ["isa": "PBXResourcesBuildPhase", "files": ["B"]],
    ])
    #expect(try text(tree).contains("\t\tB /* (null) in Resources */ = {isa = PBXBuildFile; };\n"))
    #expect(try text(reversed(tree)) == text(tree))
  }

  @Test("Entries that are not objects are kept, after the sections")
  func otherEntries() throws {
    let tree: Plist = [
      "b": "text", "isa": "no class", "a": ["isa": ["x"]], "C": ["name": "no class"],
      "z": ["isa": "PBXGroup"],
    ]
    #expect(
      try objects(tree) == """
        \tobjects = {

        /* Begin PBXGroup section */
        \t\tz = {
        \t\t\tisa = PBXGroup;
        \t\t};
        /* End PBXGroup section */
        \t\tC = {
        \t\t\tname = "no class";
        \t\t};
        \t\ta = {
        \t\t\tisa = (
        \t\t\t\tx,
        \t\t\t);
        \t\t};
        \t\tb = text;
        \t\tisa = "no class";
        """)
    let written = try text(project(tree))
    #expect(try Plist(Array(written.utf8)) == asText(project(tree)))
  }

  static let roots: [(Plist, String)] = [
    ("a b", "\"a b\"\n"), ([], "(\n)\n"), (["objects": "none"], "{\n\tobjects = none;\n}\n"),
    ([["b": ["x", []], "a": [:]]], nested),
  ]

  static let nested = """
    (
    \t{
    \t\ta = {
    \t\t};
    \t\tb = (
    \t\t\tx,
    \t\t\t(
    \t\t\t),
    \t\t);
    \t},
    )

    """

  @Test(
    "A root that is not a project is written in the same style",
    arguments: roots)
  func otherRoots(value: Plist, expected: String) throws {
    let written = try text(value)
    #expect(written == "// !$*UTF8*$!\n" + expected)
    #expect(try Plist(Array(written.utf8)) == value)
  }

  @Test(
    "Strings have quotes unless they are letters, digits and _ $ / . without // and ___",
    arguments: [
      ("", "\"\""), ("a_b/c.d$", "a_b/c.d$"), ("a-b", "\"a-b\""), ("a:b", "\"a:b\""),
      ("a//b", "\"a//b\""), ("/a/", "/a/"), ("__a__", "__a__"), ("a___", "\"a___\""),
      ("é", "\"é\""), ("a'b", "\"a'b\""), ("\\\"", "\"\\\\\\\"\""), ("*/", "\"*/\""),
      ("\n\t\r\u{7}\u{8}\u{B}\u{C}", "\"\\n\\t\\r\\a\\b\\v\\f\""),
      ("\u{0}\u{1B}1\u{7F}", "\"\\U0000\\U001b1\u{7F}\""), ("\u{2028}😀", "\"\u{2028}😀\""),
    ])
  func quoting(value: String, expected: String) throws {
    let tree: Plist = ["k": [value: .string(value)]]
    let written = try text(["k": .string(value)])
    #expect(written == "// !$*UTF8*$!\n{\n\tk = \(expected);\n}\n")
    #expect(try Plist(Array(text(tree).utf8)) == tree)
  }

  // MARK: Hostile trees

  /// A random tree of strings that are significant to the writer, up to a number of levels.
  private func randomTree(_ depth: Int, _ random: inout SystemRandomNumberGenerator) -> Plist {
    let words = [
      "isa", "objects", "A", "B", "PBXBuildFile", "PBXGroup", "PBXProject", "XCConfigurationList",
      "files", "fileRef", "name", "path", "settings", "attributes", "buildConfigurationList", "*/",
      "PBXSourcesBuildPhase", "", "a b", "explicitFileTypes", "explicitFolders", "\"\\\u{1}é",
      "PBXFileSystemSynchronizedRootGroup", "exceptions", "targets", "remoteGlobalIDString", "//",
    ]
    let count = Int.random(in: 0...5, using: &random)
    switch Int.random(in: 0...(depth == 0 ? 4 : 11), using: &random) {
    case 0: return .data(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 77) }))
    case 1...4: return .string(words.randomElement(using: &random) ?? "")
    case 5, 6: return .array((0..<count).map { _ in randomTree(depth - 1, &random) })
    default:
      return (0..<count).reduce(into: [:]) { tree, _ in
        tree[words.randomElement(using: &random) ?? ""] = randomTree(depth - 1, &random)
      }
    }
  }

  @Test("Random trees survive a round trip")
  func randomTrees() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<400 {
      let objects = (0..<6).reduce(into: [:] as Plist) { tree, index in
        tree[index < 2 ? ["A", "B"][index] : "\(index)"] = randomTree(3, &random)
      }
      let tree: Plist = ["objects": objects, "other": randomTree(3, &random)]
      let written = try text(tree)
      #expect(try Plist(Array(written.utf8)) == tree, "\(written)")
      #expect(try text(reversed(tree)) == written)
    }
  }

  @Test(
    "A name cannot end its comment",
    arguments: ["*/", "a */ }; x", "**//", "/*", "*", "\n*\u{0}/\r", "*/*/*/", "\" */"])
  func hostileNames(name: String) throws {
    let tree = asText(
      project([
        "P": ["isa": .string("PBX" + name), "name": .string(name)],
        "L": ["isa": "XCConfigurationList", "buildConfigurations": ["P", "N"]],
        "N": ["isa": "PBXGroup", "name": .string(name)],
        "B": ["isa": "PBXBuildFile", "fileRef": "N"],
        "R": ["isa": "XCRemoteSwiftPackageReference", "repositoryURL": .string(name)],
      ]))
    var options = PlistWritingOptions()
    options.projectName = name
    #expect(try Plist(Array(text(tree, options).utf8)) == tree)
  }

  @Test("Objects that refer to each other in cycles are written")
  func circles() throws {
    let tree = asText(
      project([
        "A": ["isa": "PBXBuildFile", "fileRef": "A"], "B": ["isa": "PBXBuildFile", "fileRef": "C"],
        "C": ["isa": "PBXSourcesBuildPhase", "files": ["A", "B", "C"]],
        "L": ["isa": "XCConfigurationList", "buildConfigurationList": "L"],
      ]))
    #expect(try Plist(Array(text(tree).utf8)) == tree)
  }

  @Test("A long name with many references is omitted from their comments")
  func longName() throws {
    let name = String(repeating: "n", count: 100_000)
    let tree = project([
      "G": ["isa": "PBXGroup", "children": .array(.init(repeating: "F", count: 10_000))],
      "F": ["isa": "PBXFileReference", "name": .string(name)],
    ])
    #expect(try text(tree).utf8.count < 400_000)
  }

  @Test("Containers may be nested up to the depth limit")
  func depth() throws {
    let nested = (0..<20).reduce(Plist.string("x")) { value, _ in ["a": value] }
    var options = PlistWritingOptions()
    options.maximumDepth = 20
    #expect(try Plist(Array(text(nested, options).utf8)) == nested)
    options.maximumDepth = 19
    let document = try PlistDocument(nested)
    let error = #expect(throws: PlistError.self) {
      try document.encoded(as: .project, options: options)
    }
    #expect(error?.code == .depthLimit)
  }

  // MARK: Other kinds of values

  @Test("Numbers are written in decimal, and data in hexadecimal")
  func otherKinds() throws {
    let tree: Plist = [
      "a": -5, "b": .integer(UInt64.max), "c": 0.1, "d": 2.0,
      "e": .data(Data([0, 0xAB, 0x1F])), "f": .data(Data()),
    ]
    let body = """
      \ta = "-5";
      \tb = 18446744073709551615;
      \tc = 0.1;
      \td = 2.0;
      \te = <00ab1f>;
      \tf = <>;
      """
    #expect(try text(tree) == "// !$*UTF8*$!\n{\n\(body)\n}\n")
  }

  static let unsupported: [(Plist, String?)] = [
    (true, "1"), (false, "0"), (.null, "NULL"), (.uid(PlistUID(7)), "7"),
    (.date(Date(timeIntervalSinceReferenceDate: 0)), "\"2001-01-01T00:00:00Z\""),
    (.set(["z"]), "(\n\t\t\t\t\tz,\n\t\t\t\t)"), (.real(.nan), nil),
    (.date(Date(timeIntervalSinceReferenceDate: 1e300)), nil),
  ]

  @Test(
    "Unsupported values are rejected with their path, or become text on request",
    arguments: unsupported)
  func unsupportedValues(value: Plist, expected: String?) throws {
    let tree = project(["A": ["isa": "PBXGroup", "x": ["y", value]]])
    let error = #expect(throws: PlistError.self) { try text(tree) }
    #expect(error?.code == .notRepresentable)
    #expect(error?.path.description == "objects.A.x[1]")
    var options = PlistWritingOptions()
    options.unsupportedValues = .asText
    if let expected {
      #expect(try text(tree, options).contains("\t\t\t\ty,\n\t\t\t\t\(expected),\n"))
    } else {
      #expect(throws: PlistError.self) { try text(tree, options) }
    }
  }
}
