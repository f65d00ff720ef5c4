// The stored keys of one object, as the layouts of Foundation's classes read them: as nodes of the
// table, so that views, sessions and the bridge share one implementation.
internal import PropertyLists

/// The error for an object whose keys do not match the layout of its class.
struct LayoutFault: Error {
  var code: ArchiveError.Code
  var message: String
  /// The index of the faulty pair among those of the object; −1 for the object itself.
  var pair = -1
  /// The index of the faulty element of the pair's value; −1 for the value itself.
  var element = -1
}

/// The stored keys of one object of a standard class.
struct StoredFields {
  let table: ArchiveTable
  let node: Int
  /// The indexes of the pairs that were read; nil if they are not recorded.
  var taken: [Int]?

  /// The index of a key; nil if there is none.
  func position(of key: String) -> Int? {
    let position = table.position(of: key, in: node, guess: 0)
    return position < 0 ? nil : position
  }

  func value(at position: Int) -> Int { table.value(position, of: node) }

  /// Records that a pair is part of the contents.
  mutating func take(_ position: Int) { taken?.append(position) }

  /// The value of a key, if it is stored inline and has one of the given kinds.
  mutating func value(_ key: String, kind: PlistKind, or other: PlistKind? = nil) -> Int? {
    guard let position = position(of: key) else { return nil }
    let found = table.kind(value(at: position))
    guard found == kind || found == other else { return nil }
    take(position)
    return value(at: position)
  }

  mutating func integer(_ key: String) -> Int? {
    value(key, kind: .integer).flatMap { table.integer($0) }.flatMap { Int(exactly: $0) }
  }

  /// The indexes of the keys made of a prefix and a number. Takes time linear in the keys.
  func numbered(_ prefix: String) -> [Int: Int] {
    var positions: [Int: Int] = [:]
    for position in 0..<table.count(node) {
      let key = table.keyText(position, of: node)
      guard key.utf8.starts(with: prefix.utf8),
        let number = Self.number(key.utf8.dropFirst(prefix.utf8.count))
      else { continue }
      positions[number] = position
    }
    return positions
  }

  /// Parses a number as archivers write it: only digits, without a leading zero.
  private static func number(_ digits: Substring.UTF8View.SubSequence) -> Int? {
    let (zero, nine) = (UInt8(ascii: "0"), UInt8(ascii: "9"))
    guard 1...9 ~= digits.count, digits.allSatisfy({ zero...nine ~= $0 }),
      digits.count == 1 || digits.first != zero
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - zero) }
  }

  /// Throws unless the value of a pair is a reference, as every member of a collection is.
  func checkReference(at position: Int) throws(LayoutFault) {
    if table.reference(value(at: position)) != nil { return }
    throw LayoutFault(
      code: .invalidMembers,
      message: "expected references as the members of a collection, found another value",
      pair: position)
  }
}

/// The members of a collection: nodes of references.
enum StoredMembers: Sendable {
  case none
  /// The elements of an array.
  case list(Int)
  /// Individual nodes.
  case nodes([Int])

  func count(in table: ArchiveTable) -> Int {
    switch self {
    case .none: 0
    case .list(let array): table.count(array)
    case .nodes(let nodes): nodes.count
    }
  }

  func node(_ position: Int, in table: ArchiveTable) -> Int {
    switch self {
    case .none: table.objectsNode
    case .list(let array): table.element(position, of: array)
    case .nodes(let nodes): nodes[position]
    }
  }
}

extension ArchiveTable {
  /// The error for an object whose keys do not match its class; all readers report the same error.
  func error(_ fault: LayoutFault, object node: Int) -> ArchiveError {
    ArchiveError(LayoutFailure(fault, node: node, table: self))
  }
}

/// The contents of the error for an object whose keys do not match its class. The slot of the
/// object is determined only when the path is requested, because types try several alternatives.
private final class LayoutFailure: ErrorContents {
  private let fault: LayoutFault
  private let node: Int
  private let table: ArchiveTable

  init(_ fault: LayoutFault, node: Int, table: ArchiveTable) {
    (self.fault, self.node, self.table) = (fault, node, table)
  }

  var code: String { fault.code.rawValue }
  var message: String { fault.message }
  var suggestion: String? { nil }
  var underlyingError: (any Error)? { nil }

  var position: SourcePosition? {
    let pair = fault.pair >= 0 ? table.value(fault.pair, of: node) : node
    let hasElement = fault.element >= 0 && table.kind(pair) == .array
    return table.position(hasElement ? table.element(fault.element, of: pair) : pair)
  }

  var keyPath: PlistPath {
    var steps: [PlistPath.Step] = []
    if let slot = table.slots.indices.first(where: { table.node(inSlot: $0) == node }) {
      steps = [.key("$objects"), .index(slot)]
    }
    if fault.pair >= 0 { steps.append(.key(table.keyText(fault.pair, of: node))) }
    if fault.element >= 0 { steps.append(.index(fault.element)) }
    return PlistPath(steps)
  }
}
