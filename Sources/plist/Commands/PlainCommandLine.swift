// Command lines without options, such as `plist get FILE PATH`. They are understood without
// ArgumentParser, which takes longer than all the rest of such a command. ArgumentParser parses all
// other command lines, and those with an error.

/// The work of a command, apart from its options.
protocol PlainCommand { func run() throws }

/// A command line without options.
enum PlainCommandLine {
  /// Returns the command of a command line; nil if ArgumentParser should parse it.
  static func command(_ arguments: ArraySlice<String>) -> (any PlainCommand)? {
    // Slices and bytes, here and in other code that runs at each start: the first use of a generic type
    // or of a function of the standard library takes time.
    let words = arguments.dropFirst()
    guard !words.isEmpty, words.allSatisfy({ $0 == "-" || $0.utf8.first != UInt8(ascii: "-") })
    else { return nil }
    let values = ValueSelection(file: words.first, words: words.dropFirst())
    switch arguments.first {
    case "get": return checked(GetPrinter(values: values))
    case "keys": return checked(KeysPrinter(values: values))
    case "lint": return FileCheck(words: Array(words))
    case "print": return checked(OutlinePrinter(values: values))
    case "type": return checked(TypePrinter(values: values))
    default: return nil
    }
  }

  private static func checked(_ printer: some ValuePrinter) -> (any PlainCommand)? {
    do {
      try printer.values.validate()
      try printer.validate()
      return printer
    } catch { return nil }
  }
}
