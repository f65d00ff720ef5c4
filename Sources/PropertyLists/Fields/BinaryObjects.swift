// The objects of a binary file, read one by one where a value requests them, without a table of all
// objects. Only accepts: every object must be requested, each container exactly once, and none may
// be of a rare kind; `BinaryReader` judges all other files.

/// The objects of a binary property list.
final class BinaryObjects {
  let nodes: BinaryNodes
  private let visits: UncheckedState<ObjectVisits>

  /// Which objects were requested, and which are expected next.
  private struct ObjectVisits: ~Copyable {
    /// A bit for each object: a scalar that was read, or a container that was entered.
    var visited: BitSet
    var count = 0
    /// The bytes that the contents of objects take, counted once for each object.
    var claimed = 0
    /// The bytes of text and data, counted each time that a value requests them.
    var expanded = 0
    var isIrregular = false
    var upcoming = UpcomingObjects()
  }

  var view: ByteView { nodes.view }
  var trailer: BinaryTrailer { nodes.trailer }

  /// Creates the objects of a file, which must be retained; nil if `BinaryReader` should read it.
  init?(_ source: SourceBytes, options: PlistReadingOptions) {
    guard options == PlistReadingOptions(),
      let nodes = BinaryNodes(source.view, options: options)
    else { return nil }
    self.nodes = nodes
    visits = UncheckedState(ObjectVisits(visited: BitSet(count: nodes.trailer.objectCount)))
  }

  /// Whether every object was requested and is valid.
  var areComplete: Bool {
    !visits.state.isIrregular && visits.state.count == trailer.objectCount
      && visits.state.claimed <= nodes.area
  }

  /// Records a reason to read the file with `BinaryReader`.
  @inline(never)
  func refuse() -> Node {
    visits.state.isIrregular = true
    return Node(.null)
  }

  /// Marks an object. Returns false if it was marked before.
  @inline(__always)
  private func mark(_ index: Int) -> Bool {
    guard visits.state.visited.insert(index) else { return false }
    visits.state.count &+= 1
    return true
  }

  /// Whether there is an object with a number, and it was requested.
  @inline(__always)
  func isMarked(_ index: Int) -> Bool {
    index < trailer.objectCount && visits.state.visited.contains(index)
  }

  /// Requests all objects that were not requested, if they are scalars, as the additional copies of
  /// references in archives are. Unreferenced containers are a reason to read the file with
  /// `BinaryReader`.
  func judgeRest() {
    var next = visits.state.visited.firstMissing(from: 0)
    while let index = next, index < trailer.objectCount {
      if node(index).kind.isContainer { visits.state.isIrregular = true }
      if visits.state.isIrregular { return }
      next = visits.state.visited.firstMissing(from: index &+ 1)
    }
  }

  /// Notes that the contents of a container are read. Returns false if they were read before, or if
  /// nothing more should be read.
  @inline(__always)
  func enter(_ container: Node, at index: Int) -> Bool {
    let size = container.referenceCount &* trailer.referenceWidth
    visits.state.claimed &+= size &+ 1
    // Objects that overlap could have many times as many elements as the file has bytes.
    if visits.state.claimed > nodes.area { visits.state.isIrregular = true }
    return mark(index) && !visits.state.isIrregular
  }

  /// Returns the number in a UID of at most four bytes; −1 for other objects.
  @inline(__always)
  func uid(_ index: Int) -> Int {
    let offset = nodes.offset(of: index)
    if offset < 0 { return -1 }
    let number = nodes.uid(at: offset)
    if number >= 0, mark(index) { visits.state.claimed &+= Int(view[offset] & 3) &+ 2 }
    return number
  }

  /// Returns whether an object is a container.
  @inline(__always)
  func isContainer(_ index: Int) -> Bool {
    let offset = nodes.offset(of: index)
    return offset >= 0 && view[offset] &>> 4 >= BinaryMarker.array
  }

  /// Returns an object as a node. The start of a container is the offset of its first reference.
  @inline(__always)
  func node(_ index: Int) -> Node {
    let offset = nodes.offset(of: index)
    guard offset >= 0, let (node, size) = nodes.object(at: offset) else { return refuse() }
    if node.kind.isContainer { return node }
    if mark(index) { visits.state.claimed &+= size &+ 1 }
    if node.kind == .string || node.kind == .data {
      visits.state.expanded &+= size
      // Before the text is examined, which takes time that grows with its length.
      if visits.state.expanded > 16 &* view.count { return refuse() }
    }
    return nodes.isAccurate(node) ? node : refuse()
  }

  /// Prefetches the values of the next elements of an array.
  @inline(__always)
  func prefetchElements(of array: Node, after index: Int) {
    if UpcomingObjects.isWorthwhile(array, in: view) {
      visits.state.upcoming.prefetch(array, after: index, in: nodes)
    }
  }
}
