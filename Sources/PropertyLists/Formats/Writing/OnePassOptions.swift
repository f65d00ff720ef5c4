// The options of files that are written in one pass from a table under construction, and the sizes of
// those that are written in parts.

/// The options that files written in one pass follow.
struct OnePassOptions {
  let maximumDepth: Int
  /// Whether keys are sorted. They are not in binary files.
  let isSorted: Bool
  let reals: PlistWritingOptions.RealStyle
  let nullCharacters: PlistWritingOptions.NullCharacters

  /// Returns nil if a file of this format or with these options is not written in one pass.
  init?(_ options: PlistWritingOptions, format: PlistFormat) {
    guard options.root == nil else { return nil }
    switch format {
    case .binary:
      if options.keyOrder == .sorted || options.nulls != .kept { return nil }
      isSorted = false
    case .xml: isSorted = options.keyOrder != .asGiven
    default: return nil
    }
    maximumDepth = options.maximumDepth
    reals = options.reals
    nullCharacters = options.nullCharacters
  }
}

/// The first part of a file whose root is an array.
struct FirstPart {
  /// The number of elements of the whole array.
  let elementCount: Int
  /// The share of the elements that the first part contains.
  let share: Double

  /// The most memory that is reserved on the assumption that all elements are alike.
  private static let largestReserve = 1 << 28

  /// Returns the size of something in the whole file if it has a size in the first part.
  func expectedSize(_ size: Int) -> Int {
    max(size, Int(min(Double(size) / share * 1.05, Double(Self.largestReserve))))
  }
}
