// Remembers the markup between the contents of two scalars: keys, brackets or tags, separators and
// white space. In a file with many similar values, that markup is usually one of a few runs of bytes
// that were read before, and comparing them takes less time than reading them. A run means the same
// wherever the containers that it closes, and the one in which it begins values, are of the same
// kinds. A reader of documents repeats the steps of a run in its table; the extraction of one value
// only needs to know how a run changes the nesting.

/// The runs of markup that were read, and the runs that followed them.
///
/// A scalar is identified by its notation, which is an element in XML: it determines how its contents
/// are read, and where they end.
struct MarkupMemory<Notation: BitwiseCopyable & Equatable & Sendable>: ~Copyable {
  /// Markup from the end of the contents of one scalar to the beginning of those of the next.
  struct MarkupRun: BitwiseCopyable {
    var start: UInt32 = 0
    var length: UInt16 = 0
    /// The number of bytes at the end of the run that belong to the next scalar: its tag or quote.
    var tagLength: UInt16 = 0
    /// The notations of the scalars before and after the run.
    var before: Notation
    var after: Notation
    /// The number of containers that the run closes, and of those that are open at its end in the
    /// innermost container that it does not close.
    var closed: UInt8 = 0
    var opened: UInt8 = 0
    /// The maximum number of open containers in the innermost container that is not closed.
    var peak: UInt8 = 0
    var endsAfterReferenceKey = false
    /// The number of values that begin in the innermost container that is not closed.
    var begun: UInt16 = 0
    var firstStep: UInt32 = 0
    var stepCount: UInt32 = 0
    /// The numbers of up to four runs that followed, with 16 bits each; 0 for none.
    var successors: UInt64 = 0
    /// The kinds of the containers that are closed and of the one around them, set for dictionaries;
    /// the innermost is the lowest bit.
    var closedKinds: UInt64 = 0
    var openedKinds: UInt64 = 0
  }

  /// The runs; the first one is empty and represents unknown markup.
  private(set) var runs = LinearBuffer<MarkupRun>.unallocated
  private(set) var steps = LinearBuffer<MarkupStep>.unallocated
  /// The numbers of the runs by their hashes, with open addressing; 0 for none.
  private var slots = LinearBuffer<UInt16>.unallocated
  /// The number of the last run.
  private var last = 0
  /// The run that is being read.
  private var current: MarkupRun
  private(set) var isRecording = false
  /// What may be spent on reading and storing runs; repeated ones add to it. Runs of which too few
  /// repeat are thereby given up.
  private var credit: Int

  private let seed = processHashSeed
  private static var initialCredit: Int { 1536 }
  /// The credit that a repeated run adds, and that storing a run takes. Reading one takes 1.
  private static var creditOfRepetition: Int { 4 }
  private static var costOfStoring: Int { 8 }
  private static var capacity: Int { 512 }
  private static var slotCount: Int { 2 * capacity }
  /// Longer runs are not stored.
  private static var longestRun: Int { 512 }
  /// The maximum number of containers that a run closes or opens.
  private static var mostLevels: UInt8 { 60 }

  /// - Parameters:
  ///   - isActive: Whether runs are stored.
  ///   - notation: Any notation.
  init(isActive: Bool, notation: Notation) {
    credit = isActive ? Self.initialCredit : 0
    current = MarkupRun(before: notation, after: notation)
  }

  // MARK: Known markup

  /// Returns the number of the run at a position, if one of those that followed the last run is
  /// repeated there.
  @inline(__always)
  mutating func match(after scalar: Notation, in view: ByteView, at position: Int) -> Int? {
    guard last < runs.count else { return nil }
    var successors = runs[last].successors
    while successors != 0 {
      let number = Int(successors & 0xFFFF)
      successors &>>= 16
      let length = Int(runs[number].length)
      if runs[number].before == scalar, position &+ length <= view.count,
        view.isEqual(at: position, count: length, to: view, at: Int(runs[number].start))
      {
        return number
      }
    }
    return nil
  }

  /// Records that a known run was repeated.
  @inline(__always)
  mutating func follow(_ number: Int) {
    last = number
    credit &+= Self.creditOfRepetition
  }

  // MARK: Recording

  /// The number of containers that are open in the innermost container that the run does not close.
  var openedCount: Int { Int(current.opened) }

  /// Begins a run after the contents of a scalar.
  @inline(__always)
  mutating func begin(at position: Int, after scalar: Notation) {
    if credit > 0 { start(at: position, after: scalar) }
  }

  @inline(never)
  private mutating func start(at position: Int, after scalar: Notation) {
    if runs.count == 0 || runs.count == Self.capacity { clear() }
    isRecording = true
    credit &-= 1
    current = MarkupRun(
      start: UInt32(truncatingIfNeeded: position), before: scalar, after: scalar,
      firstStep: UInt32(truncatingIfNeeded: steps.count))
  }

  /// Forgets all runs.
  private mutating func clear() {
    runs.truncate(to: 0)
    steps.truncate(to: 0)
    slots.truncate(to: 0)
    runs.append(MarkupRun(before: current.before, after: current.before))
    slots.append(repeating: 0, count: Self.slotCount)
    last = 0
  }

  /// Forgets the run that is being read, because it contains something that must be read each time.
  @inline(__always)
  mutating func forget() {
    isRecording = false
    last = 0
  }

  /// Notes the beginning of a value.
  @inline(__always)
  mutating func beginValue() {
    if isRecording, current.opened == 0 { current.begun &+= 1 }
  }

  /// Notes the bracket or tag that opens a container.
  @inline(__always)
  mutating func open(isDictionary: Bool) {
    guard isRecording else { return }
    guard current.opened < Self.mostLevels else { return forget() }
    current.openedKinds = current.openedKinds &<< 1 | (isDictionary ? 1 : 0)
    current.opened += 1
    current.peak = max(current.peak, current.opened)
  }

  /// Notes the bracket or tag that closes a container.
  @inline(__always)
  mutating func close(isDictionary: Bool) {
    guard isRecording else { return }
    if current.opened > 0 {
      current.opened -= 1
      current.openedKinds &>>= 1
      return
    }
    guard current.closed < Self.mostLevels else { return forget() }
    // The highest level counts from the container around the closed ones.
    current.closedKinds |= (isDictionary ? 1 : 0) << UInt64(current.closed)
    current.closed += 1
    current.peak += 1
    current.begun = 0
  }

  /// Notes a step that the reader repeats.
  @inline(__always)
  mutating func add(_ action: MarkupStep.Action, at position: Int, key: Int = 0) {
    guard isRecording else { return }
    let offset = position &- Int(current.start)
    guard offset <= Self.longestRun else { return forget() }
    steps.append(
      MarkupStep(
        action: action, offset: UInt16(truncatingIfNeeded: offset),
        key: UInt32(truncatingIfNeeded: key)))
  }

  /// Ends the run that is being read where the contents of a scalar begin, and stores it as the
  /// successor of the last one.
  ///
  /// - Parameters:
  ///   - tagLength: The number of bytes before `end` that belong to the scalar.
  ///   - isInDictionary: Whether the innermost container that the run does not close is a
  ///     dictionary; nil if there is none.
  ///   - endsAfterReferenceKey: Whether the last key is that of a reference.
  @inline(never)
  mutating func end(
    at end: Int, tagLength: Int, before scalar: Notation, in view: ByteView, isInDictionary: Bool?,
    endsAfterReferenceKey: Bool = false
  ) {
    let length = end - Int(current.start)
    guard let isInDictionary, length <= Self.longestRun else { return forget() }
    isRecording = false
    credit &-= Self.costOfStoring
    current.length = UInt16(length)
    current.tagLength = UInt16(tagLength)
    current.after = scalar
    current.endsAfterReferenceKey = endsAfterReferenceKey
    current.closedKinds |= (isInDictionary ? 1 : 0) << UInt64(current.closed)
    current.stepCount = UInt32(truncatingIfNeeded: steps.count) - current.firstStep
    link(to: number(in: view))
  }

  /// Returns the number of the run that was read, which is stored if it is new.
  private mutating func number(in view: ByteView) -> Int {
    let (start, length) = (Int(current.start), Int(current.length))
    var slot = Int(view.hash(at: start, count: length, seed: seed)) & (Self.slotCount - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot])
      if isCurrent(runs[number], in: view) {
        steps.truncate(to: Int(current.firstStep))
        return number
      }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    runs.append(current)
    slots[slot] = UInt16(runs.count - 1)
    return runs.count - 1
  }

  private func isCurrent(_ run: MarkupRun, in view: ByteView) -> Bool {
    run.length == current.length && run.before == current.before && run.closed == current.closed
      && run.closedKinds == current.closedKinds
      && view.isEqual(
        at: Int(run.start), count: Int(run.length), to: view, at: Int(current.start))
  }

  /// Records that a run follows the last one. The latest successor is tried first.
  private mutating func link(to number: Int) {
    let successors = runs[last].successors
    if !(0..<4).contains(where: { successors >> UInt64($0 * 16) & 0xFFFF == UInt64(number) }) {
      runs[last].successors = successors &<< 16 | UInt64(number)
    }
    last = number
  }
}

/// A key, or the bracket or tag of a container, in a run of markup.
struct MarkupStep: BitwiseCopyable {
  enum Action: UInt8 { case key, openDictionary, openArray, closeDictionary, closeArray }

  var action: Action
  /// The offset of the bracket or tag from the beginning of the run.
  var offset: UInt16
  /// The number of the key.
  var key: UInt32 = 0
}

extension ByteView {
  /// Whether the text is so long that its markup probably repeats.
  var repeatsMarkup: Bool { count >= 1 << 13 }
}

extension TextTable {
  /// Returns whether a known run of markup means here what it meant before.
  @inline(__always)
  mutating func allows<Notation>(_ run: MarkupMemory<Notation>.MarkupRun) -> Bool {
    let closed = Int(run.closed)
    return depth > closed && innermostKinds(closed &+ 1) == run.closedKinds
  }
}
