// The conditions for a file when `save-program` was killed during a save, given what it had
// announced. Uses DurableFiles and crashcheck's environment variables.

import DurableFiles
import Foundation
import SystemPackage

/// An inspection of one file after a crash.
struct FileCheck {
  let path: String

  /// At least 6,000 bytes, so that incomplete contents are recognizable.
  static func contents(_ number: Int) -> [UInt8] {
    Array(String(repeating: "generation \(number)\n", count: 500).utf8)
  }

  /// 0 is the state before: the set-up's "old"; nil if the program did not write the contents.
  static func number(of bytes: [UInt8]) -> Int? {
    if bytes == Array("old\n".utf8) { return 0 }
    return (1...9).first { contents($0) == bytes }
  }

  /// Whether the file is complete and, where durability was promised, not older than the last
  /// announced save.
  var isAcceptable: Bool {
    get throws {
      guard let found = try number else { return false }
      return Self.promisesNothing ? true : found >= Self.announced
    }
  }

  /// Whether the previous generations are complete, too, and consecutive.
  var hasAcceptableGenerations: Bool {
    get throws {
      guard try isAcceptable, let main = try number else { return false }
      let paths = try PreviousGenerations.paths(of: FilePath(path))
      let numbers = try paths.map { try FileCheck(path: $0.string).number }
      let found = numbers.compactMap(\.self)
      guard found.count == numbers.count, found.allSatisfy({ $0 <= main }) else { return false }
      // The contents before the last announced save are kept, if there were any.
      let expected = Self.announced - 1
      return expected < 0 || found.first.map { $0 >= expected } ?? false
    }
  }

  /// Whether a recovery loses nothing: the valid generation is complete; the file is unchanged, or
  /// is recovered and its old contents are set aside.
  var isRecovered: Bool {
    get throws {
      guard try FileCheck(path: path + ".bak").number == 1 else { return false }
      let kept = try? FileContents.read(path + ".corrupt")
      switch try FileContents.read(path) {
      case Array("rotten\n".utf8): return Self.announced == 0
      case Self.contents(1): return kept == Array("rotten\n".utf8)
      default: return false
      }
    }
  }

  /// The number of the contents; 0 when there is no file.
  var number: Int? {
    get throws {
      do throws(FileError) {
        return Self.number(of: try FileContents.read(path))
      } catch {
        if error.code == .notFound { return 0 }
        throw error
      }
    }
  }

  private static var promisesNothing: Bool {
    ProcessInfo.processInfo.environment["SAVE_PROMISE"] == "consistent"
  }

  private static var announced: Int {
    let path = ProcessInfo.processInfo.environment["CRASHCHECK_OUTPUT"] ?? ""
    let output = (try? FileContents.read(path)) ?? []
    return String(decoding: output, as: UTF8.self).split(separator: "\n").count
  }
}
