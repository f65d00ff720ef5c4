// A container's data as one directory: written whole or not at all, and read back. Relies on
// `DirectoryCopying` for the copies and on `ContainerSwap` for putting aside what is there.

internal import DurableFiles
public import SystemPackage

/// What came of exporting, importing or resetting a container.
public struct ContainerReport: Sendable, Hashable {
  /// A directory that was given another name.
  public struct PutAside: Sendable, Hashable {
    /// The directory.
    public let path: FilePath
    /// Where what was in it is now.
    public let newPath: FilePath
  }

  /// The directories that were put aside. Nothing removes them.
  public var putAside: [PutAside] = []
  /// What was not copied: symbolic links that lead out of their directory, with the code
  /// ``StateError/Code/escapesContainer``, and pipes, sockets and devices, with
  /// ``StateError/Code/unsupportedFile``.
  public var leftOut: [StateError] = []
}

extension AppContainer {
  /// Copies all directories of the container, except the temporary one, into a new directory.
  ///
  /// The copy is itself a container, for `AppContainer(root:)`: `Documents`, `Library/Application Support`
  /// and so on, with the permissions and attributes that the files have. Symbolic links are copied as
  /// links and never followed. The new directory is there when all of it is on the drive, and not
  /// before; what a crash leaves is called `NAME~incomplete-…`.
  ///
  /// Each file is as it was at one moment, but not all at the same: end the app before.
  ///
  /// - Parameter destination: The new directory, in a directory that exists.
  /// - Returns: What was left out.
  /// - Throws: ``StateError/Code/containerMissing`` when the container has no directory yet,
  ///   ``StateError/Code/destinationExists``, ``StateError/Code/notCopied``,
  ///   ``StateError/Code/directoryUnavailable``, ``StateError/Code/invalidRoot``.
  public func export(to destination: FilePath) throws(StateError) -> ContainerReport {
    let destination = try Self.absolute(destination, in: system)
    guard let name = destination.lastComponent, name.kind == .regular else {
      throw StateError(
        .destinationExists, message: "a new directory must have a name of its own",
        path: destination)
    }
    let parent = try openParent(of: destination)
    if try exists(name, in: parent, path: destination) {
      throw StateError(
        .destinationExists, message: "there is something of this name, and nothing is replaced",
        path: destination)
    }
    try refuseInside(destination)
    let staging = try Staging(nextTo: destination, as: "incomplete", in: system)
    var report = ContainerReport()
    do throws(StateError) {
      var isEmpty = true
      for part in parts {
        guard let source = try part.open(in: system) else { continue }
        isEmpty = false
        var copying = DirectoryCopying(part.path, excluding: exclusions(from: part), in: system)
        try copying.copy(source, into: staging.directory(part.pathInExport))
        report.leftOut += copying.leftOut
      }
      if isEmpty { throw Self.missing }
      try staging.finish(as: destination)
    } catch {
      staging.remove()
      throw error
    }
    return report
  }

  /// Makes the directories of an exported container those of this one. What is there is put aside under
  /// another name, as by `reset()`, and never removed.
  ///
  /// Everything is copied first; then the directories change their names one by one. When that fails, or
  /// nothing could be copied, the container is as it was. End the app before.
  ///
  /// - Parameter source: What `export(to:)` has written, or the root of another container.
  /// - Returns: What was put aside, as `NAME~replaced-TIME` in the same directory, or as `~replaced-TIME` in
  ///   the directory itself where only what is in it may be moved, and what was left out.
  /// - Throws: ``StateError/Code/notAnExport`` when there is none of the directories of a container,
  ///   ``StateError/Code/notCopied``, ``StateError/Code/notPutAside``,
  ///   ``StateError/Code/directoryUnavailable``, ``StateError/Code/noHomeDirectory``.
  public func importContents(of source: FilePath) throws(StateError) -> ContainerReport {
    let source = try Self.absolute(source, in: system)
    var report = ContainerReport()
    var stagings: [FilePath: Staging] = [:]
    do throws(StateError) {
      for directory in Directory.allCases where directory != .temporary {
        let subpath = ContainerRules.pathsInContainer[directory] ?? FilePath(directory.rawValue)
        let path = source.pushing(subpath)
        guard let from = try ContainerPart.open(path, in: system) else { continue }
        let (unit, inner) = try unit(of: directory)
        let staging = try self.staging(for: unit, among: &stagings)
        var copying = DirectoryCopying(path, excluding: [], in: system)
        try copying.copy(from, into: staging.directory(inner))
        report.leftOut += copying.leftOut
      }
      if stagings.isEmpty {
        throw StateError(
          .notAnExport,
          message: "this is not an exported container: it has no Documents and no Library",
          path: source)
      }
      report.putAside = try ContainerSwap(units: units, ending: "replaced", in: system)
        .run(placing: stagings)
      for staging in stagings.values { staging.remove() }
    } catch {
      for staging in stagings.values { staging.remove() }
      throw error
    }
    return report
  }

  /// Gives the directories of the container other names, so that the app begins anew. Nothing is removed.
  /// End the app before.
  ///
  /// - Returns: What was put aside, as `NAME~reset-TIME` in the same directory, or as `~reset-TIME` in the
  ///   directory itself where only what is in it may be moved, as in those that systemd makes. A directory
  ///   inside another moves with that. Empty directories stay.
  /// - Throws: ``StateError/Code/containerMissing`` when there is nothing to put aside,
  ///   ``StateError/Code/notPutAside``, ``StateError/Code/directoryUnavailable``; the container is as it
  ///   was.
  public func reset() throws(StateError) -> ContainerReport {
    let swap = ContainerSwap(units: units, ending: "reset", in: system)
    let report = ContainerReport(putAside: try swap.run(placing: [:]))
    if report.putAside.isEmpty { throw Self.missing }
    return report
  }
}

extension AppContainer {
  /// Exports on another thread; see the synchronous form.
  public func export(to destination: FilePath) async throws(StateError) -> ContainerReport {
    try await onDispatchThread { () throws(StateError) in try self.export(to: destination) }
  }

  /// Imports on another thread; see the synchronous form.
  public func importContents(of source: FilePath) async throws(StateError) -> ContainerReport {
    try await onDispatchThread { () throws(StateError) in try self.importContents(of: source) }
  }

  /// Resets on another thread; see the synchronous form.
  public func reset() async throws(StateError) -> ContainerReport {
    try await onDispatchThread { () throws(StateError) in try self.reset() }
  }
}

// MARK: - Steps

extension AppContainer {
  private static var missing: StateError {
    StateError(.containerMissing, message: "the app has no data here")
  }

  /// The outermost directory that one is in, and its path there.
  private func unit(of directory: Directory) throws(StateError) -> (FilePath, FilePath) {
    let path = try rule(for: directory).path
    let unit = units.first { path.starts(with: $0.path) }?.path ?? path
    return (unit, FilePath(root: nil, path.components.dropFirst(unit.components.count)))
  }

  private func staging(
    for unit: FilePath, among stagings: inout [FilePath: Staging]
  ) throws(StateError) -> Staging {
    if let staging = stagings[unit] { return staging }
    try DirectoryMaking(system: system).make(unit.removingLastComponent(), promise: .durable)
    let staging = try Staging(nextTo: unit, as: "importing", in: system)
    stagings[unit] = staging
    return staging
  }

  private func openParent(of path: FilePath) throws(StateError) -> OpenDirectory {
    let parent = path.removingLastComponent()
    if let directory = try ContainerPart.open(parent, in: system) { return directory }
    throw DirectoryMaking.unavailable(parent, error: Errno.noSuchFileOrDirectory)
  }

  private func exists(
    _ name: FilePath.Component, in parent: borrowing OpenDirectory, path: FilePath
  ) throws(StateError) -> Bool {
    do throws(Errno) {
      return try parent.kind(of: FilePath(root: nil, [name])) != nil
    } catch {
      throw DirectoryMaking.unavailable(path, error: error)
    }
  }

  /// A copy inside what is copied would be copied, too.
  private func refuseInside(_ destination: FilePath) throws(StateError) {
    for part in parts {
      do throws(Errno) {
        var walk = try NameWalk(in: system, following: .trusted)
        try walk.follow(part.path)
        let subpath = walk.subpath
        try walk.follow(destination)
        guard walk.subpath.starts(with: subpath) else { continue }
      } catch {
        throw ContainerPart.unavailable(part.path, error: error)
      }
      throw StateError(
        .notCopied, message: "a container cannot be exported into itself", path: destination)
    }
  }
}
