// Lines from a pipe or a file, whatever their bytes are. Uses swift-system.

internal import SystemPackage

/// Reads lines of bounded length from standard input.
struct PipedLines {
  /// A line, or a marker for one that is too long.
  enum Line: Equatable {
    case text(String)
    case tooLong
  }

  static let longestLine = 65_536
  private var bytes: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// The next line; nil at the end of input.
  mutating func next() -> Line? {
    var isTooLong = false
    while true {
      if let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return isTooLong || end - start > Self.longestLine ? .tooLong : text(bytes[start..<end])
      }
      if bytes.count - start > Self.longestLine {
        isTooLong = true
        start = bytes.count
      }
      if isAtEnd || !fill() { return rest(isTooLong) }
    }
  }

  /// The bytes after the last line feed.
  private mutating func rest(_ isTooLong: Bool) -> Line? {
    isAtEnd = true
    defer { start = bytes.count }
    if isTooLong { return .tooLong }
    return start < bytes.count ? text(bytes[start...]) : nil
  }

  private func text(_ line: ArraySlice<UInt8>) -> Line {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return .text(String(decoding: line, as: UTF8.self))
  }

  private mutating func fill() -> Bool {
    bytes.removeSubrange(..<start)
    start = 0
    do {
      let piece = try FileDescriptor.standardInput.readSome(16_384)
      bytes += piece
      return !piece.isEmpty
    } catch {
      Output.fail("standard input could not be read: \(error)")
      return false
    }
  }
}
