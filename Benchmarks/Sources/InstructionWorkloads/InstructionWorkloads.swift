// The workloads whose instructions are counted: `InstructionWorkloads list` prints their names, and
// `InstructionWorkloads run NAME [RECORDS]` runs one. Scripts/instructions runs them under Callgrind.
import CCountedRegion

@main
enum InstructionWorkloads {
  static var all: [Workload] {
    readingWorkloads + writingWorkloads + valueWorkloads + decodingWorkloads + encodingWorkloads
      + fieldWorkloads
      + archiveWorkloads + stateWorkloads
  }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first) {
    case ("list", nil):
      for workload in all { print(workload.name) }
    case ("run", let name?):
      guard let workload = all.first(where: { $0.name == name }) else {
        throw UsageError(description: "no workload is named \(name)")
      }
      try workload.run()
    default:
      throw UsageError(description: "usage: InstructionWorkloads list | run NAME [RECORDS]")
    }
  }
}

/// A wrong command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// A small, repeatable piece of work for one engine.
struct Workload {
  let name: String
  /// Creates the input and returns the work. Only the work is counted.
  private let prepare: () throws -> () throws -> Void

  init(_ name: String, prepare: @escaping () throws -> () throws -> Void) {
    self.name = name
    self.prepare = prepare
  }

  /// Does the work twice and counts only the second time: the first one looks up metadata and grows
  /// the heap.
  func run() throws {
    let work = try prepare()
    try work()
    try counted(work)
  }
}

/// Runs the work inside the region that Callgrind counts.
private func counted(_ work: @escaping () throws -> Void) throws {
  let call = CountedCall(work)
  let context = Unmanaged.passUnretained(call).toOpaque()
  withExtendedLifetime(call) {
    counted_region(
      { context in
        guard let context else { return }
        Unmanaged<CountedCall>.fromOpaque(context).takeUnretainedValue().run()
      }, context)
  }
  if let error = call.error { throw error }
}

/// One piece of work and its result, for the C function that calls it.
private final class CountedCall {
  private let work: () throws -> Void
  private(set) var error: (any Error)?

  init(_ work: @escaping () throws -> Void) { self.work = work }

  func run() {
    do { try work() } catch { self.error = error }
  }
}

/// Prevents the optimizer from removing work whose result is not used.
@inline(never)
func consume<Value>(_ value: Value) {}
