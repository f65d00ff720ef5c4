// Foundation's classes that have a public class here, by name.

extension ClassRegistry {
  /// Foundation's classes whose objects keep their identity, and those that have no Swift type.
  /// Objects of all other classes are ``UnknownObject``s.
  public static let standard = ClassRegistry([
    ArchivedArray.self, ArchivedAttributedString.self, ArchivedDate.self,
    ArchivedDecimalNumber.self,
    ArchivedDictionary.self, ArchivedIndexPath.self, ArchivedIndexSet.self, ArchivedNull.self,
    ArchivedSet.self, ArchivedURL.self, ArchivedUUID.self,
  ])
}
