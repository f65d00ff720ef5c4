// `plist type`: prints the types of values.

internal import ArgumentParser
internal import PropertyLists

struct TypeCommand: ValueCommand {
  static let configuration = CommandConfiguration(
    commandName: "type", abstract: "Prints the type of a value.",
    discussion: """
      The type is one of null, bool, integer, real, date, data, string, uid, array, set, and \
      dictionary. The types of several values are printed one per line. With --each, -r, \
      --files0-from, or several files, each line begins with FILE:.

      EXAMPLES:
        plist type Info.plist
        plist type Info.plist CFBundleDocumentTypes
        plist type --each --path CFBundleVersion *.plist
      """)

  @OptionGroup
  var values: ValueOptions

  var printer: TypePrinter { TypePrinter(values: values.selection) }
}

/// The work of `type`: prints the types of values.
struct TypePrinter: ValuePrinter {
  let values: ValueSelection

  func validate() throws { try values.check(takesSeveralPaths: false, needsPath: false) }

  func show(_ found: FileValues, to output: inout ValueOutput) throws {
    for value in found.values {
      try output.write((value.map { "\($0.node.kind)" } ?? output.substitute ?? "") + "\n")
    }
  }

  func json(_ value: FoundValue, in found: FileValues) throws -> Data {
    try Plist.string("\(value.node.kind)").compactJSON()
  }
}
