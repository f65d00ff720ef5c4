// What a store knows of its file, and what that means for the next save.

internal import DurableFiles
internal import SystemPackage

/// What a save may replace.
public enum StateOverwriting: Sendable, Hashable {
  /// What the store loaded or saved last, or nothing.
  case known
  /// Whatever is there. What the store has not loaded is put aside first, under a name of its own,
  /// and never removed.
  case anything
}

/// What a store knows of the contents of its file.
enum KnownContents: Sendable {
  /// Nothing: they were not loaded.
  case unknown
  /// There are none.
  case absent
  /// They are a state of the current version, or of an older one.
  case good(FileIdentity, version: Int)
  /// They are no good, and an earlier generation was loaded instead; nil when they are gone.
  case recovered(FileIdentity?)
  /// They were refused, for this reason.
  case refused(StateError)
}

/// How contents are replaced.
struct SavingPlan {
  /// What must be there.
  var precondition: AtomicReplacement.Precondition
  var keeping = GenerationKeeping.kept
  /// Under which ending of its name the file is put aside first.
  var aside: String?
}

extension KnownContents {
  /// The plan for saving a state.
  ///
  /// - Parameters:
  ///   - overwriting: What may be replaced.
  ///   - present: What tells the contents that are there now.
  ///   - version: The version of the state.
  ///   - path: The file, for errors.
  func plan(
    over overwriting: StateOverwriting, present: FileIdentity?, version: Int, _ path: FilePath
  ) throws(StateError) -> SavingPlan {
    if overwriting == .anything, !isGood(present) { return .puttingAside(present, as: "replaced-") }
    switch self {
    case .absent: return SavingPlan(precondition: .absent)
    case .good(let identity, let old):
      let aside = old < version ? "version-\(old)" : nil
      return SavingPlan(precondition: .unchanged(identity), aside: aside)
    case .recovered(let identity): return .puttingAside(identity, as: "corrupt-")
    case .refused(let error): throw Self.wouldOverwrite(error, path)
    case .unknown:
      if present == nil { return SavingPlan(precondition: .absent) }
      throw StateError(
        .notLoaded, "there is a state that was not loaded; load it before saving over it",
        path: path)
    }
  }

  /// Refuses to replace contents that were refused, which needs no look at them.
  func check(over overwriting: StateOverwriting, _ path: FilePath) throws(StateError) {
    if overwriting == .known, case .refused(let error) = self {
      throw Self.wouldOverwrite(error, path)
    }
  }

  private static func wouldOverwrite(_ error: StateError, _ path: FilePath) -> StateError {
    StateError(
      .wouldOverwrite, "nothing is saved over a file that could not be read", path: path,
      underlyingError: error)
  }

  /// Whether contents are those that are known to be a state.
  private func isGood(_ present: FileIdentity?) -> Bool {
    if case .good(let identity, _) = self { identity == present } else { false }
  }
}

extension SavingPlan {
  /// Puts what is there aside, and leaves the generations as they are: it is not known to be better.
  fileprivate static func puttingAside(_ identity: FileIdentity?, as kind: String) -> SavingPlan {
    guard let identity else { return SavingPlan(precondition: .absent, keeping: .dropped) }
    return SavingPlan(
      precondition: .unchanged(identity), keeping: .dropped,
      aside: kind + String(identity.modificationTime.components.seconds))
  }
}
