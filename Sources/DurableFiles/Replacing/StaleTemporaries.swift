// Removes temporary files of programs that were killed. A writer that held the lock cannot be
// running while this process holds the lock, so its temporary file is stale. Other temporary files
// are removed when they are old and their process no longer exists.

internal import SystemPackage

extension FileSteps {
  /// The age in seconds after which a temporary file is stale, longer than any replacement takes.
  /// Process numbers alone are unreliable: files from another machine or container refer to its
  /// processes.
  private var staleAge: Int { 3600 }

  /// Removes stale temporary files next to a file. Under the file's lock, removes those of this
  /// file; otherwise those of any file in the directory, since programs without locks may replace
  /// many files once each. The directory is listed only from time to time. This cleanup is
  /// optional: errors are ignored, and a later call tries again.
  func removeStaleTemporaries(nextTo target: OpenTarget) {
    let file = target.directoryPath.appending(target.name.components)
    guard system.isTimeToTidy(nextTo: holdsLock ? file : target.directoryPath) else { return }
    let beginning = holdsLock ? TemporaryName.beginning(for: target.name) : "."
    guard let names = try? system.names(beginning: beginning, in: target.directory) else { return }
    for name in names where isStale(name, nextTo: target) { remove(name, from: target) }
  }

  private func isStale(_ name: FilePath, nextTo target: OpenTarget) -> Bool {
    let writer =
      holdsLock
      ? TemporaryName.writer(of: name, for: target.name) : TemporaryName.writer(of: name)
    guard let writer, let status = try? system.status(of: name, in: target.directory),
      status.kind == .regular
    else { return false }
    // The writer held the lock, which this process holds now. Without the lock, this process cannot
    // know whether the writer is still running.
    if writer.hasLock { return holdsLock }
    guard !system.isProcessAlive(writer.process) else { return false }
    let limit = FileTime(seconds: system.now.seconds - staleAge)
    return status.modified < limit && (holdsLock || status.user == system.userIdentifier)
  }
}
