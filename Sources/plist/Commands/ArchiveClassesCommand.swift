// `plist archive classes`: which classes an archive needs, and what their objects are stored with.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

/// Lists the classes of an archive.
struct ArchiveClassesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "classes",
    abstract: "Lists the classes of a keyed archive.",
    discussion: """
      For each class, in the order of the file: its name, its super-classes, the number of its
      objects, and under it the keys that they are stored with. Objects that nothing refers to do
      not count.

      EXAMPLES:
        plist archive classes Main.nib
        plist archive classes settings.plist window.state
      """)

  @Argument(help: "The keyed archive, or - for standard input.", completion: .file())
  var file: String

  @Argument(help: ArchiveCommand.pathHelp, transform: parsePath)
  var path: PlistPath?

  @OptionGroup var reading: ReadingOptions

  func run() throws {
    let style = reading.shared.color.style(for: .output)
    try reading.withArchive(file, at: path) { archive in
      var summaries: [PlistUID: ClassSummary] = [:]
      for object in archive.reachableObjects {
        summaries[object.classUID, default: ClassSummary()].add(object)
      }
      let lines = archive.classes.map { archivedClass in
        let summary = archivedClass.uid.flatMap { summaries[$0] } ?? ClassSummary()
        return summary.text(archivedClass, style)
      }
      try StandardStream.output.write(lines.joined().utf8)
      return []
    }
  }
}

/// What is known of the objects of a class.
private struct ClassSummary {
  private var count = 0
  private var keys: [String] = []
  private var seenKeys: Set<String> = []

  mutating func add(_ object: ArchivedObject) {
    count += 1
    for field in object.fields where seenKeys.insert(field.key).inserted { keys.append(field.key) }
  }

  func text(_ archivedClass: ArchivedClass, _ style: TextStyle) -> String {
    let supers = archivedClass.chain.drop { $0 == archivedClass.name }.map {
      $0.shortened.escaped()
    }
    let chain = supers.isEmpty ? "" : ": " + supers.joined(separator: ", ")
    let objects = style("\(count)", .number) + " object\(count == 1 ? "" : "s")"
    let head = "\(style(archivedClass.name.shortened.escaped(), .key))\(chain) (\(objects))\n"
    return head + keys.map { "  \($0.shortened.escaped())\n" }.joined()
  }
}
