// SimpleArray: an array of strings in a property list, written and read back at once.

import ExampleTerminal
import StateStorage

@main
enum SimpleArray {
  static func main() async {
    await ExampleProgram.run("SimpleArray") { _, container in
      let path = try container.path("properties.plist", in: .documents)
      try write(["First", "Second", "Third"], StateStore(path: path, format: .xml))
      ExampleProgram.moment("saved")
      try read(StateStore(path: path, format: .xml))
    }
  }

  /// A file that is there is loaded first: nothing is saved over what is no array of strings.
  private static func write(_ objects: [String], _ store: StateStore<[String]>) throws {
    ExampleProgram.moment("launched")
    _ = try store.load(orInitial: [])
    ExampleProgram.moment("loaded")
    try store.save(objects)
  }

  private static func read(_ store: StateStore<[String]>) throws {
    let objects = try store.load(orInitial: [])
    Output.line("objects: \(objects.map(\.shown).joined(separator: ", "))")
  }
}
