// Command lines without options, such as `plist get FILE PATH`. They are understood without
// ArgumentParser, which takes longer than all the rest of such a command. ArgumentParser parses all
// other command lines, and those with an error.

internal import ArgumentParser

/// A command line without options.
enum PlainCommandLine {
  /// Returns the command of a command line; nil if ArgumentParser should parse it.
  static func command(_ arguments: [String]) -> (any ParsableCommand)? {
    let words = Array(arguments.dropFirst())
    guard !words.isEmpty, words.allSatisfy({ $0 == "-" || !$0.hasPrefix("-") }) else { return nil }
    let values = ValueOptions(words: words)
    do {
      switch arguments.first {
      case "get": return try checked(GetCommand(values))
      case "keys": return try checked(KeysCommand(values))
      case "lint": return LintCommand(words: words)
      case "print": return try checked(PrintCommand(values))
      case "type": return try checked(TypeCommand(values))
      default: return nil
      }
    } catch { return nil }
  }

  private static func checked(_ command: some ValueCommand) throws -> any ParsableCommand {
    try command.values.validate()
    var command = command
    try command.validate()
    return command
  }
}

// A property of a command or group can be read only after it is set. Each initializer sets all of
// them, to what they are without options.

extension ValueOptions {
  /// Creates the options of a command line without options.
  fileprivate init(words: [String]) {
    self.init()
    file = words.first
    self.words = Array(words.dropFirst())
    pathOptions = []
    substitute = nil
    var files = FileOptions()
    files.each = false
    files.lines = false
    self.files = files
    list = .plain
    text = .plain
    shared = .plain
  }
}

extension FileListOptions {
  fileprivate static var plain: FileListOptions {
    var options = FileListOptions()
    options.recursive = false
    options.list = nil
    return options
  }
}

extension EncodingOption {
  fileprivate static var plain: EncodingOption {
    var option = EncodingOption()
    option.encoding = nil
    return option
  }
}

extension SharedOptions {
  fileprivate static var plain: SharedOptions {
    var options = SharedOptions()
    options.color = .auto
    options.diagnostics = .text
    options.quiet = false
    return options
  }
}

extension GetCommand {
  fileprivate init(_ values: ValueOptions) {
    self.init()
    self.values = values
    target = nil
    raw = false
    nested = false
  }
}

extension KeysCommand {
  fileprivate init(_ values: ValueOptions) {
    self.init()
    self.values = values
  }
}

extension TypeCommand {
  fileprivate init(_ values: ValueOptions) {
    self.init()
    self.values = values
  }
}

extension PrintCommand {
  fileprivate init(_ values: ValueOptions) {
    self.init()
    self.values = values
    depth = nil
    nested = false
  }
}

extension LintCommand {
  fileprivate init(words: [String]) {
    self.init()
    files = words
    strict = false
    style = false
    list = .plain
    text = .plain
    shared = .plain
  }
}
