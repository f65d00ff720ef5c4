// Real merges of Xcode projects from public repositories: base, both sides, and the file that people
// committed. They are next to the repository on some machines only.

import Foundation
import OrderedCollections
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Real merges of projects", .enabled(if: RealMerge.all.count > 0, "needs ../shared/merges"))
struct RealMergeTests {
  @Test("Conflicts of lines are merged by value, and nothing is lost")
  func conflicts() throws {
    var figures = MergeFigures()
    for merge in RealMerge.all where !merge.name.contains("-clean-") { try figures.add(merge) }
    #expect(figures.count == 82)
    #expect(figures.withoutConflict >= 77)
    #expect(figures.asCommitted >= 58)
    #expect(figures.lost == [])
    #expect(figures.dangling == [])
    #expect(figures.notReadBack == [])
    #expect(figures.notMirrored == [])
  }

  @Test("Merges that git can do by line have the same values")
  func clean() throws {
    var figures = MergeFigures()
    for merge in RealMerge.all where merge.name.contains("-clean-") { try figures.add(merge) }
    #expect(figures.count == 40)
    #expect(figures.withoutConflict == 40)
    #expect(figures.asCommitted == 40)
    #expect(figures.lost == [])
    #expect(figures.dangling == [])
    #expect(figures.notReadBack == [])
    #expect(figures.notMirrored == [])
  }
}

/// A merge that people made.
struct RealMerge: Sendable {
  let name: String
  private let folder: URL

  /// All merges; none where the collection is absent.
  static let all: [RealMerge] = {
    guard let folder = Repository.shared?.appendingPathComponent("merges"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.filter { !$0.hasSuffix(".tsv") }.sorted().map {
      RealMerge(name: $0, folder: folder.appendingPathComponent($0))
    }
  }()

  func document(_ version: String) throws -> PlistDocument {
    try PlistDocument(Data(contentsOf: folder.appendingPathComponent("\(version).pbxproj")))
  }
}

/// What became of some merges.
private struct MergeFigures {
  private(set) var count = 0
  private(set) var withoutConflict = 0
  private(set) var asCommitted = 0
  private(set) var lost: [String] = []
  private(set) var dangling: [String] = []
  private(set) var notReadBack: [String] = []
  private(set) var notMirrored: [String] = []

  mutating func add(_ real: RealMerge) throws {
    let (base, ours, theirs) =
      (try real.document("base"), try real.document("ours"), try real.document("theirs"))
    let merge = try PlistMerge(base: base, ours: ours, theirs: theirs)
    let value = merge.value
    count += 1
    if merge.conflicts.isEmpty {
      withoutConflict += 1
      let mirrored = try PlistMerge(base: base, ours: theirs, theirs: ours)
      if OrderlessValue(mirrored.value) != OrderlessValue(value) { notMirrored.append(real.name) }
    }
    let committed = try Plist(real.document("merged"))
    if OrderlessValue(value) == OrderlessValue(committed) { asCommitted += 1 }
    if try Plist(ours.applying(merge.edits).data) != value { notReadBack.append(real.name) }
    let inputs = try [base, ours, theirs].map { document throws in try Plist(document) }
    let loss = LossCheck(base: inputs[0], ours: inputs[1], theirs: inputs[2], merged: value)
    lost += loss.losses.map { "\(real.name): \($0)" }
    dangling += Self.dangling(in: value, inputs).map { "\(real.name): \($0)" }
  }

  /// The references that lead nowhere, but led to an object in an input.
  private static func dangling(in project: Plist, _ inputs: [Plist]) -> [String] {
    let objects = project["objects"]?.pairs ?? [:]
    return objects.flatMap { id, object in
      LossCheck.texts(in: object).filter { text in
        objects[text] == nil
          && inputs.contains {
            $0["objects"]?[text] != nil
              && $0["objects"]?[id].map { LossCheck.texts(in: $0).contains(text) } == true
          }
      }
    }
  }
}

/// The changes that one side alone made to a project, and that the merged project does not have.
private struct LossCheck {
  private(set) var losses: [String] = []
  /// The objects that one side removed, and the build files that exist only for them. A reference to
  /// one of them cannot be kept.
  private let removed: Set<String>

  init(base: Plist, ours: Plist, theirs: Plist, merged: Plist) {
    let ids = [base, ours, theirs].map { Set($0["objects"]?.pairs?.keys.elements ?? []) }
    var removed = ids[0].subtracting(ids[1].intersection(ids[2]))
    for project in [base, ours, theirs] {
      for (id, object) in project["objects"]?.pairs ?? [:] {
        guard object["isa"]?.stringValue == "PBXBuildFile" else { continue }
        if let file = object["fileRef"]?.stringValue, removed.contains(file) { removed.insert(id) }
      }
    }
    self.removed = removed
    check(base, ours, theirs, merged, path: "")
  }

  private mutating func check(
    _ base: Plist?, _ ours: Plist?, _ theirs: Plist?, _ merged: Plist?, path: String
  ) {
    if ours == theirs { return }
    if let our = ours?.pairs, let their = theirs?.pairs {
      for key in Set(our.keys).union(their.keys) {
        check(base?[key], our[key], their[key], merged?[key], path: "\(path).\(key)")
      }
    } else if let our = ours?.elements, let their = theirs?.elements {
      let old = Set(base?.elements ?? [])
      for element in Set(our).symmetricDifference(their) where !refersToRemoved(element) {
        // One side added or removed the element.
        if merged?.elements?.contains(element) == old.contains(element) {
          losses.append("\(path): \(element)")
        }
      }
    } else if base == ours || base == theirs {
      checkChange(base == ours ? theirs : ours, merged, path: path)
    }
  }

  /// Checks a value that only one side has or changed. Recursive, by its depth.
  private mutating func checkChange(_ changed: Plist?, _ merged: Plist?, path: String) {
    if merged == changed { return }
    if let pairs = changed?.pairs, merged?.pairs != nil {
      for (key, value) in pairs { checkChange(value, merged?[key], path: "\(path).\(key)") }
    } else if let elements = changed?.elements, let kept = merged?.elements {
      for element in elements where !refersToRemoved(element) && !kept.contains(element) {
        losses.append("\(path): \(element)")
      }
    } else if merged != nil || changed.map(refersToRemoved) != true {
      losses.append(path)
    }
  }

  private func refersToRemoved(_ value: Plist) -> Bool {
    Self.texts(in: value).contains { removed.contains($0) }
  }

  static func texts(in value: Plist) -> [String] {
    var texts: [String] = []
    var pending = [value]
    while let value = pending.popLast() {
      if let text = value.stringValue { texts.append(text) }
      pending += value.elements ?? []
      pending += value.pairs.map { Array($0.values) } ?? []
    }
    return texts
  }
}
