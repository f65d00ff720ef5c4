// Xcode projects as text, generated from a fixed seed: the object ids, comments and build settings of a
// real project.

/// A generator of projects.
package enum ProjectText {
  /// Returns the text of a project of at least this many bytes.
  package static func make(bytes: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    var text = "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tclasses = {\n\t};\n"
    text += "\tobjectVersion = 56;\n\tobjects = {\n\n/* Begin PBXBuildFile section */\n"
    var number = 0
    while text.utf8.count < bytes / 2 {
      let name = "Source \(number).swift"
      text += "\t\t\(id(&generator)) /* \(name) in Sources */ = {isa = PBXBuildFile; fileRef = "
      text += "\(id(&generator)) /* \(name) */; };\n"
      number += 1
    }
    text += "/* End PBXBuildFile section */\n\n/* Begin XCBuildConfiguration section */\n"
    while text.utf8.count < bytes {
      text += configuration(number, &generator)
      number += 1
    }
    text += "/* End XCBuildConfiguration section */\n\t};\n\trootObject = "
    text += "\(id(&generator)) /* Project object */;\n}\n"
    return Array(text.utf8)
  }

  private static func configuration(_ number: Int, _ generator: inout SeededGenerator) -> String {
    """
    \t\t\(id(&generator)) /* Debug */ = {
    \t\t\tisa = XCBuildConfiguration;
    \t\t\tbuildSettings = {
    \t\t\t\tALWAYS_SEARCH_USER_PATHS = NO;
    \t\t\t\tCODE_SIGN_STYLE = Automatic;
    \t\t\t\tGCC_PREPROCESSOR_DEFINITIONS = (
    \t\t\t\t\t"DEBUG=1",
    \t\t\t\t\t"$(inherited)",
    \t\t\t\t);
    \t\t\t\tINFOPLIST_FILE = "Module \(number)/Info.plist";
    \t\t\t\tLD_RUNPATH_SEARCH_PATHS = "$(inherited) @executable_path/Frameworks";
    \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = "org.example.module-\(number)";
    \t\t\t\tPRODUCT_NAME = "$(TARGET_NAME)";
    \t\t\t\tSWIFT_VERSION = 5.0;
    \t\t\t};
    \t\t\tname = Debug;
    \t\t};

    """
  }

  private static func id(_ generator: inout SeededGenerator) -> String {
    let digits = Array("0123456789ABCDEF")
    return String((0..<24).map { _ in digits[Int(generator.next() & 15)] })
  }
}
