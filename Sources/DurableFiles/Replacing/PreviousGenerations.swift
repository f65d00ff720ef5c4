// What a file was before its last replacements, under names of its own. Made by hard links, while
// the file itself keeps its name throughout: there is no moment without it.

internal import SystemPackage

extension FilePath {
  /// The name of what the file of this name was, 1 for the newest.
  func generation(_ number: Int) -> FilePath {
    companion(suffix: PreviousGenerations.ending(number))
  }
}

extension PreviousGenerations {
  /// How the name of a generation ends, 1 for the newest.
  package static func ending(_ number: Int) -> String {
    number == 1 ? ".bak" : ".bak.\(number)"
  }
}

extension ReplacementSteps {
  /// Makes what the file is its newest previous generation, and those before one older. The oldest
  /// is moved first, so that whatever a crash leaves is a generation under each name.
  func keepGenerations(of target: ReplacementTarget) throws(FileError) {
    guard let old = target.status, try isWorthKeeping(target, old) else { return }
    // A replacement that failed may have come as far as this and kept the file already.
    let newest = try status(of: target.name.generation(1), in: target.directory)
    if newest?.isSameFile(as: old) == true { return }
    for number in stride(from: try lastToMove(target), to: 1, by: -1) {
      try keep(target.name.generation(number - 1), as: target.name.generation(number), target)
    }
    try keep(target.name, as: target.name.generation(1), target)
  }

  /// The first number that no generation has yet, or the last that one may have.
  private func lastToMove(_ target: ReplacementTarget) throws(FileError) -> Int {
    var number = 1
    while number < options.previousGenerations,
      try status(of: target.name.generation(number), in: target.directory) != nil
    {
      number += 1
    }
    return number
  }

  /// Whether the contents are not known to be damaged.
  private func isWorthKeeping(
    _ target: ReplacementTarget, _ old: FileStatus
  ) throws(FileError) -> Bool {
    if FileIdentity(old) == options.verified { return true }
    let steps = SnapshotSteps(
      reading: ReadingSteps(system: system, path: path, limit: .max, task: task))
    return try !steps.isDamaged(target.name, in: target.directory)
  }

  /// Gives a file a second name, which another may have.
  private func keep(
    _ name: FilePath, as newName: FilePath, _ target: ReplacementTarget
  ) throws(FileError) {
    guard let old = try status(of: name, in: target.directory), old.kind == .regular else {
      return
    }
    // The system would do nothing and leave the name in between.
    let present = try status(of: newName, in: target.directory)
    if present?.isSameFile(as: old) == true { return }
    try keepCopy(of: name, status: old, as: newName, in: target)
  }
}

extension FileSteps {
  /// Gives the contents of a file a second name in its directory: by a link, or a copy where the
  /// file system refuses links.
  func keepCopy(
    of name: FilePath, status: FileStatus, as newName: FilePath, in target: ReplacementTarget
  ) throws(FileError) {
    let temporary = try linkTemporary(of: name, status: status, in: target)
    do throws(FileError) {
      try perform(.keepPrevious) { () throws(Errno) in
        try system.rename(temporary, to: newName, in: target.directory)
      }
    } catch {
      remove(temporary, from: target)
      throw error
    }
  }

  private func linkTemporary(
    of name: FilePath, status: FileStatus, in target: ReplacementTarget
  ) throws(FileError) -> FilePath {
    let temporary = temporaryName(for: target.name)
    do throws(FileError) {
      try perform(.keepPrevious) { () throws(Errno) in
        try system.link(name, to: temporary, in: target.directory)
      }
      return temporary
    } catch {
      let refusals: [Errno?] = [
        .notPermitted, .notSupported, .tooManyLinks, .noFunction, .permissionDenied,
        .improperLink,
      ]
      guard refusals.contains(error.systemError) else { throw error }
    }
    let old = ReplacementTarget(
      directory: target.directory, directoryPath: target.directoryPath, name: name,
      status: status)
    return try copy(old, beside: target)
  }

  /// A copy that is on the drive, with the access and the checksum of what it is a copy of. It is
  /// made piece by piece, so that its size is no question of memory, and named after the file, whose
  /// temporaries are looked for when a program was killed.
  private func copy(
    _ old: ReplacementTarget, beside target: ReplacementTarget
  ) throws(FileError) -> FilePath {
    let temporary = try createTemporary(beside: target, permissions: .ownerReadWrite)
    do throws(FileError) {
      try fill(temporary, from: old)
    } catch {
      abandon(temporary.file)
      remove(temporary, from: old)
      throw error
    }
    do throws(FileError) {
      try close(temporary)
    } catch {
      remove(temporary, from: old)
      throw error
    }
    return temporary.name
  }

  private func fill(
    _ temporary: TemporaryFile, from old: ReplacementTarget
  ) throws(FileError) {
    let steps = SnapshotSteps(
      reading: ReadingSteps(system: system, path: path, limit: .max, task: task))
    let sum = try steps.forEachPiece(of: old.name, in: old.directory) { piece throws(FileError) in
      try writeAll(piece, to: temporary.file)
    }
    let status = try perform(.keepPrevious) { () throws(Errno) in
      try system.status(of: temporary.file)
    }
    try copyAccess(from: old, to: temporary, now: status)
    if let sum { record(FileDigest(sum: sum, FileIdentity(status)), with: temporary) }
    try perform(.keepPrevious) { () throws(Errno) in
      try system.synchronize(temporary.file, .complete)
    }
  }
}
