// Helpers that archive small values and unarchive them, as a value or the code of the error.

import FoundationEssentials
import KeyedArchives
import PropertyLists
import TestSupport

/// Returns a value after a round trip through an archive.
func copy<T: Codable>(
  _ value: T, _ types: [any ClassRegistry.Unarchivable.Type] = []
) throws -> T {
  let data = try KeyedArchiver.archivedData(root: value)
  return try KeyedUnarchiver.unarchivedObject(
    of: T.self, from: data, registry: ClassRegistry(types))
}

/// The code of the error from unarchiving; nil if it succeeds.
func unarchivingCode<T: Decodable>(_ type: T.Type, _ data: Data) -> ArchiveError.Code? {
  failure(ArchiveError.self) { try KeyedUnarchiver.unarchivedObject(of: type, from: data) }?.code
}

/// The archive with the given slots, from `$null` on.
func archivePlist(_ slots: [Plist], root: Plist = uid(1)) -> Plist {
  [
    "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": root],
    "$objects": .array(slots),
  ]
}

/// A reference to a slot.
func uid(_ slot: some BinaryInteger) -> Plist { .uid(PlistUID(UInt32(slot))) }
