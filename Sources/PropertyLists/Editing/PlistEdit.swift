// The edits of property lists, which both `Plist` values and files accept.

/// A change of a property list.
///
/// Paths refer to the property list as the edits before this one left it. No edit creates missing
/// containers.
public enum PlistEdit: Sendable, Hashable {
  /// Replaces the value at a path; in a dictionary, adds the key if it is absent.
  case set(PlistPath, Plist)
  /// Adds a key that is absent from its dictionary, or an element of an array or set. The elements
  /// from the index on move up by one; the index can be the number of elements.
  case insert(PlistPath, Plist, position: PairPosition = .automatic)
  /// Adds an element at the end of the array or set at a path.
  case append(PlistPath, Plist)
  /// Removes the value at a path, with its key.
  case remove(PlistPath)
  /// Renames the key of the value at a path. The pair keeps its position.
  case rename(PlistPath, to: String)
  /// Moves a value, with the comments that belong to it. The second path is the path of the value
  /// afterwards; it must be free, as for `insert`.
  case move(PlistPath, to: PlistPath)
  /// Merges a dictionary into the one at a path: keys that are absent are added, dictionaries that
  /// both contain are merged, and other values, including arrays, are replaced.
  case merge(PlistPath, Plist)
  /// Sorts the container at a path: the keys of a dictionary; the elements of an array of strings
  /// or numbers; the children of a group of an Xcode project by the names that Xcode shows, groups
  /// first.
  case sort(PlistPath)
  /// Restores the bytes of a file before other edits: see ``EditedPlist/inverse``.
  case restore(PlistRestoration)

  /// The position of a pair that is added to a dictionary.
  public enum PairPosition: Sendable, Hashable {
    /// The position that fits the order of the keys: in the order of sorted keys, and otherwise
    /// after the last key.
    case automatic
    /// Before all keys.
    case first
    /// After a key; `automatic` if the key is absent.
    case after(String)
  }
}

/// The information that undoes edits of one file.
public struct PlistRestoration: Sendable, Hashable {
  /// The replacement of a range of the edited bytes.
  struct Replacement: Sendable, Hashable {
    /// The range in the edited bytes.
    var range: Range<Int>
    /// The bytes that it replaced.
    var bytes: Data
  }

  /// In ascending order, without overlap.
  var replacements: [Replacement]
  /// The number of the edited bytes.
  var byteCount: Int
  /// A checksum of the edited bytes.
  var checksum: UInt64
}
