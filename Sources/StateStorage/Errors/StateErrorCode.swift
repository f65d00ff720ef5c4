// Every error code of this module. The documentation's page of error codes is generated from this
// file.

internal import PropertyLists

extension StateError.Code {
  // Containers.

  /// The identifier of an app is not in reverse-DNS form, such as `org.example.notes`.
  public static let invalidIdentifier = StateError.Code("invalid-identifier")
  /// The root of a container is empty, contains a zero byte, or begins with `~`, which only a shell
  /// expands.
  public static let invalidRoot = StateError.Code("invalid-root")
  /// The environment does not specify a home directory, and neither does the user database.
  public static let noHomeDirectory = StateError.Code("no-home-directory")
  /// A directory of the container does not exist and could not be created, or is not a directory.
  public static let directoryUnavailable = StateError.Code("directory-unavailable")
  /// A name is empty, is longer than 4,096 bytes, contains a zero byte, or refers to the directory
  /// itself.
  public static let invalidName = StateError.Code("invalid-name")
  /// A name leads out of its directory: it is absolute, contains `..`, or passes through a symbolic
  /// link that leads out.
  public static let escapesContainer = StateError.Code("escapes-container")
  /// The path of a file in a container, or of a resource, could not be followed: the system
  /// reported an error, such as denied access.
  public static let unresolvableName = StateError.Code("unresolvable-name")
  /// No resource directory contains a file with that name.
  public static let resourceMissing = StateError.Code("resource-missing")
  /// The app has no directories in this location, or they are empty.
  public static let containerMissing = StateError.Code("no-such-container")
  /// The destination of an export already exists.
  public static let destinationExists = StateError.Code("destination-exists")
  /// The source of an import has none of the directories of a container.
  public static let notAnExport = StateError.Code("not-an-export")
  /// A part of a container could not be copied; the container is unchanged.
  public static let notCopied = StateError.Code("not-copied")
  /// A directory of a container could not be set aside; the container is unchanged.
  public static let notPutAside = StateError.Code("not-put-aside")
  /// A pipe, socket or device in a container was not copied.
  public static let unsupportedFile = StateError.Code("unsupported-file")

  // The lifecycle.

  /// Another lifecycle already watches the signals of the process, or this one was already started.
  public static let lifecycleStarted = StateError.Code("lifecycle-started")
  /// A handler tried to start or end the lifecycle that runs it.
  public static let lifecycleReentered = StateError.Code("lifecycle-reentered")
  /// The system did not allow the lifecycle to watch signals.
  public static let signalsUnavailable = StateError.Code("signals-unavailable")
  /// A handler of the lifecycle failed; the others ran.
  public static let handlerFailed = StateError.Code("handler-failed")
  /// The handlers of the lifecycle did not finish within their time limit.
  public static let handlersTimedOut = StateError.Code("handlers-timed-out")
}

extension StateError.Code {
  // States.

  /// A state file is missing, but an earlier generation exists.
  public static let stateMissing = StateError.Code("state-missing")
  /// The file does not contain a state that this program can decode.
  public static let corrupt = StateError.Code("corrupt")
  /// The checksum does not match: the contents were corrupted on the drive.
  public static let damaged = StateError.Code("damaged")
  /// The file could not be read; its contents are unknown.
  public static let unreadable = StateError.Code("unreadable")
  /// The file was written by a newer version of the program.
  public static let newerVersion = StateError.Code("newer-version")
  /// No migration is registered from an older version of a state to the version after it.
  public static let migrationMissing = StateError.Code("migration-missing")
  /// A state could not be encoded.
  public static let notEncodable = StateError.Code("not-encodable")
  /// Refused to overwrite a state that was never loaded.
  public static let notLoaded = StateError.Code("not-loaded")
  /// Refused to overwrite a file that could not be read.
  public static let wouldOverwrite = StateError.Code("would-overwrite")
  /// Another writer has saved since the state was loaded.
  public static let conflict = StateError.Code("conflict")
  /// The lock of the file was not released within the time limit. Another process holds it, or an
  /// update in this process does; a state must not be saved within an update.
  public static let locked = StateError.Code("locked")
  /// A reload would replace the state in memory, which has unsaved changes.
  public static let unsavedChanges = StateError.Code("unsaved-changes")
  /// The state could not be saved; the file is unchanged.
  public static let notSaved = StateError.Code("not-saved")
  /// The state was saved and is readable, but might not survive a power failure; save it again.
  public static let durabilityUnknown = StateError.Code("durability-unknown")
  /// The actor of a graph was busy for the whole time limit, or the save took longer; the latest
  /// changes of the graph are not saved.
  public static let actorBusy = StateError.Code("actor-busy")
  /// A graph has no actor: it was not created on one.
  public static let noActor = StateError.Code("no-actor")
  /// A graph was changed without an announcement. The change is saved now; a release build would
  /// not have saved it.
  public static let unannouncedChange = StateError.Code("unannounced-change")
  /// No generation of a state can be recovered.
  public static let nothingToRecover = StateError.Code("nothing-to-recover")
  /// No generation of a state, and no copy that was set aside, has this number.
  public static let noSuchCopy = StateError.Code("no-such-copy")
}

extension StateError.Code {
  // Preferences.

  /// The name of a preference domain is empty or too long, begins with a period, or contains a
  /// slash or a control character.
  public static let invalidDomain = StateError.Code("invalid-domain")
  /// A preference exists, but its type is not the requested one.
  public static let wrongType = StateError.Code("wrong-type")
}
