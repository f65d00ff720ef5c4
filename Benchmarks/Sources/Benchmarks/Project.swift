// A generated Xcode project as a document, compared with Foundation; and from 1 MB to 200 MB with
// Plinth only.
import ArgumentParser
import BenchmarkDocuments
import Foundation
import PropertyLists

struct Project: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "A 13 MB Xcode project as a document, compared with Foundation; larger ones alone.")

  @Option(help: "Timed runs of each call.") var runs = 5
  @Option(
    help: "Writes the project of 13 MB to this file, for peers of other languages, and stops.")
  var write: String?

  func run() throws {
    let project = ProjectText.make(bytes: 13_000_000)
    if let write { return try Data(project).write(to: URL(fileURLWithPath: write)) }
    print("bytes      Plinth ms  ns/byte   Foundation ms   ratio")
    let data = Data(project)
    try report(project) {
      _ = try PropertyListSerialization.propertyList(from: data, format: nil)
    }
    for megabytes in [1, 50, 200] {
      try report(ProjectText.make(bytes: megabytes * 1_000_000), nil)
    }
  }

  private func report(_ bytes: [UInt8], _ peer: (() throws -> Void)?) throws {
    var timings: (ours: [Double], theirs: [Double]) = ([], [])
    for run in 0...runs {
      let mine = try milliseconds(1) { try PlistDocument(bytes) }
      let other = try peer.map { try milliseconds(1, $0) } ?? 0
      if run == 0 { continue }
      timings.ours.append(mine)
      timings.theirs.append(other)
    }
    let (mine, other) = (median(timings.ours), median(timings.theirs))
    let columns = [
      String(bytes.count).padded(10), mine.text.padded(10),
      (mine * 1_000_000 / Double(bytes.count)).text.padded(9),
      peer == nil ? "" : other.text.padded(15), peer == nil ? "" : (other / mine).text + " ×",
    ]
    print(columns.joined(separator: " "))
  }
}
