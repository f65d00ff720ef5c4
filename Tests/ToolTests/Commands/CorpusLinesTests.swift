// Compares lines of JSON for all files of the shared collection with Python's plistlib. Skipped if
// either is missing.

import Foundation
import TestSupport
import Testing

@Suite("Lines for the collection")
struct CorpusLinesTests {
  static let python = """
    import json, os, plistlib, sys
    for folder, _, names in os.walk(sys.argv[1]):
        for name in names:
            path = os.path.join(folder, name)
            try:
                with open(path, 'rb') as file: root = plistlib.load(file)
            except Exception:
                continue
            if isinstance(root, dict):
                found = {key: root[key] for key in sys.argv[2:] if isinstance(root.get(key), (str, int))}
                print(json.dumps({'file': path, 'values': found}))
    """

  static let canRun = Repository.shared != nil && ProgramFile.areInstalled("python3")

  @Test(
    "Lines of JSON have the values that Python reads", .enabled(if: canRun),
    arguments: ["xml", "binary"])
  func values(folder: String) throws {
    let corpus = try #require(Repository.shared).appendingPathComponent("corpus/\(folder)").path
    let keys = ["CFBundleIdentifier", "CFBundleVersion", "Label", "RunAtLoad", "$version"]
    let run = try ToolFolder().run(
      ["get", "-r", "--lines", corpus] + keys.flatMap { ["--path", "\"\($0)\""] })
    #expect(run.errors.isEmpty)
    var lines: [String: NSDictionary] = [:]
    for line in run.lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try #require(object["file"] as? String)
      // Either every path has a value, or there is an error about a path or about the file.
      #expect((object["values"] as? [String: Any])?.count == keys.count || object["error"] != nil)
      lines[name] = object["values"] as? NSDictionary
    }
    let theirs = try ProgramRun.run("python3", ["-c", Self.python, corpus] + keys)
    #expect(theirs.lines.count > 100)
    for line in theirs.lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try #require(object["file"] as? String)
      let wanted = try #require(object["values"] as? [String: Any])
      let ours = try #require(lines[name], "\(name)")
      for (key, value) in wanted {
        #expect(ours["\"\(key)\""] as? NSObject == value as? NSObject, "\(name): \(key)")
      }
    }
  }
}
