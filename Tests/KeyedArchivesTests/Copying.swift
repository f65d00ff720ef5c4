// Archives of small values, and what is read from archives: as a value, or the code of the error.

import FoundationEssentials
import KeyedArchives
import PropertyLists
import TestSupport

/// What comes back of a value from an archive of it.
func copy<T: Codable>(
  _ value: T, _ types: [any ClassRegistry.Unarchivable.Type] = []
) throws -> T {
  let data = try KeyedArchiver.archivedData(root: value)
  return try KeyedUnarchiver.unarchivedObject(
    of: T.self, from: data, registry: ClassRegistry(types))
}

/// The code of the error that unarchiving ends with; nil when there is none.
func unarchivingCode<T: Decodable>(_ type: T.Type, _ data: Data) -> ArchiveError.Code? {
  failure(ArchiveError.self) { try KeyedUnarchiver.unarchivedObject(of: type, from: data) }?.code
}

/// The archive whose slots are given, from `$null` on.
func archivePlist(_ slots: [Plist], root: Plist = uid(1)) -> Plist {
  [
    "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": root],
    "$objects": .array(slots),
  ]
}

/// A reference to a slot.
func uid(_ slot: some BinaryInteger) -> Plist { .uid(PlistUID(UInt32(slot))) }
