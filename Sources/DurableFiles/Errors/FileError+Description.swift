// The sentence of a `FileError`: what could not be done, why, and at which step. It stays short
// whatever the path.

internal import SystemPackage

extension FileError: CustomStringConvertible {
  /// One sentence without a full stop, such as "cannot replace /x/y: no space left on device
  /// (ENOSPC) while writing the temporary file". At most a few hundred characters.
  public var description: String {
    if code == .durabilityUnknown, task == .replace {
      return "replaced \(shownPath), but its durability is unknown: \(reason) while \(step)"
    }
    return "cannot \(task.rawValue) \(shownPath): \(reason) while \(step)"
  }

  /// The path, its middle left out when it is very long.
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

  /// The file beside the one of the path that the step was about, if it was about one.
  private var companion: String? {
    guard !path.isTooLong, let last = path.lastComponent else { return nil }
    let name = FilePath(root: nil, [last])
    return switch operation {
    case .lock: "its lock file \(name.companion(prefix: ".", suffix: ".lock"))"
    case .keepPrevious: "its previous generation \(name.generation(1))"
    default: nil
    }
  }

  /// What is wrong with such a file.
  private static let companionReasons: [Code: String] = [
    .isDirectory: "is a directory", .tooManySymbolicLinks: "is a symbolic link",
    .notARegularFile: "is no regular file",
  ]

  private var step: String {
    // There is no temporary file then.
    if task == .makeDurable, operation == .synchronize { return "sending it to the drive" }
    return Self.steps[operation] ?? operation.rawValue
  }

  /// Reasons this library gives itself.
  private static let reasons: [Code: String] = [
    .invalidPath: "a path cannot be empty or contain a zero byte",
    .notAFileURL: "the URL does not name a file",
    .isDirectory: "it is a directory",
    .notARegularFile: "it is a pipe, socket or device, not a regular file",
    .tooManySymbolicLinks: "too many symbolic links, perhaps in a circle",
    .untrustedLink: "a symbolic link of another user in a shared directory is not followed",
    .limitExceeded: "it is larger than the limit that was set",
    .conflict: "it is not the file that was read before",
    .lockTimedOut: "somebody else has its lock",
    .lockingUnsupported: "its file system has no locks",
    .cancelled: "the task was cancelled",
  ]

  private static let steps: [Operation: String] = [
    .resolve: "looking at the path", .open: "opening it", .read: "reading it",
    .openDirectory: "opening its directory", .createDirectory: "making its directory",
    .createTemporary: "creating the temporary file", .write: "writing the temporary file",
    .setPermissions: "setting the permissions of the temporary file",
    .synchronize: "sending the temporary file to the drive",
    .close: "closing the temporary file", .rename: "renaming the temporary file",
    .synchronizeDirectory: "sending its directory to the drive",
    .reserve: "setting room aside for the temporary file", .lock: "taking its lock",
    .compare: "comparing it", .remove: "removing what was put aside",
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
