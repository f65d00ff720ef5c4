// A program that saves a file a few times and announces each save, and that checks a file it may
// have been killed over. The crash tests run it. Relies on DurableFiles alone.
//
//     save-program save durable|consistent|fast FILE GENERATIONS
//     save-program check FILE                      exit status 0: the file is as promised

import DurableFiles
import Foundation

@main
enum SaveProgram {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "save" where words.count == 4: try save(words[1], to: words[2], count: words[3])
      case "check" where words.count == 2: exit(try isAcceptable(words[1]) ? 0 : 1)
      default: fail("usage: save-program save MODE FILE GENERATIONS | check FILE", status: 64)
      }
    } catch {
      fail("\(error)", status: 74)
    }
  }

  /// Saves the generations 1, 2, … and says so on the standard output after each.
  private static func save(_ mode: String, to path: String, count: String) throws {
    let modes: [String: AtomicReplacement.Durability] = [
      "durable": .durable, "consistent": .consistent, "fast": .fast,
    ]
    guard let durability = modes[mode], let count = Int(count), count > 0 else {
      fail("no such mode, or no generations", status: 64)
    }
    let options = AtomicReplacement.Options(
      durability: durability, missingDirectories: .created)
    for generation in 1...count {
      try AtomicReplacement.write(contents(generation), to: path, options: options)
      FileHandle.standardOutput.write(Data("saved \(generation)\n".utf8))
    }
  }

  /// 6,000 bytes and more, so that a part of them is seen to be a part.
  private static func contents(_ generation: Int) -> [UInt8] {
    Array(String(repeating: "generation \(generation)\n", count: 500).utf8)
  }

  /// Whether the file is whole and, where durability was promised, not older than the last
  /// announced save. Generation 0 is the state before: the set-up's "old", or no file.
  private static func isAcceptable(_ path: String) throws -> Bool {
    guard let found = try generation(of: path) else { return false }
    guard ProcessInfo.processInfo.environment["SAVE_PROMISE"] != "consistent" else { return true }
    return found >= announcedGeneration()
  }

  private static func generation(of path: String) throws -> Int? {
    do throws(FileError) {
      let bytes = try FileContents.read(path)
      if bytes == Array("old\n".utf8) { return 0 }
      return (1...9).first { contents($0) == bytes }
    } catch {
      if error.code == .notFound { return 0 }
      throw error
    }
  }

  private static func announcedGeneration() -> Int {
    let path = ProcessInfo.processInfo.environment["CRASHCHECK_OUTPUT"] ?? ""
    let output = (try? FileContents.read(path)) ?? []
    return String(decoding: output, as: UTF8.self).split(separator: "\n").count
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("save-program: \(message)\n".utf8))
    exit(status)
  }
}
