// The options of the apps whose state is a plain property list: its format and its path.

internal import PropertyLists
package import StateStorage
internal import SystemPackage

extension ExampleArguments {
  /// The options, with their help.
  package static let propertyList: KeyValuePairs = [
    "--format FORMAT": "write FORMAT instead of xml: \(formats)",
    "--file FILE": "store the state in FILE, which is in Documents unless it contains a slash",
  ]

  private static let formats = PlistFormat.allCases.map(\.rawValue).joined(separator: ", ")

  /// The store of a state. It reads every format, and writes the requested one.
  package func propertyListStore<State: Codable & Sendable>(
    of type: State.Type, named name: String, in container: AppContainer
  ) throws -> StateStore<State> {
    let word = values["--format"] ?? PlistFormat.xml.rawValue
    guard let format = PlistFormat(rawValue: word) else {
      throw Misuse(sentence: "expected a format (\(Self.formats)), found \(word.shown)")
    }
    let file = values["--file"] ?? name
    let path = try file.contains("/") ? FilePath(file) : container.path(file, in: .documents)
    return StateStore(
      path: path,
      format: StateFormat(
        encode: { try PlistEncoder(outputFormat: format).encode($0) },
        decode: { try PlistDecoder().decode(type, from: $0) }))
  }
}
