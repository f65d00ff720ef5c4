// Values written by themselves, at some depth, as edits and comparisons need them.
import Foundation
import Testing

@testable import PropertyLists

@Suite("Values written at a depth")
struct ValueWriterTests {
  /// Containers, empty containers, and scalars that every format has.
  private static let sample: Plist = [
    "a": ["b": ["c": "d e", "list": ["x", ["y": "z"], []]], "empty": [:]],
    "data": .data(Data((0..<90).map { UInt8($0) })),
    "text": "line\nline", "word": "word",
  ]

  private func value(
    _ node: PlistNode, _ format: PlistFormat, unit: Indentation.Unit, depth: Int
  ) throws -> String {
    let text = try node.text(as: format, indentation: Indentation(unit: unit, depth: depth))
    return String(decoding: try #require(text), as: UTF8.self)
  }

  @Test(
    "Every value is written as in the document",
    arguments: [
      (PlistFormat.xml, Indentation.Unit.tab, 0), (.json, .spaces(2), 0),
      (.typedJSON, .spaces(2), 0),
      (.openStep, .tab, 0), (.gnuStep, .gnuStep, 0), (.strings, .tab, -1), (.glyphs, .tab, 0),
      (.project, .tab, 0),
    ])
  func partsOfDocuments(format: PlistFormat, unit: Indentation.Unit, rootDepth: Int) throws {
    let bytes = Array(try Self.sample.encoded(as: format))
    let document = try PlistDocument(
      bytes,
      options: {
        var options = PlistReadingOptions()
        options.looseText = format == .json || format == .typedJSON ? .json : .openStep
        return options
      }())
    var pending = [(node: document.root, depth: rootDepth)]
    var count = 0
    while let (node, depth) = pending.popLast() {
      pending += node.children.map { ($0, depth + 1) }
      // The root of a strings file has no braces.
      if format == .strings, depth < 0 { continue }
      let range = try #require(node.sourceRange)
      let text = String(decoding: bytes[range], as: UTF8.self)
      #expect(try value(node, format, unit: unit, depth: depth) == text, "\(format) \(range)")
      count += 1
    }
    #expect(count > 10)
  }

  @Test("The indentation can be that of the text around the value")
  func otherIndentation() throws {
    let node = try PlistDocument(["k": ["a", ["b": "c"]]]).root
    let four = Indentation.Unit.spaces(4)
    #expect(
      try value(node, .xml, unit: four, depth: 1) == """
        <dict>
                <key>k</key>
                <array>
                    <string>a</string>
                    <dict>
                        <key>b</key>
                        <string>c</string>
                    </dict>
                </array>
            </dict>
        """)
    #expect(
      try value(node, .json, unit: .tab, depth: 2)
        == "{\n\t\t\t\"k\": [\n\t\t\t\t\"a\",\n\t\t\t\t{\n\t\t\t\t\t\"b\": \"c\"\n\t\t\t\t}\n\t\t\t]\n\t\t}"
    )
    #expect(
      try value(node, .openStep, unit: .spaces(2), depth: 0)
        == "{\n  k = (\n    a,\n    {\n      b = c;\n    }\n  );\n}")
  }

  @Test("Data in XML leaves room for the indentation of its tag")
  func data() throws {
    let node = try PlistDocument(.data(Data(repeating: 0, count: 60))).root
    for depth in [0, 3, 8, 20] {
      let lines = try value(node, .xml, unit: .tab, depth: depth).split(separator: "\n")
      let tabs = min(depth, 8)
      for line in lines.dropFirst().dropLast() {
        #expect(line.prefix { $0 == "\t" }.count == tabs)
        #expect(line.count - tabs <= 76 - 8 * tabs)
      }
    }
  }

  @Test("A format that is not text has no text of a value")
  func binary() throws {
    let node = try PlistDocument("a").root
    #expect(try node.text(as: .binary, indentation: Indentation(unit: .tab)) == nil)
  }

  @Test("A value that the format cannot represent is rejected with its path")
  func unsupported() throws {
    let node = try PlistDocument(["a": ["b": .null]]).root
    let error = #expect(throws: PlistError.self) {
      try node.text(as: .xml, indentation: Indentation(unit: .tab, depth: 2))
    }
    #expect(error?.code == .notRepresentable && error?.path.description == "a.b")
  }

  @Test("Part of a project with a key named objects is written like any other dictionary")
  func objectsInsideProjects() throws {
    let part: Plist = ["inner": ["objects": ["A": ["isa": "PBXGroup"]], "z": "1"]]
    let inner = try #require(try PlistDocument(part).root["inner"])
    let text = String(decoding: try inner.encoded(as: .project), as: UTF8.self)
    #expect(try Plist(Data(text.utf8)) == part["inner"])
  }

  @Test("A value inside a project has the comments of the project")
  func projectComments() throws {
    let project: Plist = [
      "objects": [
        "A": ["isa": "PBXGroup", "children": ["B"], "name": "Main"],
        "B": ["isa": "PBXFileReference", "path": "a.swift"],
      ]
    ]
    let document = try PlistDocument(try project.encoded(as: .project))
    let children = try document.root.value(at: PlistPath("objects.A.children"))
    #expect(
      try value(children, .project, unit: .tab, depth: 3)
        == "(\n\t\t\t\tB /* a.swift */,\n\t\t\t)")
  }
}
