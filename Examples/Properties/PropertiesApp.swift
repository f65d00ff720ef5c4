// Properties: a dictionary of a string, an array and a number, as a property list. The first launch
// writes it, later ones read it.

import ExampleTerminal
import StateStorage

/// The dictionary. Its keys are written in this order: sorted.
struct Properties: Codable, Sendable {
  var age: Int
  var kids: [String]
  var name: String
}

extension Properties {
  /// Reads the dictionary; formats without numbers store the age as text.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let text = try? values.decode(String.self, forKey: .age)
    age = try text.flatMap { Int($0) } ?? values.decode(Int.self, forKey: .age)
    kids = try values.decode([String].self, forKey: .kids)
    name = try values.decode(String.self, forKey: .name)
  }
}

@main
enum PropertiesApp {
  static func main() async {
    await ExampleProgram.run("Properties", options: ExampleArguments.propertyList) {
      arguments, container in
      let store = try arguments.propertyListStore(
        of: Properties.self, named: "properties.plist", in: container)
      Output.line("\(store.path)".shown)
      ExampleProgram.moment("launched")
      let properties: Properties?
      do { properties = try store.opened(arguments) } catch {
        Output.line("property file exists....")
        Output.line("Error reading properties, error: \(error)".shown)
        throw error
      }
      ExampleProgram.moment("loaded")
      if let properties { return show(properties) }
      let james = Properties(age: 40, kids: ["Nicolas", "Juliana"], name: "James")
      do {
        try store.save(james, over: arguments.overwriting)
      } catch let error as StateError where error.code == .notEncodable {
        Output.line("Error writing to myData, error: \(error)".shown)
        throw error
      }
      ExampleProgram.moment("saved")
    }
  }

  private static func show(_ properties: Properties) {
    Output.line("property file exists....")
    Output.line("name: \(properties.name.shown)")
    Output.line("age: \(properties.age)")
    for kid in properties.kids { Output.line("kid: \(kid.shown)") }
  }
}
