// Replacement without blocking the caller's executor: the waits for the drive happen on a thread of
// Dispatch. Relies on the synchronous forms.

internal import Dispatch
public import SystemPackage

extension AtomicReplacement {
  /// Replaces the contents of a file with an array of bytes, on another thread.
  ///
  /// A replacement that has begun is finished even when the task is cancelled. Await one before
  /// the next to have them in order.
  public static func write(
    _ bytes: [UInt8], to path: FilePath, options: Options = Options()
  ) async throws(FileError) {
    try await onDispatchThread { () throws(FileError) in
      try write(bytes.span, to: path, options: options)
    }
  }

  /// Replaces the contents of a file with data, on another thread.
  public static func write(
    _ data: Data, to path: FilePath, options: Options = Options()
  ) async throws(FileError) {
    try await onDispatchThread { () throws(FileError) in
      try write(data.span, to: path, options: options)
    }
  }

  /// Replaces the contents of a file, named by a string, with an array of bytes, on another thread.
  public static func write(
    _ bytes: [UInt8], to path: String, options: Options = Options()
  ) async throws(FileError) {
    try await onDispatchThread { () throws(FileError) in
      try write(bytes.span, to: path, options: options)
    }
  }

  /// Replaces the contents of a file, named by a string, with data, on another thread.
  public static func write(
    _ data: Data, to path: String, options: Options = Options()
  ) async throws(FileError) {
    try await onDispatchThread { () throws(FileError) in
      try write(data.span, to: path, options: options)
    }
  }
}

/// Does blocking work on a thread that may block, and waits for it without one.
func onDispatchThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws(FileError) -> Value
) async throws(FileError) -> Value {
  let result: Result<Value, FileError> = await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(returning: Result(catching: work))
    }
  }
  return try result.get()
}
