// The budget for values that occur at several paths. Traversing, converting or writing a document
// visits these values once per path. All operations count the cost in the same way.

/// A budget in bytes for visiting the values of a document. Values that occur at several paths
/// count once per path.
///
/// A visit to a value costs 16 bytes plus the stored bytes of its text or data; UTF-16 text has two
/// bytes per code unit. The document itself pays for 64 times its size in bytes, and
/// `maximumExpansion` of the options pays for the rest. A document without sharing always stays
/// below its own share, because it has at least one byte per visit and contains its text once.
///
/// The output for a value can be up to six times as large as the cost of its visit: a character
/// that the format escapes becomes `&amp;`, `\u0007` or `\U0007`.
package struct ExpansionBudget: BitwiseCopyable, Sendable {
  /// The cost of a visit, in bytes: the size of a node.
  package static let bytesPerVisit = 16
  /// The budget, in bytes, that each byte of a document adds.
  package static let bytesPerSourceByte = 64
  /// The default of the additional budget that the options allow: 16 MiB.
  package static let defaultAllowance = 16 << 20
  /// The maximum of each number, so that the sum of a few does not overflow.
  private static let most = 1 << 56

  /// The total budget in bytes: the document's share plus the allowance of the options, which all
  /// nested documents share.
  package private(set) var limit: Int
  /// The rest of the document's share.
  private var own: Int
  /// The rest of the allowance; negative once the budget is exceeded.
  private var allowance: Int
  /// The original allowance, in bytes.
  private let allowed: Int

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - allowance: The additional budget that the options allow, in bytes. A negative number
  ///     counts as 0.
  ///   - sourceBytes: The size of the document in bytes.
  package init(allowance: Int, sourceBytes: Int) {
    self.allowance = min(max(0, allowance), Self.most)
    own = Self.own(sourceBytes)
    allowed = self.allowance
    limit = own + allowed
  }

  /// The number of bytes spent; more than the limit once the budget is exceeded. For a document
  /// inside data, this is its own spending plus the part of the allowance that other documents have
  /// used.
  package var used: Int { limit - own - allowance }

  /// Returns whether a number of bytes is within the limit.
  package func admits(_ bytes: UInt64) -> Bool { bytes <= UInt64(limit) }

  /// Returns an upper bound of the cost of visiting each value once per reference; nil if the bound
  /// exceeds the limit.
  ///
  /// - Parameter longestScalar: The maximum number of bytes of a text or data.
  func admittedCost(references: Int, longestScalar: Int) -> UInt64? {
    let most = UInt64(Self.bytesPerVisit &+ longestScalar)
    let (cost, overflow) = most.multipliedReportingOverflow(by: UInt64(references) + 1)
    return !overflow && admits(cost) ? cost : nil
  }

  /// Spends bytes; returns false if this exceeds the budget.
  @inline(__always)
  package mutating func spend(_ bytes: Int) -> Bool {
    own &-= min(bytes, Self.most)
    return own >= 0 || spendAllowance()
  }

  /// Spends visits to values without their text; returns false if this exceeds the budget.
  @inline(__always)
  package mutating func visit(_ count: Int = 1) -> Bool {
    spend(min(count, Self.most / Self.bytesPerVisit) &* Self.bytesPerVisit)
  }

  @inline(never)
  private mutating func spendAllowance() -> Bool {
    if allowance < 0 {
      // The budget was exceeded before; keep `used` as it was then.
      own = 0
      return false
    }
    allowance += own
    own = 0
    return allowance >= 0
  }

  /// A description of the excess, as the end of a sentence.
  package var excess: String {
    "at least \(used) bytes are needed, and the limit is \(limit) (64 for each byte of the document, plus maximumExpansion)"
  }

  private static func own(_ sourceBytes: Int) -> Int {
    min(max(0, sourceBytes), most / bytesPerSourceByte) * bytesPerSourceByte
  }
}

// MARK: - Nested documents

extension ExpansionBudget {
  /// The rest of the share of an outer document, saved while a document inside its data is open.
  package struct Outer: BitwiseCopyable, Sendable {
    fileprivate var own: Int
    fileprivate var limit: Int
  }

  /// Enters a document inside data, which has its own share. All documents share the allowance.
  ///
  /// - Returns: The state for `leave(to:)`.
  package mutating func enter(sourceBytes: Int) -> Outer {
    let outer = Outer(own: own, limit: limit)
    own = Self.own(sourceBytes)
    limit = own + allowed
    return outer
  }

  /// Returns to the outer document.
  package mutating func leave(to outer: Outer) {
    (own, limit, allowance) = (outer.own, outer.limit, max(0, allowance))
  }
}

// MARK: - Costs

extension Node {
  var visitCost: Int { ExpansionBudget.bytesPerVisit &+ textCost }

  /// The number of bytes of text or data; 0 for other kinds.
  var textCost: Int {
    guard kind == .string || kind == .data else { return 0 }
    return form == NodeForm.utf16 ? count &* 2 : count
  }
}

extension DocumentStorage {
  /// The size of the document in bytes: the size of its source plus that of the values created in
  /// memory.
  var byteCount: Int {
    let stored = blobs.reduce(text.count) { $0 + $1.count }
    let isInMemory = offsets.count == 0
    return isInMemory ? stored + nodes.count * ExpansionBudget.bytesPerVisit : stored
  }
}

extension PlistDocument {
  /// Returns the budget for operations on the document.
  ///
  /// - Parameter allowance: The additional budget that the options allow, in bytes.
  package func expansionBudget(_ allowance: Int) -> ExpansionBudget {
    ExpansionBudget(allowance: allowance, sourceBytes: storage.byteCount)
  }

  /// The size of the document in bytes: the size of its source plus that of the values created in
  /// memory.
  package var byteCount: Int { storage.byteCount }
}

extension PlistNode {
  /// The number of bytes of text or data; 0 for other kinds.
  package var textCost: Int { node.textCost }
}
