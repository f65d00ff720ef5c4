// What a store knows of its file, and what that means for the next save.

internal import DurableFiles
internal import SystemPackage

/// What a save may replace.
public enum StateOverwriting: Sendable, Hashable {
  /// What the store loaded or saved last, or nothing.
  case known
  /// Whatever is there. What the store has not loaded is put aside first, under a name of its own,
  /// and never removed; so are earlier generations for which saving was refused.
  case anything
}

extension KnownContents {
  /// What identifies the contents that are known; nil where there are none, or nothing is known.
  var identity: FileIdentity? {
    switch self {
    case .unknown, .absent: nil
    case .good(let identity, _): identity
    case .recovered(let identity, _): identity
    case .refused(let refusal): refusal.identity
    }
  }
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
  case recovered(FileIdentity?, from: RecoveredGeneration? = nil)
  /// They were refused.
  case refused(Refusal)
}

/// The generation that a state was recovered from.
struct RecoveredGeneration: Sendable {
  var number: Int
  /// The version of the schema in it.
  var version: Int
}

/// Contents that nothing is saved over.
struct Refusal: Sendable {
  /// Why they were refused.
  var reason: StateError
  /// The earlier generations that were found, none of which was loaded.
  var generations: [Int]
  /// What tells the contents of the file from later ones; nil when there are none, or that could not
  /// be told either.
  var identity: FileIdentity?
}

/// How contents are replaced.
struct SavingPlan {
  /// What must be there.
  var precondition: AtomicReplacement.Precondition
  var keeping = GenerationKeeping.kept
  /// What was read under the same lock and found good.
  var verified: FileIdentity?
  /// Under which ending of its name the file is put aside first.
  var aside: String?
  /// Whether the file is moved there, as it cannot be read: it is not linked, and its permissions are not
  /// inherited.
  var movesAside = false
  /// Under which endings of their names earlier generations are put aside first.
  var generationsAside: [Int: String] = [:]
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
    if overwriting == .anything, !isGood(present) { return overwritingPlan(present) }
    switch self {
    case .absent: return SavingPlan(precondition: .absent)
    case .good(let identity, let old):
      let aside = old < version ? "version-\(old)" : nil
      return SavingPlan(precondition: .unchanged(identity), aside: aside)
    case .recovered(let identity, let source):
      var plan = SavingPlan.puttingAside(identity, as: "corrupt-")
      if let source, source.version < version {
        plan.generationsAside[source.number] = "version-\(source.version)"
      }
      return plan
    case .refused(let refusal): throw Self.wouldOverwrite(refusal.reason, path: path)
    case .unknown:
      if present == nil { return SavingPlan(precondition: .absent) }
      throw StateError(
        .notLoaded, message: "there is a state that was not loaded",
        suggestion: "load it before saving over it", path: path)
    }
  }

  /// Refuses to replace contents that were refused, which needs no look at them.
  func check(over overwriting: StateOverwriting, _ path: FilePath) throws(StateError) {
    if overwriting == .known, case .refused(let refusal) = self {
      throw Self.wouldOverwrite(refusal.reason, path: path)
    }
  }

  /// The plan for saving over whatever is there. Generations that were refused would be replaced by
  /// later saves.
  private func overwritingPlan(_ present: FileIdentity?) -> SavingPlan {
    var plan = SavingPlan.puttingAside(present, as: "replaced-")
    if case .refused(let refusal) = self {
      for number in refusal.generations { plan.generationsAside[number] = "replaced" }
      // The file is what could not be read, and not a generation before it.
      if refusal.reason.code == .unreadable, refusal.generations.isEmpty, plan.aside != nil {
        plan.movesAside = true
        plan.precondition = .absent
      }
    }
    return plan
  }

  private static func wouldOverwrite(_ error: StateError, path: FilePath) -> StateError {
    StateError(
      .wouldOverwrite, message: "nothing is saved over a file that could not be read", path: path,
      underlyingError: error)
  }

  /// Whether contents are those that are known to be a state.
  private func isGood(_ present: FileIdentity?) -> Bool {
    if case .good(let identity, _) = self { identity == present } else { false }
  }

  /// Whether contents are others than those that were found or made last.
  func isExternal(_ present: FileIdentity?) -> Bool {
    switch self {
    case .good(let identity, _): identity != present
    case .recovered(let identity, _): identity != present
    case .refused(let refusal): refusal.identity != present
    case .absent, .unknown: present != nil
    }
  }
}

extension SavingPlan {
  /// Puts what is there aside, and leaves the generations as they are: it is not known to be better.
  static func puttingAside(_ identity: FileIdentity?, as kind: String) -> SavingPlan {
    guard let identity else { return SavingPlan(precondition: .absent, keeping: .dropped) }
    return SavingPlan(
      precondition: .unchanged(identity), keeping: .dropped,
      aside: kind + String(identity.modificationTime.components.seconds))
  }
}
