// What the manifest of the committed corpus says of each file. Scripts/fixtures writes it with the
// files, so that an expectation never comes from the code under test.

import Foundation

/// The manifest of the committed corpus.
package enum FixtureManifest {
  /// What is expected of one file.
  package struct Expectation: Decodable, Sendable {
    /// A valid file: an array of its value, as typed JSON.
    package var value: String?
    /// A valid file: whether it is written again with the same bytes.
    package var unchanged: Bool?
    /// A font: whether its unquoted numbers are read as numbers.
    package var numbers: Bool?
    /// A project: its name, which only the comments have.
    package var projectName: String?
    /// An invalid file: the code and the offset of its error.
    package var code: String?
    package var offset: Int?
    /// An invalid file that a document accepts: what reports the error.
    package var found: String?
    /// A borderline file: the warnings of a check, each with its offset.
    package var warnings: [String]?
    /// A borderline file: the code of the error in strict reading.
    package var strict: String?
    /// A borderline file: whether Apple's parser reads it, rejects it, or differs in the value.
    package var apple: String?
    /// A borderline archive: the warnings of its diagnosis.
    package var archiveWarnings: [String]?
  }

  /// A committed file with what is expected of it.
  package struct Fixture: Sendable, CustomStringConvertible {
    package var file: Corpus.File
    package var expectation: Expectation

    package var description: String { file.name }
  }

  /// The expectations by the paths of the files.
  package static let expectations: [String: Expectation] = {
    let path = Corpus.committedPath + "/MANIFEST.json"
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return (try? JSONDecoder().decode([String: Expectation].self, from: data)) ?? [:]
  }()

  /// The folders of formats.
  package static let folders = [
    "xml", "binary", "openstep", "gnustep", "strings", "project", "glyphs", "json", "typed-json",
    "archives",
  ]

  /// The committed files of a verdict: valid, invalid or borderline.
  package static func fixtures(_ verdict: String) -> [Fixture] {
    Corpus.committed(verdict, folders).compactMap { file in
      expectations[file.name].map { Fixture(file: file, expectation: $0) }
    }
  }
}
