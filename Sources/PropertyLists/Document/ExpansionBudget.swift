// The one budget for what sharing costs: values that are in several places are met in each of them, by
// whoever walks over a document, makes values of it or writes it out. All consumers count alike.

/// A budget of bytes for the values of a document, those that are in several places once for each.
///
/// A visit of a value costs 16 bytes, and the bytes of its text or data as they are stored; text of
/// UTF-16 has two for each unit. The bytes of the document pay for 64 times their number, the
/// options' `maximumExpansion` for the remainder. A document without sharing stays below that: it has
/// at least a byte for each visit, and its text once.
///
/// What is written of a value may be up to six times what its visit costs: a character that the format
/// escapes becomes `&amp;`, `\u0007` or `\U0007`.
package struct ExpansionBudget: BitwiseCopyable, Sendable {
  /// What the visit of a value costs, in bytes: as much as a node takes.
  package static let bytesPerVisit = 16
  /// What each byte of a document pays for, in bytes.
  package static let bytesPerSourceByte = 64
  /// What the options allow beyond that unless they are changed: 16 MiB.
  package static let defaultAllowance = 16 << 20
  /// The largest number that is counted with, so that sums of a few do not overflow.
  private static let most = 1 << 56

  /// What the document pays for and what the options allow for all documents in one, in bytes.
  package private(set) var limit: Int
  /// What is left of what the document pays for.
  private var own: Int
  /// What is left of what the options allow; negative once the budget was exceeded.
  private var allowance: Int
  /// What the options allow, used or not.
  private let allowed: Int

  /// A budget.
  ///
  /// - Parameters:
  ///   - allowance: What the options allow, in bytes. A negative number counts as 0.
  ///   - sourceBytes: The size of the document in bytes.
  package init(allowance: Int, sourceBytes: Int) {
    self.allowance = min(max(0, allowance), Self.most)
    own = Self.own(sourceBytes)
    allowed = self.allowance
    limit = own + allowed
  }

  /// What has been spent, in bytes; more than the limit once the budget was exceeded. Of a document in data
  /// that is what it has spent, and what the others have used of what the options allow.
  package var used: Int { limit - own - allowance }

  /// Whether a number of bytes stays within the limit.
  package func admits(_ bytes: UInt64) -> Bool { bytes <= UInt64(limit) }

  /// Spends bytes; false when the budget does not have them.
  @inline(__always)
  package mutating func spend(_ bytes: Int) -> Bool {
    own &-= min(bytes, Self.most)
    return own >= 0 || spendAllowance()
  }

  /// Spends visits of values without their text; false when the budget does not have them.
  @inline(__always)
  package mutating func visit(_ count: Int = 1) -> Bool {
    spend(min(count, Self.most / Self.bytesPerVisit) &* Self.bytesPerVisit)
  }

  @inline(never)
  private mutating func spendAllowance() -> Bool {
    if allowance < 0 {
      // Exceeded before: what was asked for then is told.
      own = 0
      return false
    }
    allowance += own
    own = 0
    return allowance >= 0
  }

  /// What was exceeded, as the end of a sentence.
  package var excess: String {
    "\(used) bytes or more would be used of the limit of \(limit), which is 64 for each byte of the document and maximumExpansion"
  }

  private static func own(_ sourceBytes: Int) -> Int {
    min(max(0, sourceBytes), most / bytesPerSourceByte) * bytesPerSourceByte
  }
}

// MARK: - Documents in documents

extension ExpansionBudget {
  /// What a document in data may still use of its own, put aside while one inside it is open.
  package struct Outer: BitwiseCopyable, Sendable {
    fileprivate var own: Int
    fileprivate var limit: Int
  }

  /// Goes on with a document in data, which pays for itself; what the options allow is shared by all of
  /// them.
  ///
  /// - Returns: What `leave(to:)` goes back to.
  package mutating func enter(sourceBytes: Int) -> Outer {
    let outer = Outer(own: own, limit: limit)
    own = Self.own(sourceBytes)
    limit = own + allowed
    return outer
  }

  /// Goes back to the document around the one in data.
  package mutating func leave(to outer: Outer) {
    (own, limit, allowance) = (outer.own, outer.limit, max(0, allowance))
  }
}

// MARK: - Costs

extension Node {
  /// What a visit of the node costs, in bytes.
  var visitCost: Int { ExpansionBudget.bytesPerVisit &+ textCost }

  /// The bytes of text or data; 0 for other kinds.
  var textCost: Int {
    guard kind == .string || kind == .data else { return 0 }
    return form == NodeForm.utf16 ? count &* 2 : count
  }
}

extension DocumentStorage {
  /// The size of the document in bytes: that of its source, and of the values made in memory.
  var byteCount: Int {
    let stored = blobs.reduce(text.count) { $0 + $1.count }
    let isInMemory = offsets.count == 0
    return isInMemory ? stored + nodes.count * ExpansionBudget.bytesPerVisit : stored
  }
}

extension PlistDocument {
  /// The budget for what is made of the document.
  ///
  /// - Parameter allowance: What the options allow, in bytes.
  package func expansionBudget(_ allowance: Int) -> ExpansionBudget {
    ExpansionBudget(allowance: allowance, sourceBytes: storage.byteCount)
  }

  /// The size of the document in bytes: that of its source, and of the values made in memory.
  package var byteCount: Int { storage.byteCount }
}

extension PlistNode {
  /// The bytes of text or data; 0 for other kinds.
  package var textCost: Int { node.textCost }
}
