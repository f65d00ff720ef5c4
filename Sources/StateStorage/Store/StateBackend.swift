// The seam between a state store and the place where it keeps its generations: a file and those
// beside it, or memory for tests.

internal import DurableFiles
internal import SystemPackage

/// The place of a state: the contents now, and those before.
///
/// Generation 0 is what is there now, 1 what was there before the last save, and so on.
protocol StateBackend: Sendable {
  /// The file, for errors; memory makes a name up.
  var path: FilePath { get }
  /// Keeps everybody else from saving while something is done with the place, which `body` is given.
  func withLock<Value>(_ body: (Self) throws -> Value) throws -> Value
  /// The contents of a generation; nil when there is none.
  func contents(ofGeneration number: Int) throws(FileError) -> FileSnapshot?
  /// What tells the contents of generation 0 from later ones; nil when there are none. It is `known`
  /// when they are those, even where the file system gives the file another number each time.
  func identity(like known: FileIdentity?) throws(FileError) -> FileIdentity?
  /// Replaces the contents, under the lock. What was there becomes generation 1 if the plan says so.
  func replace(
    with data: Data, _ plan: SavingPlan, durability: AtomicReplacement.Durability
  ) throws(FileError) -> FileIdentity
  /// Gives the contents another name, which nothing here removes again, under the lock.
  func putAside(as suffix: String) throws(FileError)
  /// Gives whatever has the name of the contents another one, also what cannot be read or is no file; the
  /// contents are gone afterwards.
  func moveAside(as suffix: String) throws(FileError)
  /// Whether a directory, a special file or a link that leads in a circle has the name of the contents: then
  /// the lock cannot be taken.
  var isObstructed: Bool { get }
  /// Gives an earlier generation another name, which nothing here removes again, under the lock.
  func putAside(generation number: Int, as suffix: String) throws(FileError)
  /// Writes contents next to the file, under its name with an ending that nothing else has; under the lock.
  ///
  /// - Returns: The name.
  func write(
    _ data: Data, aside suffix: String, durability: AtomicReplacement.Durability
  ) throws(FileError) -> String
  /// The names next to the file of what was put aside under endings that begin so.
  func namesAside(beginning: String) throws(FileError) -> [String]
  /// How many copies of states that lost a conflict are kept at most.
  var conflictCopyLimit: Int { get }
  /// Makes contents that are there survive a power loss, without replacing them.
  func synchronize(_ identity: FileIdentity) throws(FileError)
}

extension StateBackend {
  /// Puts aside what a save is going to replace.
  func putAside(for plan: SavingPlan) throws(FileError) {
    if let suffix = plan.aside {
      if plan.movesAside { try moveAside(as: suffix) } else { try putAside(as: suffix) }
    }
    for (number, suffix) in plan.generationsAside.sorted(by: { $0.key < $1.key }) {
      try putAside(generation: number, as: suffix)
    }
  }
}

/// What becomes of the contents that a save replaces.
enum GenerationKeeping: Sendable, Hashable {
  /// They become the previous generation, if so many are kept.
  case kept
  /// The generations stay as they are: what is replaced is no good.
  case dropped
}

/// How many generations back a state is looked for, whatever a store keeps: another may have kept
/// more.
let oldestGeneration = 16
