// `plist archive classes`: the classes that an archive uses, and the keys that their objects store.

internal import ArgumentParser
internal import KeyedArchives
internal import PropertyLists

struct ArchiveClassesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "classes", abstract: "Lists the classes of a keyed archive.",
    discussion: """
      Prints, for each class in the order of the file, its name, its superclasses, and the number \
      of its objects, followed by the keys under which they store their fields. Objects that \
      nothing refers to are not counted. With --each, -r, --files0-from, or several files, a line \
      ==> FILE <== precedes the classes of each file. With --lines, the value is an array of \
      {"class":NAME,"superclasses":[...],"objects":COUNT,"keys":[...]}.

      EXAMPLES:
        plist archive classes Main.nib
        plist archive classes settings.plist window.state
      """)

  @OptionGroup
  var input: ArchiveOptions

  func run() throws {
    let style = input.shared.runner.color.style(for: .output)
    try input.forEachArchive { archive, _ in
      let lines = archive.classSummaries.map { $0.text(in: style) }
      try StandardStream.output.write(lines.joined())
    } json: { archive, _ in
      try Plist.array(archive.classSummaries.map(\.plist)).compactJSON()
    }
  }
}

extension KeyedArchive {
  /// The classes in the order of the file, with a summary of their objects.
  fileprivate var classSummaries: [ClassSummary] {
    var summaries: [PlistUID: ClassSummary] = [:]
    for object in reachableObjects {
      summaries[object.classUID, default: ClassSummary()].add(object)
    }
    return classes.map { archivedClass in
      var summary = archivedClass.uid.flatMap { summaries[$0] } ?? ClassSummary()
      summary.describe(archivedClass)
      return summary
    }
  }
}

private struct ClassSummary {
  private var name = ""
  private var superclasses: [String] = []
  private var count = 0
  private var keys: [String] = []
  private var seenKeys: Set<ByteKey> = []

  mutating func add(_ object: ArchivedObject) {
    count += 1
    for field in object.fields where seenKeys.insert(ByteKey(field.key)).inserted {
      keys.append(field.key)
    }
  }

  mutating func describe(_ archivedClass: ArchivedClass) {
    name = archivedClass.name
    superclasses = Array(archivedClass.chain.drop { $0 == name })
  }

  func text(in style: TextStyle) -> String {
    let supers = superclasses.map { $0.shortened.escaped() }
    let chain = supers.isEmpty ? "" : ": " + supers.joined(separator: ", ")
    let objects = style("\(count)", as: .number) + " object\(count == 1 ? "" : "s")"
    let head = "\(style(name.shortened.escaped(), as: .key))\(chain) (\(objects))\n"
    return head + keys.map { "  \($0.shortened.escaped())\n" }.joined()
  }

  var plist: Plist {
    [
      "class": .string(name), "superclasses": .array(superclasses.map(Plist.string)),
      "objects": .integer(PlistInteger(count)), "keys": .array(keys.map(Plist.string)),
    ]
  }
}
