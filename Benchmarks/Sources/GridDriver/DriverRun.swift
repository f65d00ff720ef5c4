// The common parts of every Swift driver of the grid: its arguments, the clock, and the line that
// it prints. Drivers in other languages follow the same protocol, which Benchmarks/Peers/README.md
// describes. Uses /proc for the peak of the resident memory, and so requires Linux.

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One run of a driver: `DRIVER OPERATION FILE REPEATS CALLS`.
package final class DriverRun {
  package let operation: String
  /// The name of the file, without its extension and directory, which identifies the document.
  package let document: String
  /// The file's extension, which names the format.
  package let fileExtension: String
  /// The contents of the file.
  package let input: Data

  private let repeats: Int
  private let calls: Int
  private var milliseconds: [Double] = []
  private var releaseMilliseconds: [Double] = []
  private var checksum = 0
  /// The peak of the resident memory after the first call; the checksum must not add to it.
  private var peakBytes: Int?

  /// Reads the arguments and the file.
  package init(arguments: [String]) throws {
    guard arguments.count == 5, let repeats = Int(arguments[3]), let calls = Int(arguments[4]),
      repeats > 0, calls > 0
    else { throw DriverError("usage: \(arguments.first ?? "driver") OPERATION FILE REPEATS CALLS") }
    operation = arguments[1]
    self.repeats = repeats
    self.calls = calls
    let path = arguments[2]
    let name = path.split(separator: "/").last ?? ""
    document = String(name.split(separator: ".").first ?? "")
    fileExtension = String(name.split(separator: ".").last ?? "")
    input = try Data(contentsOf: URL(filePath: path))
  }

  /// Times a call. A single call is timed without the release of its result; several calls with it.
  ///
  /// - Parameters:
  ///   - call: The work.
  ///   - checksum: A property of the result that can be compared with another driver's. Not timed.
  package func measure<Result>(
    _ call: () throws -> Result, checksum: (Result) -> Int
  ) throws {
    for _ in 0..<repeats {
      if calls == 1 {
        try measureOnce(call, checksum)
      } else {
        if peakBytes == nil {
          let result = try call()
          peakBytes = try Self.readPeakBytes()
          self.checksum = checksum(result)
        }
        let start = ContinuousClock.now
        for _ in 0..<calls { keep(try call()) }
        milliseconds.append(elapsed(since: start) / Double(calls))
        releaseMilliseconds.append(0)
      }
    }
  }

  private func measureOnce<Result>(
    _ call: () throws -> Result, _ checksum: (Result) -> Int
  ) throws {
    let start = ContinuousClock.now
    var result: Result? = try call()
    milliseconds.append(elapsed(since: start))
    if peakBytes == nil, let result {
      peakBytes = try Self.readPeakBytes()
      self.checksum = checksum(result)
    }
    let release = ContinuousClock.now
    keep(result)
    result = nil
    releaseMilliseconds.append(elapsed(since: release))
  }

  /// Keeps values alive and times nothing, so that the peak is theirs.
  package func keepAlive<Value>(_ value: Value) {
    withExtendedLifetime(value) {
      milliseconds = [0]
      releaseMilliseconds = [0]
    }
  }

  /// Prints the measurement as one line of JSON.
  ///
  /// - Parameter written: The number of bytes that were written; nil where the file was read.
  package func report(written: Bool) throws {
    let bytes = written ? checksum : input.count
    print(
      "{\"milliseconds\": \(milliseconds), \"release_milliseconds\": \(releaseMilliseconds), "
        + "\"checksum\": \(checksum), \"bytes\": \(bytes), \"peak_bytes\": \(try peakBytes ?? Self.readPeakBytes())}"
    )
  }

  private static func readPeakBytes() throws -> Int {
    let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    let kilobytes = line.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
    guard let kilobytes else { throw DriverError("/proc/self/status has no VmHWM") }
    return kilobytes * 1024
  }

  private func elapsed(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }
}

/// The reason why a driver could not perform the requested operation.
package struct DriverError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Runs the body of a driver. An error becomes the line `{"error": …}` and the exit status 1.
package func runDriver(_ body: (DriverRun) throws -> Void) {
  do {
    try body(DriverRun(arguments: CommandLine.arguments))
  } catch {
    let text = "\(error)".replacing("\\", with: "/").replacing("\"", with: "'")
    print("{\"error\": \"\(text.replacing("\n", with: " ").prefix(300))\"}")
    exit(1)
  }
}

/// Prevents the optimizer from removing a call whose result is not used.
@inline(never)
private func keep<Value>(_ value: Value) {}
