// Exporting a container's data as one directory, completely or not at all, and importing it. Relies
// on `DirectoryCopying` for the copies and on `ContainerSwap` to set existing directories aside.

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

  /// The directories that were set aside. The library never removes them.
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
  /// the drive; a crash leaves a directory called `NAME~incomplete-…`. End the app first: the files
  /// are not all copied at the same moment.
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
    let parent = destination.removingLastComponent()
    guard let directory = try ContainerPart.open(parent, in: system) else {
      throw DirectoryMaking.unavailable(parent, error: Errno.noSuchFileOrDirectory)
    }
    let found: FileStatus.FileKind?
    do throws(Errno) { found = try directory.kind(of: FilePath(root: nil, [name])) } catch {
      throw DirectoryMaking.unavailable(destination, error: error)
    }
    if found != nil {
      throw StateError(
        .destinationExists, message: "the destination already exists", path: destination)
    }
    try refuseInside(destination)
    let staging = try Staging(nextTo: destination, as: "incomplete", in: system)
    var report = ContainerReport()
    do throws(StateError) {
      var isEmpty = true
      for part in parts {
        guard let source = try ContainerPart.open(part.path, in: system) else { continue }
        isEmpty = false
        var copying = DirectoryCopying(part.path, excluding: exclusions(from: part), in: system)
        try copying.copy(source, into: staging.directory(part.directory.pathInContainer))
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
  /// directories are set aside under another name, as in `reset()`, and never removed. If anything
  /// fails, the container is unchanged. End the app first.
  ///
  /// - Parameter source: A directory that `export(to:)` wrote, or the root of another container.
  /// - Returns: What was left out, and what was set aside: as `NAME~replaced-TIME` in the same
  ///   directory, or as `~replaced-TIME` in the directory itself if only its contents may be moved.
  /// - Throws: ``StateError/Code/notAnExport`` if the source has none of the directories of a
  ///   container, ``StateError/Code/notCopied``, ``StateError/Code/notPutAside``,
  ///   ``StateError/Code/directoryUnavailable``, ``StateError/Code/noHomeDirectory``.
  public func importContents(of source: FilePath) throws(StateError) -> ContainerReport {
    let source = try Self.absolute(source, in: system)
    var report = ContainerReport()
    var stagings: [FilePath: Staging] = [:]
    defer { for staging in stagings.values { staging.remove() } }
    for directory in Directory.allCases where directory != .temporary {
      let path = source.pushing(directory.pathInContainer)
      guard let from = try ContainerPart.open(path, in: system) else { continue }
      // The outermost directory that contains this one, and the path within it.
      let own = try rule(for: directory).path
      let unit = units.first { own.starts(with: $0.path) }?.path ?? own
      let inner = FilePath(root: nil, own.components.dropFirst(unit.components.count))
      if stagings[unit] == nil {
        try DirectoryMaking(system: system).make(unit.removingLastComponent(), promise: .durable)
        stagings[unit] = try Staging(nextTo: unit, as: "importing", in: system)
      }
      var copying = DirectoryCopying(path, excluding: [], in: system)
      if let staging = stagings[unit] { try copying.copy(from, into: staging.directory(inner)) }
      report.leftOut += copying.leftOut
    }
    if stagings.isEmpty {
      throw StateError(
        .notAnExport, message: "not an exported container: it has no Documents and no Library",
        path: source)
    }
    report.putAside = try ContainerSwap(units: units, ending: "replaced", in: system).run(
      placing: stagings)
    return report
  }

  /// Renames the directories of the container, so that the app starts from scratch. Nothing is
  /// removed. End the app first.
  ///
  /// - Returns: What was set aside: as `NAME~reset-TIME` in the same directory, or as `~reset-TIME`
  ///   in the directory itself if only its contents may be moved, as in directories that systemd
  ///   creates. A directory inside another moves with it. Empty directories stay.
  /// - Throws: ``StateError/Code/containerMissing`` if there is nothing to set aside,
  ///   ``StateError/Code/notPutAside``, ``StateError/Code/directoryUnavailable``. After an error,
  ///   the container is unchanged.
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
    StateError(.containerMissing, message: "the app has no data")
  }

  /// Throws if the destination is inside the container, because the copy would itself be copied.
  private func refuseInside(_ destination: FilePath) throws(StateError) {
    for part in parts {
      do throws(Errno) {
        var walk = try NameWalk(in: system, following: .trusted)
        try walk.follow(part.path)
        let subpath = walk.subpath
        try walk.follow(destination)
        guard walk.subpath.starts(with: subpath) else { continue }
      } catch { throw ContainerPart.unavailable(part.path, error: error) }
      throw StateError(
        .notCopied, message: "a container cannot be exported into itself", path: destination)
    }
  }
}
