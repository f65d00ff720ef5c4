// Writes the documents of the grid: GridDocuments FOLDER [NAME…]. Files that exist are kept, since every
// document is generated from a fixed seed.
import BenchmarkDocuments
import Foundation
import KeyedArchives
import PropertyLists

@main
struct GridDocuments {
  private let folder: URL
  private let names: Set<String>

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first else {
      FileHandle.standardError.write(Data("usage: GridDocuments FOLDER [NAME…]\n".utf8))
      exit(2)
    }
    let documents = GridDocuments(
      folder: URL(filePath: folder, directoryHint: .isDirectory),
      names: Set(arguments.dropFirst()))
    try FileManager.default.createDirectory(
      at: documents.folder, withIntermediateDirectories: true)
    try documents.writeAll()
  }

  private func writeAll() throws {
    let types = ["xml", "bin", "json"]
    try writeValues("records", types + ["openstep"]) { Documents.records(100_000) }
    try writeValues("strings", types + ["openstep"]) { Documents.strings(200_000) }
    try writeValues("numbers", ["xml", "bin"]) { Documents.numbers(1_000_000) }
    try writeValues("blobs", ["xml", "bin"]) { Documents.blobs(200) }
    try writeValues("small", types) { Documents.small }
    try writeValues("deep", ["xml", "bin"]) { Documents.deep(400) }
    for (name, megabytes) in [("1mb", 1), ("10mb", 10), ("60mb", 60), ("200mb", 200)] {
      try writeValues("records-\(name)", ["xml", "bin"]) {
        Documents.records(megabytes * 1_000_000 / bytesPerRecord)
      }
    }
    for (name, count) in [("archive10k", 10_000), ("archive100k", 100_000)] {
      for format in ["xml", "bin"] {
        try write(name, format) {
          var options = ArchivingOptions()
          options.outputFormat = format == "xml" ? .xml : .binary
          return try KeyedArchiver.archivedData(root: FlashCard.deck(count), options: options)
        }
      }
    }
    try write("project", "pbxproj") { Data(ProjectText.make(bytes: 13_000_000)) }
  }

  /// The length of a record in XML, on average.
  private let bytesPerRecord = 586

  private func writeValues<Value: Codable>(
    _ name: String, _ extensions: [String], _ make: () -> Value
  ) throws {
    for format in extensions {
      try write(name, format) {
        switch format {
        case "xml": return try PlistEncoder(outputFormat: .xml).encode(make())
        case "bin": return try PlistEncoder(outputFormat: .binary).encode(make())
        case "json": return try JSONEncoder().encode(make())
        default:
          var options = PlistWritingOptions()
          options.unsupportedValues = .asText
          return try PlistEncoder().document(make()).encoded(as: .openStep, options: options)
        }
      }
    }
  }

  /// Writes one file, unless it exists or is not requested.
  private func write(_ name: String, _ fileExtension: String, _ make: () throws -> Data) throws {
    let file = folder.appending(path: "\(name).\(fileExtension)")
    guard names.isEmpty || names.contains(name), !FileManager.default.fileExists(atPath: file.path)
    else { return }
    let data = try make()
    try data.write(to: file, options: .atomic)
    print("\(file.lastPathComponent): \(data.count) bytes")
  }
}
