// Exporting a container's data as one directory, completely or not at all, and importing it. Relies
// on `DirectoryCopying` for the copies and on `ContainerSwap` to put existing directories aside.

internal import DurableFiles
public import SystemPackage

/// The result of exporting, importing or resetting a container.
public struct ContainerReport: Sendable, Hashable {
  /// A directory that was renamed.
  public struct PutAside: Sendable, Hashable {
    /// The directory.
    public let path: FilePath
    /// The new location of its contents.
    public let newPath: FilePath
  }

  /// The directories that were put aside. The library never removes them.
  public var putAside: [PutAside] = []
  /// What was not copied: symbolic links that lead out of their directory, with the code
  /// ``StateError/Code/escapesContainer``, and pipes, sockets and devices, with
  /// ``StateError/Code/unsupportedFile``.
  public var leftOut: [StateError] = []
}

extension AppContainer {
  /// Copies all directories of the container, except the temporary one, into a new directory.
  ///
  /// The copy is itself a container, for `AppContainer(root:)`: `Documents`, `Library/Application
  /// Support` and so on, with the permissions and attributes of the original files. Symbolic links
  /// are copied as links and never followed. The new directory appears only when all of it is on
  /// the drive; a crash leaves a directory called `NAME~incomplete-…`.
  ///
  /// Each file is copied as of one moment, but not all files as of the same moment: end the app
  /// first.
  ///
  /// - Parameter destination: The new directory, in a directory that exists.
  /// - Returns: What was left out.
  /// - Throws: ``StateError/Code/containerMissing`` if the container does not have a directory yet,
  ///   ``StateError/Code/destinationExists``, ``StateError/Code/notCopied``,
  ///   ``StateError/Code/directoryUnavailable``, ``StateError/Code/invalidRoot``.
  public func export(to destination: FilePath) throws(StateError) -> ContainerReport {
    let destination = try Self.absolute(destination, in: system)
    guard let name = destination.lastComponent, name.kind == .regular else {
      throw StateError(
        .destinationExists, message: "the path of the new directory does not end in a name",
        path: destination)
    }
    let parent = try openParent(of: destination)
    if try exists(name, in: parent, path: destination) {
      throw StateError(
        .destinationExists, message: "the destination already exists",
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

  /// Replaces the directories of this container with copies of those of an exported one. Existing
  /// directories are put aside under another name, as by `reset()`, and never removed.
  ///
  /// Everything is copied first; then the directories are renamed one by one. If that fails, or
  /// something could not be copied, the container is unchanged. End the app first.
  ///
  /// - Parameter source: A directory that `export(to:)` has written, or the root of another
  ///   container.
  /// - Returns: What was left out, and what was put aside: as `NAME~replaced-TIME` in the same
  ///   directory, or as `~replaced-TIME` in the directory itself if only its contents may be moved.
  /// - Throws: ``StateError/Code/notAnExport`` if the source has none of the directories of a
  ///   container,
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
          message: "not an exported container: it has no Documents and no Library",
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

  /// Renames the directories of the container, so that the app starts from scratch. Nothing is
  /// removed. End the app first.
  ///
  /// - Returns: What was put aside: as `NAME~reset-TIME` in the same directory, or as `~reset-TIME`
  ///   in the directory itself if only its contents may be moved, as in directories that systemd
  ///   creates. A directory inside another moves with it. Empty directories stay.
  /// - Throws: ``StateError/Code/containerMissing`` if there is nothing to put aside,
  ///   ``StateError/Code/notPutAside``, ``StateError/Code/directoryUnavailable``; the container is
  ///   unchanged.
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

  /// Returns the outermost directory that contains a directory, and the path within it.
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

  /// Throws if the destination is inside the container: the copy would itself be copied.
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
