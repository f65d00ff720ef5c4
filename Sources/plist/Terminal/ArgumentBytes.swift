// The exact bytes of the command line: file names need not be UTF-8, and a repaired name would name
// another file. Relies on /proc/self/cmdline if arguments were repaired.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// The arguments of the process as lossless text. Each byte that is not UTF-8 is represented by a
/// separate scalar, from a block of 256 scalars that no argument contains.
enum ArgumentBytes {
  /// The scalar for byte 0, at or below U+10FF00.
  private static let first: UInt32 = {
    var isUsed = [Bool](repeating: false, count: 0x1100)
    for argument in CommandLine.arguments {
      for scalar in argument.unicodeScalars { isUsed[Int(scalar.value &>> 8)] = true }
    }
    // One of the private-use blocks at the end of Unicode; the last block if all are used.
    return UInt32((0xF00..<0x1100).last { !isUsed[$0] } ?? 0x10FF) &<< 8
  }()

  /// The first byte of U+FFFD, which most arguments do not contain.
  private static let replacementByte: UInt8 = 0xEF

  /// The arguments after the program's name.
  static var arguments: ArraySlice<String> {
    let repaired = CommandLine.arguments.dropFirst()
    guard
      repaired.contains(where: {
        $0.utf8.contains(replacementByte) && $0.unicodeScalars.contains("\u{FFFD}")
      }),
      let bytes = try? FileContents.read("/proc/self/cmdline", limit: 1 << 24)
    else { return repaired }
    // Each argument ends with a zero byte.
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().dropFirst()
    return words.count == repaired.count ? words.map { text(of: Array($0)) }[...] : repaired
  }

  /// Whether the command line requests no output, even if it is otherwise invalid.
  static var asksForQuiet: Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "-q" || $0 == "--quiet" }
  }

  /// Converts bytes to lossless text.
  static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      !containsBytes(text)
    {
      return text
    }
    var text = ""
    var position = 0
    while position < bytes.count {
      if let scalar = scalar(bytes[position...]) {
        text.unicodeScalars.append(scalar)
        position += UTF8.width(scalar)
      } else {
        let scalar = Unicode.Scalar(first + UInt32(bytes[position])) ?? "\u{FFFD}"
        text.unicodeScalars.append(scalar)
        position += 1
      }
    }
    return text
  }

  /// Returns the first scalar of bytes; nil if they do not begin with UTF-8, or if they begin with
  /// a scalar that represents a byte, which can occur in a name that is not an argument.
  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for count in 1...4 where count <= bytes.count {
      guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else { continue }
      return text.unicodeScalars.first.flatMap { byte($0) == nil ? $0 : nil }
    }
    return nil
  }

  /// Returns the byte that a scalar of an argument represents; nil for all other scalars.
  static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= first ? UInt8(exactly: scalar.value - first) : nil
  }

  /// Whether a text contains scalars that represent bytes. They are at or above U+F0000, so that
  /// their UTF-8 begins with 0xF3 or 0xF4; most texts contain no such byte.
  static func containsBytes(_ text: String) -> Bool {
    text.utf8.contains { $0 >= 0xF3 } && text.unicodeScalars.contains { byte($0) != nil }
  }

  /// Returns an argument that is not the name of a file.
  ///
  /// - Throws: `ValidationError` if it is not UTF-8.
  static func text(_ argument: String) throws -> String {
    guard containsBytes(argument) else { return argument }
    throw ValidationError("“\(shown(argument).shortened)” is not UTF-8")
  }

  static func filePath(_ argument: String) -> FilePath { path(argument) ?? FilePath(argument) }

  /// Returns the path that an argument names; nil if it contains no scalar that represents a byte.
  static func path(_ argument: String) -> FilePath? {
    guard containsBytes(argument) else { return nil }
    var characters: [CInterop.PlatformChar] = []
    for scalar in argument.unicodeScalars {
      let bytes = byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
      characters += bytes.map { CInterop.PlatformChar(bitPattern: $0) }
    }
    return FilePath(platformString: characters + [0])
  }

  /// Returns a path for display, with bytes that are not UTF-8 as `\\xFF`.
  static func shown(_ path: FilePath) -> String { shown(text(of: path.bytes)) }

  /// Returns an argument for display, with bytes that are not UTF-8 as `\\xFF`, and a backslash
  /// before an x as `\\x5C`, so that different names look different.
  static func shown(_ argument: String) -> String {
    if !containsBytes(argument), !argument.utf8.contains(UInt8(ascii: "\\")) { return argument }
    var shown = ""
    let scalars = Array(argument.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isEscape = scalar == "\\" && index + 1 < scalars.count && scalars[index + 1] == "x"
      guard let byte = isEscape ? UInt8(ascii: scalar) : byte(scalar) else {
        shown.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(byte, radix: 16, uppercase: true)
      shown += "\\x" + (byte < 16 ? "0" : "") + digits
    }
    return shown
  }

  /// Returns the name of a file for standard output: its exact bytes, or on a terminal the escaped
  /// name that messages use, such as `<stdin>`.
  static func nameOnOutput(_ path: FilePath, shownAs name: String? = nil) -> [UInt8] {
    if StandardStream.output.isTerminal { return Array((name ?? shown(path)).escaped().utf8) }
    return path.bytes == Array("-".utf8) ? Array((name ?? "-").utf8) : path.bytes
  }
}
