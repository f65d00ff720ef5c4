// Numbers of things, in words.

extension Int {
  /// The number and its noun: “1 card”, “2 cards”.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
