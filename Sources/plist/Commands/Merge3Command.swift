// `plist merge3`: merges three versions of a property list, also as git's merge driver.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists

struct Merge3Command: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge3", abstract: "Merges two versions of a property list and their base.",
    discussion: """
      The result is OURS with the changes that THEIRS made since BASE. Dictionaries are merged by \
      key, arrays by element. In arrays of dictionaries, elements are recognized by their identity \
      or similarity. OURS keeps its format, comments, and layout. An empty BASE means that both \
      sides added the file.

      In Xcode projects, lists of references are merged as sets, and no reference is left without \
      its object. If both sides changed LastUpgradeCheck, LastSwiftUpdateCheck, or objectVersion, \
      the larger value is used. Keyed archives are merged only if both sides kept the objects of \
      BASE.

      If both sides changed a value differently, or one side removed what the other changed, the \
      exit status is 1, and each conflict is reported with its path. In text, both versions of its \
      lines are between conflict markers, as git writes them. In a binary file, OURS is kept \
      there. --ours and --theirs resolve all conflicts.

      --driver is for git, which git-setup configures: the result replaces OURS. If a version \
      cannot be read, git's merge of the lines replaces OURS, and the exit status is 1. Any other \
      failure leaves OURS unchanged, and 128 is added to its exit status.

      EXAMPLES:
        plist merge3 base.plist ours.plist theirs.plist -o merged.plist
        plist merge3 --theirs base.plist ours.plist theirs.plist
      """)

  @Argument(help: "The common base of both versions.", completion: .file())
  var base: String

  @Argument(help: "Our version.", completion: .file())
  var ours: String

  @Argument(help: "Their version.", completion: .file())
  var theirs: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or - for standard output.", valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(name: .customLong("ours"), help: "Resolve conflicts in favor of OURS.")
  var prefersOurs = false

  @Flag(name: .customLong("theirs"), help: "Resolve conflicts in favor of THEIRS.")
  var prefersTheirs = false

  @Option(help: ArgumentHelp("The name of the file in messages.", valueName: "name"))
  var path: String?

  @Flag(help: "Replace OURS, as a merge driver of git.")
  var driver = false

  @Option(help: ArgumentHelp("The length of conflict markers.", valueName: "n"))
  var markerSize = 7

  @Flag(help: "Write control characters to a terminal without escaping them.")
  var raw = false

  @OptionGroup
  var text: EncodingOption
  @OptionGroup
  var shared: SharedOptions

  func validate() throws {
    if prefersOurs, prefersTheirs {
      throw ValidationError("--ours and --theirs cannot be combined")
    }
    if driver, output != nil { throw ValidationError("--driver and -o cannot be combined") }
    if [base, ours, theirs].count(where: { $0 == "-" }) > (driver ? 0 : 1) {
      throw ValidationError("only one of the files can be standard input, and none with --driver")
    }
    if !(1...1000).contains(markerSize) {
      throw ValidationError("--marker-size must be from 1 to 1000")
    }
  }

  func run() throws {
    let inputs = try [base, ours, theirs].map(read)
    var options = FileMerge.Options()
    options.side = prefersOurs ? .ours : prefersTheirs ? .theirs : nil
    options.markers.size = markerSize
    options.reading =
      Input(name: name, argument: ours, bytes: [], encoding: text.encoding?.encoding)
      .options
    let merged: FileMerge
    do throws(FileMergeError) {
      merged = try FileMerge(
        base: inputs[0].bytes, ours: inputs[1].bytes, theirs: inputs[2].bytes, options: options)
    } catch {
      try fail(error, of: inputs)
      return
    }
    try write(merged.data, as: merged.format, expecting: inputs[1].identity)
    merged.report(as: name, with: shared.runner.printer)
    if !merged.conflicts.isEmpty { throw ExitCode.conflict }
  }

  /// The name of the file in messages.
  private var name: String { path.map(ArgumentBytes.shown) ?? Input.shownName(ours) }

  private func read(_ file: String) throws -> Input {
    do throws(FileError) {
      return try driver && file == ours ? Input.readToReplace(file) : Input.read(file)
    } catch { throw shared.runner.report(FileFailure(reading: Input.shownName(file), error)) }
  }

  /// Writes the result.
  private func write(_ data: Data, as format: PlistFormat, expecting identity: FileIdentity?)
    throws
  {
    let target = driver ? ours : output ?? "-"
    do {
      if target == "-" {
        try FormatArgument(format).refuseTerminal()
        return try ContentsOutput(isRaw: raw).write(data, as: format)
      }
      try Input.replace(target, with: data, as: format, isRaw: raw, expecting: identity)
    } catch let error as ValidationError { throw error } catch {
      throw shared.runner.report(
        FileFailure(error, in: Input(name: name, argument: target, bytes: [])))
    }
  }

  /// Reports that the values cannot be merged. As a driver, merges the lines instead.
  private func fail(_ error: FileMergeError, of inputs: [Input]) throws {
    let version = error.isVersion ? error.side.map { $0 == .ours ? 1 : 2 } ?? 0 : 1
    let input = inputs[version]
    var diagnostic = Diagnostic(file: driver ? name : input.name, error.error)
    if driver {
      let subject =
        error.isVersion ? ["the base: ", "our version: ", "their version: "][version] : ""
      diagnostic = Diagnostic(
        file: name, error.error, severity: .warning,
        message: subject + error.error.message + "; the lines are merged instead of the values")
    }
    if !error.isVersion { diagnostic.position = nil }
    shared.runner.printer.report(diagnostic, source: error.isVersion ? input.bytes : [])
    guard driver else { throw ExitCode.invalid }
    if let lines = try mergedLines() {
      try write(Data(lines), as: .xml, expecting: inputs[1].identity)
    }
    throw ExitCode.conflict
  }

  /// Returns git's merge of the lines; nil if git cannot merge them, for example because they are not text.
  /// A merge with conflicts is not empty.
  private func mergedLines() throws -> [UInt8]? {
    let options = ["merge-file", "-p", "--marker-size=\(markerSize)"]
    let labels = ["ours", "base", "theirs"].flatMap { ["-L", $0] }
    let files = [ours, base, theirs].map { ArgumentBytes.filePath($0).bytes }
    do throws(GitError) {
      let git = try GitCommand.run(
        (options + labels + ["--"]).map { Array($0.utf8) } + files, showsErrors: false)
      return git.status == 0 || git.status < 128 && !git.output.isEmpty ? git.output : nil
    } catch {
      shared.runner.printer.report(Diagnostic(file: name, error))
      throw ExitCode.inputOutput
    }
  }
}

extension ExitCode {
  /// A merge has conflicts.
  static let conflict = ExitCode(1)

  /// Returns the code for git's merge driver. Git takes 1 to 128 for conflicts, and anything larger
  /// for a failure.
  func ofDriver(_ arguments: [String]) -> ExitCode {
    let isDriver =
      arguments.first == Merge3Command.configuration.commandName
      && arguments.prefix { $0 != "--" }.contains("--driver")
    return isDriver && rawValue > 1 ? ExitCode(rawValue + 128) : self
  }
}
