// The three standard streams of a program, in any condition: closed, non-blocking, gone. Uses
// swift-system, and the C library for waiting.

internal import Foundation
internal import SystemPackage

/// The standard streams as a whole.
enum StandardStreams {
  /// Opens the streams that the program was started without, so that no file of the app becomes
  /// one.
  static func openClosed() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
      // The system assigns the lowest free descriptor.
      _ = try? FileDescriptor.open(FilePath("/dev/null"), .readWrite)
    }
  }
}

extension FileDescriptor {
  /// Writes all bytes; waits where the stream is non-blocking and full.
  func writeWhole(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try whenReady(POLLOUT) {
        try unsafe rest.withUnsafeBytes { try unsafe self.write($0) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads some bytes; none at the end. Waits where the stream is non-blocking and empty.
  func readSome(_ limit: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = try whenReady(POLLIN) {
      try unsafe bytes.withUnsafeMutableBytes { try unsafe self.read(into: $0) }
    }
    return Array(bytes.prefix(count))
  }

  private func whenReady(_ event: Int32, _ body: () throws -> Int) throws -> Int {
    while true {
      do { return try body() } catch Errno.resourceTemporarilyUnavailable {}
      var request = pollfd(fd: rawValue, events: Int16(event), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    }
  }

  /// Whether it accepts bytes immediately.
  var isWritable: Bool {
    var request = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 0) == 1 && request.revents & Int16(POLLOUT) != 0
  }

  var isTerminal: Bool { isatty(rawValue) == 1 }
}
