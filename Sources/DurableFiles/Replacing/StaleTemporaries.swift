// Temporaries that programs left when they were killed. Only old ones of processes that are no more
// are removed, and only under the lock of the file.

internal import SystemPackage

extension FileSteps {
  /// No replacement takes this long, in seconds; numbers of processes that another machine or
  /// container sees are another's.
  private var staleAge: Int { 3600 }

  /// Removes what was left beside a file. Nothing depends on it: errors are for the next time.
  func removeStaleTemporaries(beside target: ReplacementTarget) {
    guard system.isTimeToTidy(beside: target.directoryPath.appending(target.name.components)),
      let names = try? system.names(
        beginning: TemporaryName.beginning(for: target.name), in: target.directory)
    else { return }
    for name in names where isStale(name, beside: target) { remove(name, from: target) }
  }

  private func isStale(_ name: FilePath, beside target: ReplacementTarget) -> Bool {
    guard let process = TemporaryName.process(of: name, for: target.name),
      !system.isProcessAlive(process),
      let status = try? system.status(of: name, in: target.directory)
    else { return false }
    let limit = FileTime(seconds: system.now.seconds - staleAge)
    return status.kind == .regular && status.modified < limit
  }
}
