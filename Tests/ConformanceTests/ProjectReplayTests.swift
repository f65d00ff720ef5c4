// Replays changes that people made to real Xcode projects: the edits that lead from one value to the
// next give the bytes that Xcode wrote.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Replaying changes of real projects")
struct ProjectReplayTests {
  /// A change of a project: the bytes before and after it.
  struct ProjectChange: Sendable {
    var name: String
    var before: Data
    var after: Data
  }

  static let changes: [ProjectChange] = {
    guard let folder = Repository.shared?.appendingPathComponent("merges"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.sorted().flatMap { name -> [ProjectChange] in
      let merge = folder.appendingPathComponent(name)
      func contents(_ side: String) -> Data? {
        try? Data(contentsOf: merge.appendingPathComponent("\(side).pbxproj"))
      }
      guard let base = contents("base") else { return [] }
      return ["ours", "theirs"].compactMap { side in
        contents(side).map { ProjectChange(name: "\(name)/\(side)", before: base, after: $0) }
      }
    }
  }()

  /// The outcome of replaying a change.
  private struct Outcome {
    var name: String
    var isExact: Bool
    var hasValue: Bool
    /// Whether the change adds one file, and removes nothing.
    var addsOneFile: Bool
  }

  private static func replay(_ change: ProjectChange) throws -> Outcome? {
    guard change.before != change.after, let before = try? PlistDocument(change.before),
      let after = try? PlistDocument(change.after), before.format == .project,
      after.format == .project
    else { return nil }
    let edited = try before.applying(PlistDifference(from: before, to: after).edits).data
    return Outcome(
      name: change.name, isExact: edited == change.after,
      hasValue: try PlistDocument(edited).hasSameValues(as: after),
      addsOneFile: addsOneFile(before, after))
  }

  private static func addsOneFile(_ before: PlistDocument, _ after: PlistDocument) -> Bool {
    let old = Set(before.root["objects"]?.keys ?? [])
    let new = after.root["objects"]
    let added = Set(new?.keys ?? []).subtracting(old)
    let classes = added.map { new?[$0]?["isa"]?.stringValue ?? "" }
    return old.isSubset(of: new?.keys ?? []) && classes.contains("PBXFileReference")
      && classes.filter { $0 == "PBXFileReference" }.count == 1
      && classes.allSatisfy { $0 == "PBXFileReference" || $0 == "PBXBuildFile" }
  }

  @Test(
    "At least ten additions of one file give the committed bytes",
    .enabled(if: Repository.shared != nil, "needs ../shared"))
  func additions() async throws {
    let outcomes: [Outcome] = try await withThrowingTaskGroup(of: Outcome?.self) { group in
      for change in Self.changes { group.addTask { try Self.replay(change) } }
      var outcomes: [Outcome] = []
      for try await outcome in group { if let outcome { outcomes.append(outcome) } }
      return outcomes
    }
    #expect(outcomes.filter { !$0.hasValue }.map(\.name) == [])
    let additions = outcomes.filter(\.addsOneFile)
    #expect(additions.filter(\.isExact).count >= 10)
    let exact = outcomes.filter(\.isExact).count
    #expect(
      exact * 10 >= outcomes.count * 8,
      "\(exact) of \(outcomes.count): \(outcomes.filter { !$0.isExact }.map(\.name).sorted())")
  }
}
