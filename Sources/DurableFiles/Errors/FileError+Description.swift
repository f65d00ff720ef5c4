// The sentence that describes a `FileError`: the operation that failed, the reason and the step.
// The sentence stays short even for a very long path.

internal import SystemPackage

extension FileError: CustomStringConvertible {
  /// One sentence without a period, such as "cannot replace /x/y: no space left on device (ENOSPC)
  /// while writing the temporary file". At most a few hundred characters.
  public var description: String {
    if code == .durabilityUnknown, task == .replace {
      return "replaced \(shownPath), but its durability is unknown: \(reason) while \(step)"
    }
    return "cannot \(task.rawValue) \(shownPath): \(reason) while \(step)"
  }

  /// The path, with its middle omitted if it is very long.
  private var shownPath: String {
    let text = path.isEmpty ? "the file with the empty path" : path.string
    guard text.utf8.count > 300 else { return text }
    return "\(text.prefix(100))…\(text.suffix(100))"
  }

  private var reason: String {
    if let companion, let what = Self.companionReasons[code] { return "\(companion) \(what)" }
    if code == .invalidPath, path.beginsWithTilde { return FilePath.tildeRefusal }
    if let sentence = Self.reasons[code] { return sentence }
    guard let systemError else { return code.rawValue }
    let text = systemError.description
    let name = Self.names[systemError] ?? "error \(systemError.rawValue)"
    return "\(text.prefix(1).lowercased())\(text.dropFirst()) (\(name))"
  }

  /// The file next to `path` that the step used, if any.
  private var companion: String? {
    guard !path.isTooLong, let last = path.lastComponent else { return nil }
    let name = FilePath(root: nil, [last])
    return switch operation {
    case .lock: "its lock file \(name.companion(prefix: ".", suffix: ".lock"))"
    case .keepPrevious: "its previous generation \(name.generation(1))"
    default: nil
    }
  }

  /// The reasons why a step cannot use its companion file.
  private static let companionReasons: [Code: String] = [
    .isDirectory: "is a directory", .tooManySymbolicLinks: "is a symbolic link",
    .notARegularFile: "is not a regular file",
  ]

  private var step: String {
    // This task does not create a temporary file.
    if task == .makeDurable, operation == .synchronize { return "syncing it" }
    return Self.steps[operation] ?? operation.rawValue
  }

  /// Reasons that this library gives without an error number from the system.
  private static let reasons: [Code: String] = [
    .invalidPath: "the path is empty or contains a zero byte",
    .notAFileURL: "the URL does not name a file",
    .isDirectory: "it is a directory",
    .notARegularFile: "it is a pipe, socket or device, not a regular file",
    .tooManySymbolicLinks: "too many symbolic links, possibly a cycle",
    .untrustedLink: "refused to follow another user's symbolic link in a shared directory",
    .limitExceeded: "it is larger than the limit",
    .conflict: "conflict with a change by another writer",
    .lockTimedOut: "timed out waiting for another process or thread",
    .lockingUnsupported: "its file system does not support locks",
    .cancelled: "the task was cancelled",
  ]

  private static let steps: [Operation: String] = [
    .resolve: "resolving the path", .open: "opening it", .read: "reading it",
    .openDirectory: "opening its directory", .createDirectory: "creating its directory",
    .createTemporary: "creating the temporary file", .write: "writing the temporary file",
    .setPermissions: "setting the permissions of the temporary file",
    .synchronize: "syncing the temporary file",
    .close: "closing the temporary file", .rename: "renaming the temporary file",
    .synchronizeDirectory: "syncing its directory",
    .reserve: "reserving space for the temporary file", .lock: "acquiring its lock",
    .compare: "comparing it with the expected version", .remove: "removing the file set aside",
    .keepPrevious: "keeping its previous contents", .watch: "watching its directory",
  ]

  private static let names: [Errno: String] = [
    .notPermitted: "EPERM", .noSuchFileOrDirectory: "ENOENT", .ioError: "EIO",
    .noSuchAddressOrDevice: "ENXIO", .permissionDenied: "EACCES", .resourceBusy: "EBUSY",
    .fileExists: "EEXIST", .improperLink: "EXDEV", .notDirectory: "ENOTDIR",
    .isDirectory: "EISDIR", .invalidArgument: "EINVAL", .tooManyOpenFiles: "EMFILE",
    .tooManyOpenFilesInSystem: "ENFILE", .textFileBusy: "ETXTBSY", .fileTooLarge: "EFBIG",
    .noSpace: "ENOSPC", .readOnlyFileSystem: "EROFS", .tooManyLinks: "EMLINK",
    .fileNameTooLong: "ENAMETOOLONG", .tooManySymbolicLinkLevels: "ELOOP",
    .diskQuotaExceeded: "EDQUOT", .noMemory: "ENOMEM", .notSupported: "ENOTSUP",
    .staleNFSFileHandle: "ESTALE", .resourceTemporarilyUnavailable: "EAGAIN",
    .noLocks: "ENOLCK", .interrupted: "EINTR", .badFileDescriptor: "EBADF",
  ]
}
