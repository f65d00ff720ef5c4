// The events of a directory as the system reports them: inotify on Linux, kqueue on Darwin. Relies
// on Dispatch to wait for events.

internal import SystemPackage

#if canImport(Darwin)
  internal import Dispatch

  final class DirectoryEvents: Sendable {
    private let system: any FileSystem
    private let directory: FileDescriptor
    private let name: FilePath
    private let handler: @Sendable (DirectoryEvent) -> Void
    private let queue = DispatchQueue(label: "plinth.watch")
    // Dispatch sources are thread-safe, although they are not declared `Sendable`.
    nonisolated(unsafe) private var names: any DispatchSourceFileSystemObject
    /// The watcher for the file's contents: the directory does not report changes made in place.
    /// Accessed only on the queue.
    nonisolated(unsafe) private var contents: (any DispatchSourceFileSystemObject)?

    init(
      _ target: OpenTarget, system: any FileSystem,
      handler: @escaping @Sendable (DirectoryEvent) -> Void
    ) throws(Errno) {
      self.system = system
      name = target.name
      self.handler = handler
      let directory = try system.open(target.directoryPath, in: nil, as: .directory)
      self.directory = directory
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: directory.rawValue, eventMask: [.write, .delete, .rename, .revoke],
        queue: queue)
      unsafe names = source
      source.setCancelHandler { try? system.close(directory) }
      source.setEventHandler { [weak self] in self?.namesChanged() }
    }

    func start() {
      queue.sync { watchContents() }
      unsafe names.resume()
    }

    func stop() {
      unsafe names.cancel()
      queue.async { unsafe self.contents?.cancel() }
    }

    private func namesChanged() {
      let isGone = unsafe !names.data.isDisjoint(with: [.delete, .rename, .revoke])
      watchContents()
      handler(isGone ? .directoryGone : .mayConcernFile)
    }

    /// Watches the file that currently has the name.
    private func watchContents() {
      unsafe contents?.cancel()
      unsafe contents = nil
      let system = system
      guard let file = try? system.open(name, in: directory, as: .inspecting) else { return }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: file.rawValue, eventMask: [.write, .extend, .attrib], queue: queue)
      source.setCancelHandler { try? system.close(file) }
      source.setEventHandler { [handler] in handler(.mayConcernFile) }
      unsafe contents = source
      source.resume()
    }
  }
#else
  final class DirectoryEvents: Sendable {
    private let source: ReadSource

    init(
      _ target: OpenTarget, system: any FileSystem,
      handler: @escaping @Sendable (DirectoryEvent) -> Void
    ) throws(Errno) {
      let watch = try retryingInterrupts(system.watch(target.directoryPath))
      let name = target.name
      source = ReadSource(
        watch, on: WorkQueue(label: "plinth.watch"),
        onEvent: {
          guard let bytes = try? system.read(1 << 16, from: watch) else { return }
          if let event = InotifyEvents(bytes).event(for: name) { handler(event) }
        }, onCancel: { try? system.close(watch) })
    }

    func start() { source.resume() }
    func stop() { source.cancel() }
  }
#endif
