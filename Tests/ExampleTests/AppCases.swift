// The apps as the tests that run over all of them see them.

import Testing

/// An app, its file, and what makes it change that.
struct AppCase: CustomTestStringConvertible, Sendable {
  var name: String
  var file: String
  var flags: [String] = []
  /// A command that changes something, and a text that its file has then.
  var change = ""
  var trace = ""

  var testDescription: String { ([name] + flags).joined(separator: " ") }

  static let interactive = [
    AppCase(
      name: "Faves", file: "dataarchive.plist", change: "add Home; S; C; ST; 1; 2; 3", trace: "Home"
    ),
    AppCase(name: "FlashCards", file: "FlashCards.dat", change: "add Peru = Lima", trace: "Lima"),
    AppCase(name: "Homepwner", file: "items.archive", change: "new", trace: "BNRItem"),
  ]

  static let all =
    interactive + [
      AppCase(name: "SimpleArray", file: "properties.plist"),
      AppCase(name: "Properties", file: "properties.plist"),
      AppCase(name: "Encoding", file: "foo2.archive"),
      AppCase(name: "Encoding", file: "foo.archive", flags: ["--version1"]),
    ]
}
