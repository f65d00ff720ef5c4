// Every kind of failure of this module. The page of error codes in the documentation is generated
// from this file.

internal import PropertyLists

extension StateError.Code {
  // Containers.

  /// The identifier of an app is not in reverse DNS form, such as `org.example.notes`.
  public static let invalidIdentifier = StateError.Code("invalid-identifier")
  /// The root of a container is empty, contains a zero byte, or begins with `~`, which only a shell
  /// expands.
  public static let invalidRoot = StateError.Code("invalid-root")
  /// The environment tells no home directory, and the user database has none either.
  public static let noHomeDirectory = StateError.Code("no-home-directory")
  /// A directory of the container is not there and could not be made, or is no directory.
  public static let directoryUnavailable = StateError.Code("directory-unavailable")
  /// A name is empty or over 4,096 bytes long, contains a zero byte, or names the directory itself.
  public static let invalidName = StateError.Code("invalid-name")
  /// A name leads out of its directory: it is absolute, contains `..`, or passes through a
  /// symbolic link that leads out.
  public static let escapesContainer = StateError.Code("escapes-container")
  /// A name could not be followed to its end.
  public static let unresolvableName = StateError.Code("unresolvable-name")
  /// No directory of resources has a file of that name.
  public static let resourceMissing = StateError.Code("resource-missing")
  /// The app has no directories here, or nothing is in them.
  public static let containerMissing = StateError.Code("no-such-container")
  /// There is something where a container was to be exported to.
  public static let destinationExists = StateError.Code("destination-exists")
  /// What was to be imported has none of the directories of a container.
  public static let notAnExport = StateError.Code("not-an-export")
  /// A part of a container could not be copied; the container is as it was.
  public static let notCopied = StateError.Code("not-copied")
  /// A directory of a container could not be put aside; the container is as it was.
  public static let notPutAside = StateError.Code("not-put-aside")
  /// A pipe, socket or device in a container is not copied.
  public static let unsupportedFile = StateError.Code("unsupported-file")

  // The lifecycle.

  /// Another lifecycle watches the process's signals already, or this one was started before.
  public static let lifecycleStarted = StateError.Code("lifecycle-started")
  /// A handler waits for the start or the end of the lifecycle that runs it.
  public static let lifecycleReentered = StateError.Code("lifecycle-reentered")
  /// The system refuses to have signals watched.
  public static let signalsUnavailable = StateError.Code("signals-unavailable")
  /// A handler of the lifecycle has failed; the others have run.
  public static let handlerFailed = StateError.Code("handler-failed")
  /// The handlers of the lifecycle were not done in the time that they have.
  public static let handlersTimedOut = StateError.Code("handlers-timed-out")
}

extension StateError.Code {
  // States.

  /// The file of a state is gone, and an earlier generation is there.
  public static let stateMissing = StateError.Code("state-missing")
  /// The file is no state of this program.
  public static let corrupt = StateError.Code("corrupt")
  /// The contents changed on the drive although nobody wrote them.
  public static let damaged = StateError.Code("damaged")
  /// The file could not be read; what is in it is unknown.
  public static let unreadable = StateError.Code("unreadable")
  /// A newer program has written the file.
  public static let newerVersion = StateError.Code("newer-version")
  /// A step from an older version of a state to the next is not there.
  public static let migrationMissing = StateError.Code("migration-missing")
  /// A state could not be encoded.
  public static let notEncodable = StateError.Code("not-encodable")
  /// A state was to be saved over one that was not loaded.
  public static let notLoaded = StateError.Code("not-loaded")
  /// A state was to be saved over a file that could not be read.
  public static let wouldOverwrite = StateError.Code("would-overwrite")
  /// Somebody else has saved since the state was loaded.
  public static let conflict = StateError.Code("conflict")
  /// Somebody else has had the lock of the file for longer than was to be waited: another process, or
  /// an update of this one, from inside which a state must not be saved.
  public static let locked = StateError.Code("locked")
  /// What is stored was to be taken over, and there are changes that are not saved.
  public static let unsavedChanges = StateError.Code("unsaved-changes")
  /// The state could not be saved; the file is as it was.
  public static let notSaved = StateError.Code("not-saved")
  /// The state was saved and can be read, but may not survive a power loss; save it again.
  public static let durabilityUnknown = StateError.Code("durability-unknown")
  /// The actor of a graph was busy for all the time that there was, or its save took longer; its last changes are not saved.
  public static let actorBusy = StateError.Code("actor-busy")
  /// A graph has no actor: it was made where there is none.
  public static let noActor = StateError.Code("no-actor")
  /// A graph was changed without an announcement. It is saved now; in a release build it would not be.
  public static let unannouncedChange = StateError.Code("unannounced-change")
  /// No generation of a state is good enough to recover from.
  public static let nothingToRecover = StateError.Code("nothing-to-recover")
  /// A state has no generation, and no copy that was put aside, of a number.
  public static let noSuchCopy = StateError.Code("no-such-copy")
}

extension StateError.Code {
  // Preferences.

  /// The name of a domain of preferences is empty or too long, begins with a point, or contains a
  /// slash or a control character.
  public static let invalidDomain = StateError.Code("invalid-domain")
  /// A preference is there, and of another type than was asked for.
  public static let wrongType = StateError.Code("wrong-type")
}
