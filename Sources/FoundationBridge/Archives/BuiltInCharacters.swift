// The sets of characters that archives have by number. Foundation computes them, which takes
// milliseconds: each is made once in a process.
internal import Synchronization

/// A set of characters that Foundation has.
struct BuiltInCharacters: Sendable {
  var characters: CharacterSet
  var bitmap: Data

  private struct Key: Hashable {
    var number: Int
    var isInverted: Bool
  }

  private static let known = Mutex<[Key: BuiltInCharacters]>([:])

  /// The set of a number, or all other characters; nil where Foundation has none.
  static func set(_ number: Int, isInverted: Bool) -> BuiltInCharacters? {
    let key = Key(number: number, isInverted: isInverted)
    if let set = known.withLock({ $0[key] }) { return set }
    guard let bitmap = characters(number).flatMap({ CharacterBitmap($0.bitmapRepresentation) })
    else { return nil }
    let set = BuiltInCharacters(isInverted ? bitmap.inverted : bitmap)
    return known.withLock { known in
      let first = known[key] ?? set
      known[key] = first
      return first
    }
  }

  /// A set in an object of Foundation's own class, which no other is bridged to.
  private init(_ bitmap: CharacterBitmap) {
    self.bitmap = bitmap.data
    characters = CharacterSet(bitmapRepresentation: self.bitmap)
  }

  private static func characters(_ number: Int) -> CharacterSet? {
    switch number {
    case 1: .controlCharacters
    case 2: .whitespaces
    case 3: .whitespacesAndNewlines
    case 4: .decimalDigits
    case 5: .letters
    case 6: .lowercaseLetters
    case 7: .uppercaseLetters
    case 8: .nonBaseCharacters
    case 9: .decomposables
    case 10: .alphanumerics
    case 11: .punctuationCharacters
    case 12: .illegalCharacters
    case 13: .capitalizedLetters
    case 14: .symbols
    case 15: .newlines
    default: nil
    }
  }
}
