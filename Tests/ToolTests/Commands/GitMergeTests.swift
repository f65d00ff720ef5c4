// The tool in git repositories: git-setup, the merge driver in merges, rebases and cherry-picks, and
// `plist resolve`.

import Foundation
import TestSupport
import Testing

@Suite("The tool in git repositories")
struct GitMergeTests {
  private let folder: ToolFolder

  /// A repository with a branch on each side.
  init() throws {
    folder = try ToolFolder()
    try folder.prepare(
      """
      git init -q -b main .
      git config user.name Test
      git config user.email test@example.org
      """)
  }

  private static func text(_ a: String, _ b: String) -> String {
    xml("<dict>\n<key>a</key><string>\(a)</string>\n<key>b</key><string>\(b)</string>\n</dict>")
  }

  /// Runs a shell script in which git finds the tool.
  private func git(_ script: String) throws -> ProgramRun {
    let program = try ProgramFile.built("plist")
    let tools = URL(fileURLWithPath: program).deletingLastPathComponent().path
    return try folder.shell("PATH='\(tools)':\"$PATH\"; \(script)")
  }

  private func contents(_ name: String) throws -> String {
    String(decoding: try folder.data(name), as: UTF8.self)
  }

  private func commit(_ a: String, _ b: String, as message: String) throws {
    try folder.write(Self.text(a, b), to: "f.plist")
    try folder.prepare("git add -A; git commit -q -m \(message)")
  }

  /// Commits changes of adjacent values on both branches.
  private func commitBranches(theirs: (String, String) = ("1", "3")) throws {
    try commit("1", "1", as: "base")
    try folder.prepare("git checkout -q -b theirs")
    try commit(theirs.0, theirs.1, as: "theirs")
    try folder.prepare("git checkout -q main")
    try commit("2", "1", as: "ours")
  }

  @Test("git-setup writes the configuration once, and keeps what is there")
  func setup() throws {
    try folder.write("*.plist text\n*.txt text", to: ".gitattributes")
    #expect(try folder.run("git-setup").text.contains("git config merge.plist.driver"))
    #expect(try folder.shell("git config merge.plist.driver").status == 1)
    try folder.prepare("git config merge.plist.name mine; mkdir sub")
    let run = try git("cd sub; plist git-setup --apply")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("merge.plist.name is kept: mine\n"))
    let attributes = try contents(".gitattributes")
    #expect(
      attributes.hasPrefix("*.plist text\n*.txt text\n*.strings diff=plist-strings merge=plist\n"))
    #expect(
      try folder.shell("git config merge.plist.driver").text
        == "plist merge3 --driver --path=%P --marker-size=%L %O %A %B\n")
    #expect(try git("plist git-setup --apply").text == "merge.plist.name is kept: mine\n")
    #expect(try contents(".gitattributes") == attributes)
    #expect(try folder.run("git-setup", "--apply", environment: ["GIT_DIR": "/none"]).status == 3)
  }

  @Test("The tool learns git's status if it is started with SIGCHLD ignored")
  func ignoredChildren() throws {
    // Not the shell of the other tests, which may restore the signal.
    let run = try git("bash -c \"trap '' CHLD; exec plist git-setup --apply\"")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
  }

  @Test("A missing git is reported")
  func missingGit() throws {
    let run = try folder.run("git-setup", "--apply", environment: ["PATH": folder.path])
    #expect(run.status == 3)
    #expect(run.errors == ".gitattributes: error: cannot run git: it is not in a folder of PATH\n")
  }

  @Test("A git that fails leaves the file of the merge driver as it is", arguments: [1, 127])
  func failingGit(status: Int) throws {
    try folder.prepare(
      "mkdir bin; printf '#!/bin/sh\\nexit \(status)\\n' > bin/git; chmod +x bin/git")
    for name in ["base", "ours", "theirs"] { try folder.write("not a list: \(name)", to: name) }
    let run = try folder.run(
      "merge3", "--driver", "--path=f.plist", "base", "ours", "theirs",
      environment: ["PATH": "\(folder.path)/bin"])
    #expect(run.status == 1, "\(run)")
    #expect(try contents("ours") == "not a list: ours")
  }

  @Test("git merges adjacent changes by value", arguments: ["merge", "rebase", "cherry-pick"])
  func driver(verb: String) throws {
    // A rebase begins with their commit, so the attributes are part of the base.
    #expect(try git("plist git-setup --apply").status == 0)
    try commitBranches()
    try folder.prepare("git config --remove-section merge.plist")
    #expect(try folder.shell("git merge -q theirs").status == 1)
    try folder.prepare("git merge --abort")
    #expect(try git("plist git-setup --apply").status == 0)
    let run = try git("git \(verb) \(verb == "merge" ? "-m merged theirs" : "theirs")")
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    #expect(try contents("f.plist") == Self.text("2", "3"))
    #expect(try folder.shell("git status --porcelain").text == "")
  }

  @Test("git sees a conflict of values as a conflict of the file")
  func conflict() throws {
    try commitBranches(theirs: ("5", "3"))
    #expect(try git("plist git-setup --apply").status == 0)
    let run = try git("git merge theirs")
    #expect(run.status == 1)
    #expect(run.errors.contains("f.plist: error: both sides changed this value differently (at a)"))
    #expect(try folder.shell("git status --porcelain f.plist").text == "UU f.plist\n")
    #expect(
      try contents("f.plist").contains(
        "<<<<<<< ours\n<key>a</key><string>2</string>\n=======\n<key>a</key><string>5</string>\n"))
    #expect(try contents("f.plist").contains("<string>3</string>"))
  }

  @Test("Binary files are shown as text")
  func textconv() throws {
    try commit("1", "1", as: "base")
    try folder.prepare("plist convert f.plist --to binary --in-place; git commit -qam binary")
    #expect(try git("plist git-setup --apply").status == 0)
    try folder.prepare("plist convert f.plist --to xml -o x.xml; sed s/1/7/ x.xml > f.plist")
    let run = try git("git diff --no-ext-diff -- f.plist")
    #expect(run.text.contains("-\t<string>1</string>\n+\t<string>7</string>"), "\(run.text)")
  }

  @Test("resolve merges the versions in the index")
  func resolve() throws {
    try commitBranches()
    #expect(try folder.shell("git merge -q theirs").status == 1)
    let before = try contents("f.plist")
    let check = try git("plist resolve --check f.plist")
    #expect((check.status, check.text) == (0, "f.plist: can be merged\n"))
    #expect(try contents("f.plist") == before)
    let run = try git("mkdir sub; cd sub; plist resolve ../f.plist")
    #expect((run.status, run.text) == (0, "../f.plist: merged\n"))
    #expect(try contents("f.plist") == Self.text("2", "3"))
    try folder.prepare("git add f.plist; git commit -q -m merged")
    #expect(try git("plist resolve f.plist").text == "f.plist: git has no conflict in it\n")
  }

  @Test("resolve reports conflicts of values, and decides them on request")
  func decide() throws {
    try commitBranches(theirs: ("5", "3"))
    #expect(try folder.shell("git merge -q theirs").status == 1)
    let run = try git("plist resolve f.plist")
    #expect(run.status == 1)
    #expect(run.errors == "f.plist: error: both sides changed this value differently (at a)\n")
    #expect(try contents("f.plist").contains("<<<<<<< ours"))
    #expect(try git("plist resolve --theirs f.plist").status == 0)
    #expect(try contents("f.plist") == Self.text("5", "3"))
  }

  @Test("resolve does not replace what a person wrote")
  func edited() throws {
    try commitBranches(theirs: ("5", "3"))
    #expect(try folder.shell("git merge -q theirs").status == 1)
    let marked = try contents("f.plist")
    try folder.write(marked + "<!-- mine -->\n", to: "f.plist")
    let run = try git("plist resolve --ours f.plist")
    #expect(run.status == 1)
    #expect(run.errors.contains("the file was edited after git wrote it; use --force"))
    #expect(try contents("f.plist") == marked + "<!-- mine -->\n")
    try folder.write(Self.text("mine", "3"), to: "f.plist")
    #expect(
      try git("plist resolve --ours f.plist").text
        == "f.plist: no conflict markers; left unchanged\n")
    #expect(try git("plist resolve --ours --force f.plist").status == 0)
    #expect(try contents("f.plist") == Self.text("2", "3"))
  }

  @Test("resolve merges binary files, of which git keeps ours")
  func binary() throws {
    try commit("1", "1", as: "base")
    try folder.prepare("plist convert f.plist --to binary --in-place; git commit -qam binary")
    try folder.prepare("git checkout -q -b theirs; mv f.plist b.plist")
    for (branch, a, b) in [("theirs", "1", "3"), ("main", "2", "1")] {
      try folder.prepare("git checkout -qf \(branch)")
      try folder.write(Self.text(a, b), to: "f.plist")
      try folder.prepare("plist convert f.plist --to binary --in-place; git commit -qam \(branch)")
    }
    #expect(try folder.shell("git merge -q theirs").status == 1)
    #expect(try git("plist resolve f.plist").text == "f.plist: merged\n")
    #expect(try folder.run("get", "f.plist", "a").text == "2\n")
    #expect(try folder.run("get", "f.plist", "b").text == "3\n")
  }

  @Test("resolve reports a file that one side removed, and failures of git")
  func removed() throws {
    try commit("1", "1", as: "base")
    try folder.prepare("git checkout -q -b theirs; git rm -q f.plist; git commit -q -m removed")
    try folder.prepare("git checkout -q main")
    try commit("2", "1", as: "ours")
    #expect(try folder.shell("git merge -q theirs").status == 1)
    let run = try git("plist resolve f.plist")
    #expect(run.status == 1)
    #expect(run.errors.contains("they removed this file"))
    #expect(try git("plist resolve none.plist").status == 3)
    #expect(try git("cd /; plist resolve etc/hostname").status == 3)
  }
}
