// What happens in a directory, told by the system: inotify on Linux, kqueue on Darwin. Relies on
// Dispatch to wait for it, whose sources may be used from any thread though they do not say so.

internal import Dispatch
internal import SystemPackage

#if canImport(Darwin)
  /// What happens to one name of a directory.
  final class DirectoryEvents: Sendable {
    private let system: any FileSystem
    private let directory: FileDescriptor
    private let name: FilePath
    private let heard: @Sendable (DirectoryEvent) -> Void
    private let queue = DispatchQueue(label: "plinth.watch")
    nonisolated(unsafe) private var names: any DispatchSourceFileSystemObject
    /// Changes in place say nothing to the directory. Used on the queue alone.
    nonisolated(unsafe) private var contents: (any DispatchSourceFileSystemObject)?

    init(
      _ target: OpenTarget, _ system: any FileSystem,
      _ heard: @escaping @Sendable (DirectoryEvent) -> Void
    ) throws(Errno) {
      self.system = system
      name = target.name
      self.heard = heard
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
      heard(isGone ? .directoryGone : .mayConcernFile)
    }

    /// Watches the file that has the name now.
    private func watchContents() {
      unsafe contents?.cancel()
      unsafe contents = nil
      let system = system
      guard let file = try? system.open(name, in: directory, as: .inspecting)
      else { return }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: file.rawValue, eventMask: [.write, .extend, .attrib], queue: queue)
      source.setCancelHandler { try? system.close(file) }
      source.setEventHandler { [heard] in heard(.mayConcernFile) }
      unsafe contents = source
      source.resume()
    }
  }
#else
  /// What happens to one name of a directory.
  final class DirectoryEvents: Sendable {
    nonisolated(unsafe) private var source: any DispatchSourceRead
    private let heard: @Sendable (DirectoryEvent) -> Void

    init(
      _ target: OpenTarget, system: any FileSystem,
      heard: @escaping @Sendable (DirectoryEvent) -> Void
    ) throws(Errno) {
      self.heard = heard
      let watch = try retryingInterrupts { () throws(Errno) in
        try system.watch(target.directoryPath)
      }
      let name = target.name
      let source = DispatchSource.makeReadSource(
        fileDescriptor: watch.rawValue, queue: DispatchQueue(label: "plinth.watch"))
      unsafe self.source = source
      source.setCancelHandler { try? system.close(watch) }
      source.setEventHandler {
        guard let bytes = try? system.read(1 << 16, from: watch) else { return }
        if let event = InotifyEvents(bytes).event(for: name) { heard(event) }
      }
    }

    func start() { unsafe source.resume() }
    func stop() { unsafe source.cancel() }
  }
#endif
