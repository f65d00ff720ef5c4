// SimpleArray: an array of strings in a property list, written and immediately read back.

import ExampleTerminal
import StateStorage

@main
enum SimpleArray {
  static func main() async {
    await ExampleProgram.run("SimpleArray", options: ExampleArguments.propertyList) {
      arguments, container in
      let store = try arguments.propertyListStore(
        of: [String].self, named: "properties.plist", in: container)
      ExampleProgram.moment("launched")
      // Loaded first: a file that is not an array of strings is never overwritten.
      _ = try store.opened(arguments)
      ExampleProgram.moment("loaded")
      try store.save(["First", "Second", "Third"], over: arguments.overwriting)
      ExampleProgram.moment("saved")
      let objects = try store.load(orInitial: [])
      Output.line("objects: \(objects.map(\.shown).joined(separator: ", "))")
    }
  }
}
