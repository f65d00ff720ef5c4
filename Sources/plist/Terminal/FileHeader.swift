// Headers with the names of files.

/// The header lines with the names of files, in the form of `head`.
struct FileHeader {
  let isShown: Bool
  private var isFirst = true

  init(isShown: Bool) { self.isShown = isShown }

  /// Writes the header of a file, after an empty line unless it is the first.
  mutating func write(_ input: Input) throws(StreamError) {
    guard isShown else { return }
    try StandardStream.output.write(
      (isFirst ? "==> " : "\n==> ").utf8 + input.nameOnOutput + " <==\n".utf8)
    isFirst = false
  }
}
