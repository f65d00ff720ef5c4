// The resident memory of this process. Uses /proc, and so requires Linux.
import Foundation

#if canImport(Glibc)
  /// Declared in `<malloc.h>`, which the module does not include.
  @_silgen_name("malloc_trim")
  private func mallocTrim(_ kept: Int) -> CInt
#endif

/// The resident memory, as Linux reports it.
enum ResidentMemory {
  /// One figure of the status, in bytes.
  static func bytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line.flatMap { Int($0.split { $0 == " " || $0 == "\t" }.dropFirst().first ?? "") } ?? 0)
      * 1024
  }

  /// Sets the peak to the present resident memory.
  static func resetPeak() {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
    try? file.write(contentsOf: Data("5".utf8))
    try? file.close()
  }

  /// Returns freed memory to the system, so that only memory in use counts.
  static func trim() {
    #if canImport(Glibc)
      _ = mallocTrim(0)
    #endif
  }
}
