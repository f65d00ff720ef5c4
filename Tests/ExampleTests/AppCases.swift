// The apps, as seen by the tests that iterate over all of them.

import Foundation
import TestSupport
import Testing

/// An app, its file, and a command that changes the file.
struct AppCase: CustomTestStringConvertible, Sendable {
  var name: String
  var file: String
  var flags: [String] = []
  /// A command that changes the file, and text that the file contains then.
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

  static let encoding = [
    AppCase(name: "Encoding", file: "foo2.archive"),
    AppCase(name: "Encoding", file: "foo.archive", flags: ["--version1"]),
  ]

  static let propertyLists = [
    AppCase(name: "SimpleArray", file: "properties.plist"),
    AppCase(name: "Properties", file: "properties.plist"),
  ]

  /// The last line of the second launch of an app that stores a property list.
  var lastLine: String {
    name == "Properties" ? "kid: Juliana" : "objects: First, Second, Third"
  }

  /// The apps that read no commands.
  static let quiet =
    propertyLists + encoding

  static let all = interactive + quiet
}

extension AppCase {
  static let (faves, flashCards, homepwner) = (interactive[0], interactive[1], interactive[2])

  /// The greeting of an interactive app at its first launch in a terminal.
  var greeting: String {
    switch name {
    case "Faves": "no current favorite"
    case "FlashCards": "no cards yet; help lists the commands"
    default: "no items yet; help lists the commands"
    }
  }

  /// The answer to the change.
  var answer: String {
    switch name {
    case "Faves": "added 1. Home, S, C, ST 1 (2.0, 3.0)"
    case "FlashCards": "added card 1"
    default: "created 1. (no name), no serial number, $0, \(Self.today)"
    }
  }

  /// A part of the output once the app has been changed, or was launched before.
  var shown: String { name == "Encoding" ? "nth run - name: James age: 40" : " 1. " }

  /// The output other than paths if the file cannot be read, for which an app prints a sentence.
  func linesOfUnreadableFile(_ errors: String) -> [String] {
    guard name == "Properties" else { return [] }
    let sentence = errors.trimmingPrefix("Properties: ").prefix { $0 != ";" }
    return [
      "property file exists....", "Error reading properties, error: \(sentence)",
    ]
  }

  static var today: String { Date().formatted(.iso8601.year().month().day()) }

  /// The steps that wait for the output when the app ends.
  var leaving: [String] { name == "Homepwner" ? ["see:Saved all of the BNRItems"] : [] }
}

extension ProgramRun {
  /// The lines without those that the tutorials' apps print unasked.
  var answers: [String] {
    let beginnings = ["FILE ", "DataModel ", "Application will", "Saved all", "/"]
    return lines.filter { line in !beginnings.contains { line.hasPrefix($0) } }
  }
}
