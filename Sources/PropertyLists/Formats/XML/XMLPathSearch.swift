// The search for the value at a path while XML is scanned. A container on the path counts its
// children until the one that the path continues in begins.

/// The progress of a search.
struct XMLPathSearch: Equatable {
  /// A container on the path.
  private struct SearchedContainer: Equatable {
    /// The step that leads from the container to its child.
    let step: PlistPath.Step
    /// The index of the child, if the container is an array.
    var index = 0
    /// The number of elements that have begun.
    var count = 0
    var isDictionary = false
    /// Whether the last key is that of the step.
    var isKeyNext = false
    /// Whether the child has begun.
    var isFound = false
  }

  private let steps: [PlistPath.Step]
  /// The open containers on the path.
  private var levels: [SearchedContainer] = []
  /// The number of open containers on the path.
  private var depth = 0
  /// Whether the next container to open is on the path.
  private var opensLevel = true
  /// The number of elements in the innermost container on the path that may begin before the
  /// search must see the next one; 0 for a dictionary.
  private var freeElements = 0
  /// The offset of the value at the path.
  private(set) var valueStart: Int?

  init(_ path: PlistPath) throws {
    // A dictionary with this key may represent a reference, which has no children.
    guard !path.isEmpty, !path.steps.contains(.key("CF$UID")) else {
      throw WholeInputNeeded(isCertain: true)
    }
    steps = path.steps
  }

  /// Notes the beginning of a value in a container of some depth.
  mutating func beginValue(_ element: XMLElement, at start: Int, depth: Int) throws {
    guard depth == self.depth else { return }
    if depth > 0, try !isNext() { return }
    if depth == steps.count {
      valueStart = start
    } else {
      guard element == .dict || element == .array else { throw WholeInputNeeded(isCertain: true) }
      try openLevel(isDictionary: element == .dict)
    }
  }

  /// Returns whether the value that begins is the child that the path continues in.
  private mutating func isNext() throws -> Bool {
    let last = levels.count - 1
    if levels[last].isDictionary {
      guard levels[last].isKeyNext else { return false }
      levels[last].isKeyNext = false
      // The last value of a repeated key counts.
      if levels[last].isFound { throw WholeInputNeeded(isCertain: true) }
    } else {
      levels[last].count += 1
      updateFreeElements()
      guard levels[last].count - 1 == levels[last].index else { return false }
    }
    levels[last].isFound = true
    return true
  }

  private mutating func openLevel(isDictionary: Bool) throws {
    var level = SearchedContainer(step: steps[depth], isDictionary: isDictionary)
    if !isDictionary {
      let index: Int? =
        switch level.step {
        case .index(let index): index
        case .key(let key): Int(key)
        }
      // The number of elements is not known before the end.
      guard let index, index >= 0 else { throw WholeInputNeeded(isCertain: true) }
      level.index = index
    } else if case .index = level.step {
      throw WholeInputNeeded(isCertain: true)
    }
    levels.append(level)
    depth += 1
    updateFreeElements()
  }

  /// Notes a key in a dictionary of some depth.
  mutating func read(_ key: Node, in source: NodeSource, depth: Int) {
    guard depth == self.depth, depth > 0, case .key(let text) = levels[depth - 1].step else {
      return
    }
    levels[depth - 1].isKeyNext = key.isText(text, in: source)
  }

  /// Notes the end of a container of some depth.
  mutating func close(at depth: Int) throws {
    guard depth == self.depth else { return }
    guard levels.removeLast().isFound else { throw WholeInputNeeded(isCertain: true) }
    self.depth -= 1
    updateFreeElements()
  }

  private mutating func updateFreeElements() {
    guard let level = levels.last, !level.isDictionary else {
      freeElements = 0
      return
    }
    freeElements = level.isFound ? .max : max(0, level.index - level.count)
  }

  // MARK: Stretches scanned ahead

  /// The search in a later stretch of the innermost container on the path. In an array, it counts
  /// the elements from the beginning of the stretch, and finds none.
  var repeated: XMLPathSearch {
    var search = self
    if let last = levels.indices.last, !levels[last].isDictionary {
      search.levels[last].count = 0
      search.levels[last].index = .max
      search.updateFreeElements()
    }
    return search
  }

  /// Returns this search after a stretch of the text, given the search that began as `repeated` at
  /// the stretch and ended with it; nil if the element of an array that the path continues in is
  /// there.
  func after(_ end: XMLPathSearch) -> XMLPathSearch? {
    var search = end
    guard let last = levels.indices.last, !levels[last].isDictionary, last < end.levels.count
    else { return search }
    search.levels[last].index = levels[last].index
    search.levels[last].count += levels[last].count
    guard levels[last].isFound || search.levels[last].count <= levels[last].index else {
      return nil
    }
    search.updateFreeElements()
    return search
  }

  // MARK: Known markup

  /// Returns whether the search need not see the values that begin in a run of markup.
  @inline(__always)
  func allows(_ run: MarkupMemory<XMLElement>.MarkupRun, in nesting: XMLNesting) -> Bool {
    let lowest = nesting.depth &- Int(run.closed)
    return lowest > depth || lowest == depth && Int(run.begun) <= freeElements
  }

  /// Counts the elements that begin in a run of markup that the search allows.
  @inline(__always)
  mutating func skip(_ run: MarkupMemory<XMLElement>.MarkupRun, in nesting: XMLNesting) {
    guard nesting.depth &- Int(run.closed) == depth else { return }
    levels[levels.count - 1].count += Int(run.begun)
    updateFreeElements()
  }
}
