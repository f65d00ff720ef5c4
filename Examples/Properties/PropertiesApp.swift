// Properties: a dictionary of a string, an array and a number, as an XML property list. The first
// launch writes it, later ones read it.

import ExampleTerminal
import PropertyLists
import StateStorage

@main
enum PropertiesApp {
  static func main() async {
    await ExampleProgram.run("Properties") { _, container in
      let path = try container.path("properties.plist", in: .documents)
      let store = StateStore(path: path, format: format)
      ExampleProgram.moment("launched")
      let load = store.load()
      ExampleProgram.moment("loaded")
      if case .missing = load {
        try create(in: store)
        ExampleProgram.moment("saved")
      } else {
        try show(store.load(orInitial: [:]))
      }
    }
  }

  /// A dictionary as XML; its keys come out sorted.
  private static let format = StateFormat<Plist>(
    encode: { plist in
      var options = PlistWritingOptions()
      options.keyOrder = .sorted
      return try plist.encoded(as: .xml, options: options)
    },
    decode: { try Plist($0) })

  private static func create(in store: StateStore<Plist>) throws {
    Output.line("\(store.path)")
    try store.save(["name": "James", "kids": ["Nicolas", "Juliana"], "age": 40])
  }

  private static func show(_ properties: Plist) throws {
    guard let name = properties["name"]?.stringValue, let age = properties["age"]?.intValue,
      let kids = properties["kids"]?.elements
    else {
      throw StateError(.corrupt, "the file has no name, age and kids")
    }
    Output.line("property file exists....")
    Output.line("name: \(name.shown)")
    Output.line("age: \(age)")
    for kid in kids { Output.line("kid: \(kid.stringValue?.shown ?? "")") }
  }
}
