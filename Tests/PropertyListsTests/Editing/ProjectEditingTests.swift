// Edits of Xcode projects: sections, comments and the order that Xcode uses.

import PropertyLists
import Testing

@Suite("Editing projects")
struct ProjectEditingTests {
  private static let project = """
    // !$*UTF8*$!
    {
    \tarchiveVersion = 1;
    \tobjects = {

    /* Begin PBXBuildFile section */
    \t\tB1 /* A.swift in Sources */ = {isa = PBXBuildFile; fileRef = F1 /* A.swift */; };
    /* End PBXBuildFile section */

    /* Begin PBXFileReference section */
    \t\tF1 /* A.swift */ = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
    /* End PBXFileReference section */

    /* Begin PBXGroup section */
    \t\tG1 /* App */ = {
    \t\t\tisa = PBXGroup;
    \t\t\tchildren = (
    \t\t\t\tF1 /* A.swift */,
    \t\t\t);
    \t\t\tpath = App;
    \t\t};
    /* End PBXGroup section */

    /* Begin PBXSourcesBuildPhase section */
    \t\tS1 /* Sources */ = {
    \t\t\tisa = PBXSourcesBuildPhase;
    \t\t\tfiles = (
    \t\t\t\tB1 /* A.swift in Sources */,
    \t\t\t);
    \t\t};
    /* End PBXSourcesBuildPhase section */
    \t};
    \trootObject = P1;
    }

    """

  private static func path(_ keys: String...) -> PlistPath {
    PlistPath(["objects"].map { .key($0) } + keys.map { .key($0) })
  }

  @Test("A file that is added has its objects in their sections, with Xcode's comments")
  func addFile() throws {
    let edited = try TextEditingTests.edit(
      Self.project,
      .insert(
        Self.path("F2"), ["isa": "PBXFileReference", "path": "B.swift", "sourceTree": "<group>"]),
      .insert(Self.path("B2"), ["isa": "PBXBuildFile", "fileRef": "F2"]),
      .append(Self.path("G1", "children"), "F2"), .append(Self.path("S1", "files"), "B2"))
    #expect(
      edited
        == Self.project.replacing(
          "\n/* End PBXBuildFile",
          with: "\n\t\tB2 /* B.swift in Sources */ = "
            + "{isa = PBXBuildFile; fileRef = F2 /* B.swift */; };\n/* End PBXBuildFile"
        ).replacing(
          "\n/* End PBXFileReference",
          with: "\n\t\tF2 /* B.swift */ = "
            + "{isa = PBXFileReference; path = B.swift; sourceTree = \"<group>\"; };\n"
            + "/* End PBXFileReference"
        ).replacing(
          "\t\t\t\tF1 /* A.swift */,\n",
          with: "\t\t\t\tF1 /* A.swift */,\n\t\t\t\tF2 /* B.swift */,\n"
        ).replacing(
          "\t\t\t\tB1 /* A.swift in Sources */,\n",
          with: "\t\t\t\tB1 /* A.swift in Sources */,\n\t\t\t\tB2 /* B.swift in Sources */,\n"))
  }

  @Test("The first object of a class begins a section, and the last one ends it")
  func sections() throws {
    let edited = try TextEditingTests.edit(
      Self.project,
      .insert(Self.path("H1"), ["isa": "PBXHeadersBuildPhase", "files": []]),
      .remove(Self.path("B1")))
    #expect(
      edited
        == Self.project.replacing(
          """

          /* Begin PBXBuildFile section */
          \t\tB1 /* A.swift in Sources */ = {isa = PBXBuildFile; fileRef = F1 /* A.swift */; };
          /* End PBXBuildFile section */

          """, with: ""
        ).replacing(
          "/* End PBXGroup section */\n",
          with: """
            /* End PBXGroup section */

            /* Begin PBXHeadersBuildPhase section */
            \t\tH1 /* Headers */ = {
            \t\t\tisa = PBXHeadersBuildPhase;
            \t\t\tfiles = (
            \t\t\t);
            \t\t};
            /* End PBXHeadersBuildPhase section */

            """))
  }

  @Test("A new name changes one line, and the comments with it on request")
  func rename() throws {
    let edit = PlistEdit.set(Self.path("F1", "path"), "New.swift")
    #expect(
      try TextEditingTests.edit(Self.project, edit)
        == Self.project.replacing("path = A.swift", with: "path = New.swift"))
    let document = try PlistDocument(Array(Self.project.utf8))
    let updated = try document.applying([edit], comments: .updated).data
    #expect(
      String(decoding: updated, as: UTF8.self)
        == Self.project.replacing("A.swift", with: "New.swift"))
  }

  @Test("A key of an object goes to its position in the order of keys")
  func sortedKeys() throws {
    #expect(
      try TextEditingTests.edit(Self.project, .set(Self.path("G1", "name"), "My App"))
        == Self.project.replacing(
          "\t\t\tpath = App;", with: "\t\t\tname = \"My App\";\n\t\t\tpath = App;"))
  }

  @Test("The children of a group are sorted by name, groups first and numbers by value")
  func sortChildren() throws {
    let children: [(String, Plist)] = [
      ("F10", ["isa": "PBXFileReference", "path": "b10.swift"]),
      ("F9", ["isa": "PBXFileReference", "path": "B9.swift"]),
      ("G2", ["isa": "PBXGroup", "children": [], "path": "Z"]),
    ]
    var edits: [PlistEdit] = []
    for (id, object) in children {
      edits.append(.insert(Self.path(id), object))
      edits.append(.append(Self.path("G1", "children"), .string(id)))
    }
    let document = try PlistDocument(Array(Self.project.utf8))
    let filled = try PlistDocument(document.applying(edits).data)
    let sorted = try filled.applying([.sort(Self.path("G1", "children"))]).data
    #expect(
      String(decoding: sorted, as: UTF8.self).contains(
        """
        \t\t\tchildren = (
        \t\t\t\tG2 /* Z */,
        \t\t\t\tF1 /* A.swift */,
        \t\t\t\tF9 /* B9.swift */,
        \t\t\t\tF10 /* b10.swift */,
        \t\t\t);

        """))
  }
}
