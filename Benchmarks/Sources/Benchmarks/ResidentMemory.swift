// The resident memory of this process. Relies on /proc, so on Linux alone.
import Foundation

#if canImport(Glibc)
  /// Of `<malloc.h>`, which the module does not hold.
  @_silgen_name("malloc_trim")
  private func mallocTrim(_ kept: Int) -> CInt
#endif

/// What is resident, as Linux tells it.
enum ResidentMemory {
  /// One figure of the status, in bytes.
  static func bytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line.flatMap { Int($0.split { $0 == " " || $0 == "\t" }.dropFirst().first ?? "") } ?? 0)
      * 1024
  }

  /// Makes the peak what is resident now.
  static func resetPeak() {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
    try? file.write(contentsOf: Data("5".utf8))
    try? file.close()
  }

  /// Hands back what was freed, so that only what is in use counts.
  static func trim() {
    #if canImport(Glibc)
      _ = mallocTrim(0)
    #endif
  }
}
