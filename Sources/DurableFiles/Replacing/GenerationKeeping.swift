// Keeps the previous contents of a file under separate names. Generations are hard links, and the
// file keeps its name throughout: no reader ever finds it missing.

internal import SystemPackage

extension ReplacementSteps {
  /// Renames each previous generation to the next number, so that the current file can become the
  /// newest. The oldest is moved first, so that every name still has a generation after a crash.
  /// Returns whether the current file becomes a generation: it does not if none is requested, or if
  /// it is known to be corrupted or is already a generation.
  func makeRoomForGeneration(of target: inout OpenTarget) throws(FileError) -> Bool {
    guard options.previousGenerations > 0, let old = target.status else { return false }
    let identity = FileIdentity(old, checksum: target.checksum)
    if options.verified?.isSameContents(as: identity) != true {
      let steps = SnapshotSteps(
        reading: ReadingSteps(system: system, path: path, limit: .max, task: task))
      if try steps.isDamaged(&target) { return false }
    }
    if try isKept(old, in: target) { return false }
    // The highest number that a generation may have, or the lowest that is not in use.
    var last = options.previousGenerations
    let replaced = try status(of: target.name.generation(last), in: target.directory)
    if let replaced {
      try setAsideIfExternal(last, status: replaced, target: target)
    } else {
      let most = last
      last = 1
      while last < most, try status(of: target.name.generation(last), in: target.directory) != nil {
        last += 1
      }
    }
    for number in stride(from: last, to: 1, by: -1) {
      try move(number - 1, to: number, over: number == last ? replaced : nil, target: target)
    }
    return true
  }

  /// Whether the file is already its newest generation: a replacement that failed may have made the
  /// link. A file with a single name has no such link.
  private func isKept(_ old: FileStatus, in target: OpenTarget) throws(FileError) -> Bool {
    if old.linkCount == 1 { return false }
    let newest = try status(of: target.name.generation(1), in: target.directory)
    return newest?.isSameFile(as: old) ?? false
  }

  /// Renames a generation to the next number. `replaced` is the file that has that number, if it is
  /// known.
  private func move(_ number: Int, to next: Int, over replaced: FileStatus?, target: OpenTarget)
    throws(FileError)
  {
    let (name, newName) = (target.name.generation(number), target.name.generation(next))
    // If both names belong to one file, the system would do nothing and leave the temporary name. A
    // file with a single name cannot be the same file.
    if replaced?.linkCount != 1 {
      guard let old = try status(of: name, in: target.directory), old.kind == .regular else {
        return
      }
      let present = try status(of: newName, in: target.directory)
      if present?.isSameFile(as: old) == true { return }
    }
    do throws(FileError) { try keepCopy(of: name, as: newName, in: target) } catch {
      if error.systemError != .noSuchFileOrDirectory { throw error }
    }
  }

  /// Renames a file that another program created under the name of a generation to a separate name,
  /// which this library never removes: `NAME.bak.foreign`, `NAME.bak.foreign.2` and so on.
  private func setAsideIfExternal(_ number: Int, status: FileStatus, target: OpenTarget)
    throws(FileError)
  {
    let name = target.name.generation(number)
    if status.kind != .regular || isOwnGeneration(name, status: status, of: target) { return }
    let free = try freeName(from: name, suffix: "foreign", for: status, in: target)
    if try self.status(of: free, in: target.directory) != nil { return }
    try perform(.keepPrevious, call: system.rename(name, to: free, in: target.directory))
  }
}

extension FileSteps {
  /// Gives the contents of a file, whose status may be known, a second name in its directory: by a
  /// link, or by a copy if the file system does not support links.
  func keepCopy(
    of name: FilePath, status: FileStatus? = nil, as newName: FilePath, in target: OpenTarget
  ) throws(FileError) {
    let temporary = try linkOrCopy(of: name, status: status, in: target)
    do throws(FileError) {
      try perform(.keepPrevious, call: system.rename(temporary, to: newName, in: target.directory))
    } catch {
      remove(temporary, from: target)
      throw error
    }
  }

  /// Returns an unused name, `NAME.SUFFIX`, `NAME.SUFFIX.2` and so on, or one that the file itself
  /// already has from an earlier attempt.
  func freeName(from name: FilePath, suffix: String, for status: FileStatus, in target: OpenTarget)
    throws(FileError) -> FilePath
  {
    for number in 1...1000 {
      let ending = number == 1 ? suffix : "\(suffix).\(number)"
      let free = name.companion(suffix: ".\(ending)")
      let taken = try self.status(of: free, in: target.directory)
      if taken?.isSameFile(as: status) ?? true { return free }
    }
    throw failure(.keepPrevious, error: .fileExists)
  }

  private func linkOrCopy(of name: FilePath, status: FileStatus?, in target: OpenTarget)
    throws(FileError) -> FilePath
  {
    let temporary = temporaryName(for: target.name)
    do throws(FileError) {
      try perform(.keepPrevious, call: system.link(name, to: temporary, in: target.directory))
      return temporary
    } catch {
      let refusals: [Errno?] = [
        .notPermitted, .notSupported, .tooManyLinks, .noFunction, .permissionDenied, .improperLink,
      ]
      guard refusals.contains(error.systemError) else { throw error }
    }
    var old = OpenTarget(
      directory: target.directory, directoryPath: target.directoryPath, name: name, status: status)
    defer { closeFile(of: &old) }
    try openFile(of: &old)
    if old.status == nil { throw failure(.keepPrevious, error: .noSuchFileOrDirectory) }
    return try copy(&old, nextTo: target)
  }

  /// Makes a copy that is flushed to the drive, with the access rights and the checksum of the
  /// original. The file is copied piece by piece, so that memory use does not depend on its size.
  /// The temporary file is named after the target file, so that it is found and removed if the
  /// program is killed.
  func copy(_ old: inout OpenTarget, nextTo target: OpenTarget, marking marked: CopyMark = .always)
    throws(FileError) -> FilePath
  {
    let temporary = try createTemporary(nextTo: target, permissions: .ownerReadWrite)
    var isOpen = true
    do throws(FileError) {
      try fill(temporary, from: &old, of: target.name, marked: marked)
      isOpen = false
      try close(temporary)
    } catch {
      if isOpen { abandon(temporary.file) }
      remove(temporary.name, from: target)
      throw error
    }
    return temporary.name
  }

  private func fill(
    _ temporary: TemporaryFile, from old: inout OpenTarget, of name: FilePath, marked: CopyMark
  ) throws(FileError) {
    let steps = SnapshotSteps(
      reading: ReadingSteps(system: system, path: path, limit: .max, task: task))
    let sum = try steps.forEachPiece(of: old.name, in: old.directory) { piece throws(FileError) in
      try writeAll(piece, to: temporary.file)
    }
    let status = try perform(.keepPrevious, call: system.status(of: temporary.file))
    try copyAccess(from: old, to: temporary, now: status)
    let identity = FileIdentity(status)
    let origin =
      marked == .always ? FileOrigin(name, status: status) : origin(of: old)?.copied(to: status)
    if let sum {
      record(FileDigest(sum: sum, identity, origin: origin), with: temporary)
    } else if let origin {
      OwnFiles.mark(temporary.file, as: origin, in: system)
    }
    try perform(.keepPrevious, call: system.synchronize(temporary.file, strength: .complete))
    if marked == .always { OwnFiles.shared.insert(identity, as: name) }
  }

  /// Returns the file that the contents are known to have been written to; nil if the file is a
  /// copy or was moved from elsewhere.
  private func origin(of old: OpenTarget) -> FileOrigin? {
    guard let file = old.file, let status = old.status else { return nil }
    return (try? origins(of: file))?.first { $0.isOf(status) }
  }
}

/// The copies without a checksum that are marked as previous generations.
enum CopyMark {
  /// All copies.
  case always
  /// Copies of marked files.
  case ifOriginalIs
}
