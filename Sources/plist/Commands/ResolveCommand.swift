// `plist resolve`: merges files that git left in conflict, from the versions in its index.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

struct ResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Merges files that git left in conflict.",
    discussion: """
      The base and both versions of each file are read from git's index, so that the conflict \
      markers in the file do not matter. They are merged as by merge3, and the result replaces the \
      file. Then run git add to mark it as resolved.

      A file without conflict markers is left unchanged, and so is a file with a line that none of \
      the versions has, because it was edited after git wrote it. --force replaces it anyway.

      The exit status is 1 if a file still has conflicts or could not be merged.

      EXAMPLES:
        plist resolve App.xcodeproj/project.pbxproj
        plist resolve --check Info.plist
      """)

  @Argument(help: "The files in conflict.", completion: .file())
  var files: [String]

  @Flag(help: "Only report what would happen; change nothing.")
  var check = false

  @Flag(help: "Replace files that were edited after git wrote them.")
  var force = false

  @Flag(name: .customLong("ours"), help: "Resolve conflicts in favor of our version.")
  var prefersOurs = false

  @Flag(name: .customLong("theirs"), help: "Resolve conflicts in favor of their version.")
  var prefersTheirs = false

  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if prefersOurs, prefersTheirs {
      throw ValidationError("--ours and --theirs cannot be combined")
    }
    if files.contains("-") { throw ValidationError("standard input cannot be in conflict") }
  }

  func run() throws {
    var code = ExitCode.success
    for file in files {
      do { try resolve(file) } catch {
        let input = Input(name: Input.shownName(file), argument: file, bytes: [])
        code.join(shared.runner.report(FileFailure(gitAware: error, in: input)))
      }
    }
    if code != .success { throw code }
  }

  private func resolve(_ file: String) throws {
    let input = try Input.readToReplace(file)
    let versions = try IndexVersions(of: ArgumentBytes.filePath(file), shown: input.name)
    guard versions.isInConflict else { return try report("git has no conflict in it", input) }
    guard let ours = versions.ours, let theirs = versions.theirs else {
      let side = versions.ours == nil ? "we" : "they"
      throw PlistError(
        .mergeConflict, message: "\(side) removed this file, and the other side did not")
    }
    var options = FileMerge.Options()
    options.reading = inputOptions(input)
    var merged = try Self.merge(versions.base, ours, theirs, options)
    if !force, isEdited(input, versions, merged) {
      let hasMarkers = ConflictMarkers.arePresent(in: Data(input.bytes))
      if !hasMarkers { return try report("no conflict markers; left unchanged", input) }
      throw PlistError(
        .mergeConflict, message: "the file was edited after git wrote it",
        suggestion: "use --force to replace it")
    }
    if prefersOurs || prefersTheirs {
      options.side = prefersOurs ? .ours : .theirs
      merged = try Self.merge(versions.base, ours, theirs, options)
    }
    if !check {
      try Input.replace(file, with: merged.data, as: merged.format, expecting: input.identity)
    }
    merged.report(as: input.name, with: shared.runner.printer)
    if !merged.conflicts.isEmpty { throw ExitCode.conflict }
    try report(check ? "can be merged" : "merged", input)
  }

  private static func merge(
    _ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8], _ options: FileMerge.Options
  ) throws(PlistError) -> FileMerge {
    do throws(FileMergeError) {
      return try FileMerge(base: base ?? [], ours: ours, theirs: theirs, options: options)
    } catch { throw error.described }
  }

  private func inputOptions(_ input: Input) -> PlistReadingOptions {
    var input = input
    input.encoding = text.encoding?.encoding
    return input.options
  }

  private func report(_ message: String, _ input: Input) throws {
    try StandardStream.output.write(input.nameOnOutput + ": \(message)\n".utf8)
  }

  /// Returns whether a person has changed a file since git, or this tool as its merge driver, wrote
  /// it.
  private func isEdited(_ input: Input, _ versions: IndexVersions, _ merged: FileMerge) -> Bool {
    let known = [versions.base, versions.ours, versions.theirs].compactMap { $0 }
    if known.contains(where: { $0 == input.bytes }) || merged.data.elementsEqual(input.bytes) {
      return false
    }
    let data = Data(input.bytes)
    return !ConflictMarkers.arePresent(in: data)
      || !ConflictMarkers.isUntouched(data, versions: known.map { Data($0) })
  }
}

/// The versions of a file in conflict in git's index.
private struct IndexVersions {
  private(set) var base: [UInt8]?
  private(set) var ours: [UInt8]?
  private(set) var theirs: [UInt8]?

  var isInConflict: Bool { base != nil || ours != nil || theirs != nil }

  init(of file: FilePath, shown: String) throws {
    let parent = file.removingLastComponent()
    let folder = parent.isEmpty ? nil : parent
    let name = file.lastComponent.map { FilePath($0.string).bytes } ?? file.bytes
    let literal = Array(":(literal)".utf8) + (folder == nil ? file.bytes : name)
    let listing = try GitCommand.run(
      ["ls-files", "-u", "-z", "--full-name", "--"].map { Array($0.utf8) } + [literal], in: folder)
    guard listing.status == 0 else {
      throw GitError(message: "git cannot list the versions of the file")
    }
    for entry in listing.output.split(separator: 0) {
      // MODE OBJECT STAGE<tab>PATH
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let fields = entry[..<tab].split(separator: UInt8(ascii: " "))
      guard fields.count == 3, let stage = fields[2].first else { continue }
      let path = Array("--path=".utf8) + entry[(tab + 1)...]
      let contents = try GitCommand.run(
        ["cat-file", "--filters"].map { Array($0.utf8) } + [path, Array(fields[1])], in: folder)
      guard contents.status == 0 else {
        throw GitError(message: "git cannot read a version of the file")
      }
      switch stage {
      case UInt8(ascii: "1"): base = contents.output
      case UInt8(ascii: "2"): ours = contents.output
      default: theirs = contents.output
      }
    }
  }
}

extension FileMergeError {
  /// The error of the file in conflict.
  fileprivate var described: PlistError {
    guard isVersion else { return error }
    let version = side.map { $0 == .ours ? "our version" : "their version" } ?? "the base"
    let location = error.position.map { "\($0): " } ?? ""
    return PlistError(error.code, message: "\(version): \(location)\(error.message)")
  }
}

extension FileFailure {
  /// The failure for any error, including one of git.
  init(gitAware error: any Error, in input: Input) {
    if let error = error as? GitError {
      self.init(code: .inputOutput, diagnostic: Diagnostic(file: input.name, error))
    } else if let error = error as? FileError, error.operation == .read || error.code == .notFound {
      self.init(reading: input.name, error)
    } else {
      self.init(error, in: input)
    }
  }
}
