// Tests of the rules for merges of Xcode projects.

import OrderedCollections
import Testing

@testable import PropertyLists

@Suite("Three-way merge of Xcode projects")
struct ProjectMergeTests {
  /// A project with one group, one target and one build phase.
  private struct SampleProject {
    var objects: OrderedDictionary<String, Plist> = [
      "PROJECT": [
        "isa": "PBXProject", "mainGroup": "GROUP", "targets": ["TARGET"],
        "attributes": ["LastUpgradeCheck": "0900"],
      ],
      "GROUP": ["isa": "PBXGroup", "children": ["FILE", "OTHER"]],
      "OTHER": ["isa": "PBXGroup", "children": []],
      "FILE": ["isa": "PBXFileReference", "path": "a.swift"],
      "BUILD": ["isa": "PBXBuildFile", "fileRef": "FILE"],
      "PHASE": ["isa": "PBXSourcesBuildPhase", "files": ["BUILD"]],
      "TARGET": ["isa": "PBXNativeTarget", "name": "App", "buildPhases": ["PHASE"]],
    ]
    var version: Plist = "46"

    var value: Plist {
      [
        "archiveVersion": "1", "objectVersion": version, "objects": .dictionary(objects),
        "rootObject": "PROJECT",
      ]
    }
  }

  private func merge(
    _ change: (inout SampleProject) -> Void = { _ in }, ours: (inout SampleProject) -> Void,
    theirs: (inout SampleProject) -> Void
  ) throws -> PlistMerge {
    var base = SampleProject()
    change(&base)
    var (our, their) = (base, base)
    ours(&our)
    theirs(&their)
    return try MergeLawTests.merge(base.value, our.value, their.value)
  }

  private func path(_ steps: String...) -> PlistPath { PlistPath(steps.map { .key($0) }) }

  @Test("The larger of two changed versions is used, and a change of one side wins")
  func versions() throws {
    let check = path("objects", "PROJECT", "attributes", "LastUpgradeCheck")
    let upgraded = try merge {
      $0.objects["PROJECT"]?["attributes"] = ["LastUpgradeCheck": "0930"]
      $0.version = "50"
    } theirs: {
      $0.objects["PROJECT"]?["attributes"] = ["LastUpgradeCheck": "1010"]
      $0.version = "48"
    }
    #expect(upgraded.conflicts == [])
    #expect(upgraded.value[check] == "1010")
    #expect(upgraded.value["objectVersion"] == "50")
    let lowered = try merge {
      $0.objects["NEW"] = ["isa": "PBXGroup", "children": []]
    } theirs: {
      $0.objects["PROJECT"]?["attributes"] = ["LastUpgradeCheck": "0800"]
    }
    #expect(lowered.value[check] == "0800")
    let other = try merge {
      $0.objects["TARGET"]?["name"] = "1"
    } theirs: {
      $0.objects["TARGET"]?["name"] = "2"
    }
    #expect(other.conflicts.map(\.path) == [path("objects", "TARGET", "name")])
  }

  @Test("Both sides add files to one group and one phase")
  func additions() throws {
    let merge = try merge {
      $0.objects["GROUP"]?["children"] = ["FILE", "OURS", "OTHER"]
      $0.objects["OURS"] = ["isa": "PBXFileReference", "path": "o.swift"]
    } theirs: {
      $0.objects["GROUP"]?["children"] = ["FILE", "THEIRS", "OTHER"]
      $0.objects["THEIRS"] = ["isa": "PBXFileReference", "path": "t.swift"]
    }
    #expect(merge.conflicts == [])
    #expect(
      merge.value[path("objects", "GROUP", "children")] == ["FILE", "OURS", "THEIRS", "OTHER"])
    #expect(merge.value["objects"]?["THEIRS"] != nil)
  }

  @Test("An object that one side removed stays removed if nothing refers to it", arguments: [0, 1])
  func unreferenced(side: Int) throws {
    let remove: (inout SampleProject) -> Void = {
      $0.objects["PHASE"] = nil
      $0.objects["TARGET"]?["buildPhases"] = []
    }
    let change: (inout SampleProject) -> Void = {
      $0.objects["PHASE"]?["files"] = ["BUILD", "NEW"]
      $0.objects["NEW"] = ["isa": "PBXBuildFile", "fileRef": "FILE"]
    }
    let merge = try merge(ours: side == 0 ? remove : change, theirs: side == 0 ? change : remove)
    #expect(merge.conflicts == [])
    #expect(merge.value["objects"]?["PHASE"] == nil)
    #expect(merge.warnings.map(\.error.path) == [path("objects", "NEW")])
  }

  @Test("An object that one side removed and the other changed is kept if it is needed")
  func referenced() throws {
    let remove: (inout SampleProject) -> Void = {
      $0.objects["FILE"] = nil
      $0.objects["BUILD"] = nil
      $0.objects["PHASE"]?["files"] = []
      $0.objects["GROUP"]?["children"] = ["OTHER"]
    }
    let change: (inout SampleProject) -> Void = {
      $0.objects["FILE"]?["path"] = "b.swift"
      $0.objects["SECOND"] = ["isa": "PBXGroup", "children": ["FILE"]]
      $0.objects["GROUP"]?["children"] = ["OTHER", "SECOND", "FILE"]
    }
    for (ours, theirs) in [(remove, change), (change, remove)] {
      let merge = try merge(ours: ours, theirs: theirs)
      let conflict = try #require(merge.conflicts.first)
      #expect(merge.conflicts.count == 1)
      #expect(conflict.path == path("objects", "FILE"))
      #expect(conflict.message.contains("other objects refer to it"))
      #expect(merge.value["objects"]?["FILE"]?["path"] == "b.swift")
      var removed = merge.value
      try removed.apply(merge.resolutions(favoring: conflict.kept.other))
      #expect(removed["objects"]?["FILE"] == nil)
      #expect(removed[path("objects", "SECOND", "children")] == [])
    }
  }

  @Test("A build file of a removed file is removed, with its entry in the phase")
  func buildFile() throws {
    let merge = try merge {
      $0.objects["FILE"] = nil
      $0.objects["BUILD"] = nil
      $0.objects["PHASE"]?["files"] = []
      $0.objects["GROUP"]?["children"] = ["OTHER"]
    } theirs: {
      $0.objects["BUILD 2"] = ["isa": "PBXBuildFile", "fileRef": "FILE"]
      $0.objects["PHASE 2"] = ["isa": "PBXSourcesBuildPhase", "files": ["BUILD 2"]]
      $0.objects["TARGET"]?["buildPhases"] = ["PHASE", "PHASE 2"]
    }
    #expect(merge.conflicts == [])
    #expect(merge.value["objects"]?["FILE"] == nil)
    #expect(merge.value["objects"]?["BUILD 2"] == nil)
    #expect(merge.value[path("objects", "PHASE 2", "files")] == [])
    #expect(!merge.warnings.isEmpty)
  }

  @Test("A removed object that a field of another object needs returns")
  func restored() throws {
    let merge = try merge {
      $0.objects["FILE"] = nil
      $0.objects["BUILD"] = nil
      $0.objects["PHASE"]?["files"] = []
      $0.objects["GROUP"]?["children"] = ["OTHER"]
    } theirs: {
      $0.objects["CONFIG"] = ["isa": "XCBuildConfiguration", "baseConfigurationReference": "FILE"]
    }
    #expect(merge.value["objects"]?["FILE"] == ["isa": "PBXFileReference", "path": "a.swift"])
    #expect(merge.warnings.map(\.error.path) == [path("objects", "FILE")])
  }

  @Test("A file that both sides moved to different groups is in one of them")
  func movedTwice() throws {
    let merge = try merge {
      $0.objects["A"] = ["isa": "PBXGroup", "children": []]
    } ours: {
      $0.objects["GROUP"]?["children"] = ["OTHER"]
      $0.objects["A"]?["children"] = ["FILE"]
    } theirs: {
      $0.objects["GROUP"]?["children"] = ["OTHER"]
      $0.objects["OTHER"]?["children"] = ["FILE"]
    }
    #expect(merge.conflicts == [])
    #expect(merge.value[path("objects", "A", "children")] == ["FILE"])
    #expect(merge.value[path("objects", "OTHER", "children")] == [])
    #expect(merge.warnings.map(\.error.path) == [path("objects", "FILE")])
  }

  @Test("References in a circle of removable objects end")
  func circle() throws {
    let merge = try merge {
      $0.objects["X"] = ["isa": "PBXBuildFile", "fileRef": "FILE", "link": "Y"]
      $0.objects["Y"] = ["isa": "Custom", "link": "X"]
    } ours: {
      $0.objects["FILE"] = nil
      $0.objects["BUILD"] = nil
      $0.objects["PHASE"]?["files"] = []
      $0.objects["GROUP"]?["children"] = ["OTHER"]
    } theirs: {
      $0.objects["Y"]?["more"] = "X"
    }
    #expect(merge.value["objects"]?["X"] == nil)
    #expect(merge.value["objects"]?["Y"] == ["isa": "Custom"])
  }
}
