// Which folders of a module use which: a folder uses another when it names a type that is declared there.
// Relies on the scanner; extensions and functions are not seen.

/// The uses among the folders of one module.
struct FolderUses {
  /// For each folder the folders it uses, with one file and type as an example.
  private(set) var uses: [String: [String: String]] = [:]

  init(_ files: [SourceFile]) {
    var homes: [String: Set<String>] = [:]
    for file in files {
      for name in file.declaredTypes { homes[name, default: []].insert(file.folder) }
    }
    for file in files {
      for name in Set(file.scan.tokens.map(\.text)) {
        // A name that several folders have says nothing.
        guard let home = homes[name], home.count == 1, let other = home.first,
          other != file.folder
        else { continue }
        uses[file.folder, default: [:]][other] = "\(file.name) names \(name)"
      }
    }
  }

  /// A circle of folders, each with why it uses the next; nil where there is none.
  var circle: [String]? {
    for start in uses.keys.sorted() {
      if let path = path(from: start, to: start) { return path }
    }
    return nil
  }

  private func path(from start: String, to end: String) -> [String]? {
    var seen: Set<String> = []
    var waiting: [(folder: String, path: [String])] = [(start, [])]
    while let (folder, path) = waiting.popLast() {
      for (next, reason) in (uses[folder] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let longer = path + ["\(folder) → \(next): \(reason)"]
        if next == end { return longer }
        if seen.insert(next).inserted { waiting.append((next, longer)) }
      }
    }
    return nil
  }
}

extension SourceFile {
  /// The types that the file declares at its top.
  var declaredTypes: [String] {
    lines.compactMap { line in
      // A declaration at the top of a file is not indented.
      guard let first = line.utf8.first, first > UInt8(ascii: " "), first != UInt8(ascii: "/"),
        first != UInt8(ascii: "}")
      else { return nil }
      return line.firstMatch(
        of:
          #/^(?:@\w+ )*(?:(?:public|package|internal) )?(?:final |indirect )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/#
      ).map { String($0.output.1) }
    }
  }
}
