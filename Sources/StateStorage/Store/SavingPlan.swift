// What a store knows about its file, and the resulting plan for the next save.

package import DurableFiles
internal import SystemPackage

/// The contents that a save may replace.
public enum StateOverwriting: Sendable, Hashable {
  /// The contents that the store loaded or saved last, or nothing.
  case known
  /// Any contents. Contents that the store has not loaded are first set aside under a separate name
  /// and never removed; so are earlier generations that the store has refused to replace.
  case anything
}

extension KnownContents {
  /// The identity of the known contents; nil if there are none or nothing is known.
  package var identity: FileIdentity? {
    switch self {
    case .unknown, .absent: nil
    case .good(let identity, _): identity
    case .recovered(let identity, _): identity
    case .refused(let refusal): refusal.identity
    }
  }
}

/// What a store knows about the contents of its file.
package enum KnownContents: Sendable {
  /// Nothing is known: the contents were not loaded.
  case unknown
  /// No contents exist.
  case absent
  /// The contents are a state of the current version or an older one.
  case good(FileIdentity, version: Int)
  /// The contents are invalid, and an earlier generation was loaded instead; the identity is nil if
  /// they are missing.
  case recovered(FileIdentity?, from: RecoveredGeneration? = nil)
  /// The contents were rejected.
  case refused(Refusal)
}

/// The generation that a state was recovered from.
package struct RecoveredGeneration: Sendable {
  var number: Int
  /// The version of its schema.
  var version: Int
}

/// Contents that a save must not replace.
package struct Refusal: Sendable {
  /// The reason for the rejection.
  var reason: StateError
  /// The earlier generations that were found, none of which was loaded.
  var generations: [Int]
  /// The identity of the file's contents; nil if there are none or it could not be determined.
  var identity: FileIdentity?
}

/// How a save replaces contents.
struct SavingPlan {
  var precondition: AtomicReplacement.Precondition
  var keeping = GenerationKeeping.kept
  /// The identity of contents that were read under the same lock and found valid.
  var verified: FileIdentity?
  /// The suffix under which the file is first set aside.
  var aside: String?
  /// Whether the file is renamed rather than linked, because it cannot be read; its permissions are
  /// not inherited.
  var movesAside = false
  /// The suffixes under which earlier generations are first set aside.
  var generationsAside: [Int: String] = [:]
}

extension KnownContents {
  /// Returns the plan for saving a state of a version over the contents with the identity
  /// `present`.
  func plan(
    over overwriting: StateOverwriting, present: FileIdentity?, version: Int, _ path: FilePath
  ) throws(StateError) -> SavingPlan {
    if overwriting == .anything {
      // Contents that are known to be a valid state are replaced as in the case of `known`.
      guard case .good(let identity, _) = self, identity == present else {
        return overwritingPlan(present)
      }
    }
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
        .notLoaded, message: "the file contains a state that was not loaded",
        suggestion: "load it before saving over it", path: path)
    }
  }

  /// Throws if the contents were rejected and must not be replaced; this does not require reading
  /// them.
  func check(over overwriting: StateOverwriting, _ path: FilePath) throws(StateError) {
    if overwriting == .known, case .refused(let refusal) = self {
      throw Self.wouldOverwrite(refusal.reason, path: path)
    }
  }

  /// Returns the plan for replacing any contents. Generations that were rejected are set aside,
  /// because later saves would replace them.
  private func overwritingPlan(_ present: FileIdentity?) -> SavingPlan {
    var plan = SavingPlan.puttingAside(present, as: "replaced-")
    if case .refused(let refusal) = self {
      for number in refusal.generations { plan.generationsAside[number] = "replaced" }
      // It is the file itself that could not be read, not an earlier generation.
      if refusal.reason.code == .unreadable, refusal.generations.isEmpty, plan.aside != nil {
        plan.movesAside = true
        plan.precondition = .absent
      }
    }
    return plan
  }

  private static func wouldOverwrite(_ error: StateError, path: FilePath) -> StateError {
    StateError(
      .wouldOverwrite, message: "refused to overwrite a file that could not be read", path: path,
      underlyingError: error)
  }

  /// Whether contents differ from those that were last found or written.
  func isExternal(_ present: FileIdentity?) -> Bool { identity != present }
}

extension SavingPlan {
  /// Returns the plan that sets the current contents aside and leaves the generations unchanged,
  /// because the contents are not known to be better.
  static func puttingAside(_ identity: FileIdentity?, as kind: String) -> SavingPlan {
    guard let identity else { return SavingPlan(precondition: .absent, keeping: .dropped) }
    return SavingPlan(
      precondition: .unchanged(identity), keeping: .dropped,
      aside: kind + String(identity.modificationTime.components.seconds))
  }
}
