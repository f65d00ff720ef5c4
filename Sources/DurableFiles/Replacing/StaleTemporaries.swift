// Temporaries that programs left when they were killed. Under the lock of the file, those whose writer
// had it are nobody's now; others are removed when they are old and their process is no more.

internal import SystemPackage

extension FileSteps {
  /// No replacement takes this long, in seconds; numbers of processes that another machine or
  /// container sees are another's.
  private var staleAge: Int { 3600 }

  /// Removes what was left beside a file: under its lock, that of the file; otherwise that of any file
  /// in the directory, as programs that take no lock replace many files once each. The directory is
  /// listed now and then only. Nothing depends on it: errors are for the next time.
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
    // Its writer had the lock, which this process has now; who does not have it cannot tell.
    if writer.hasLock { return holdsLock }
    guard !system.isProcessAlive(writer.process) else { return false }
    let limit = FileTime(seconds: system.now.seconds - staleAge)
    return status.modified < limit && (holdsLock || status.user == system.userIdentifier)
  }
}
