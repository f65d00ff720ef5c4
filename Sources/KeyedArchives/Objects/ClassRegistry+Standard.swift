// The classes of Foundation that have a public class here, by their names.

extension ClassRegistry {
  /// The classes of Foundation whose objects keep their identity, and those that Swift has no type for.
  /// Objects of all others are ``UnknownObject``s.
  public static let standard = ClassRegistry([
    ArchivedArray.self, ArchivedAttributedString.self, ArchivedDate.self,
    ArchivedDecimalNumber.self,
    ArchivedDictionary.self, ArchivedIndexPath.self, ArchivedIndexSet.self, ArchivedNull.self,
    ArchivedSet.self, ArchivedURL.self, ArchivedUUID.self,
  ])
}
