// DataModel: the favourites and the current one, which is the very object that stands in the array.
// It never changes; each change makes a new one of the same favourites.

import ExampleTerminal
import KeyedArchives

final class DataModel: KeyedCoding, Sendable {
  let favesArray: [FaveVO]
  /// The index of the current favourite.
  let faveIndex: Int?

  /// The current favourite.
  var currentFave: FaveVO? { faveIndex.map { favesArray[$0] } }

  /// A model; an index beyond the array counts as none.
  init(_ faves: [FaveVO] = [], current index: Int? = nil) {
    favesArray = faves
    faveIndex = index.flatMap { faves.indices.contains($0) ? $0 : nil }
  }

  /// The index in the archive and the object there should agree; when they do not, the object counts.
  convenience init(coder: UnarchivingCoder) throws {
    let faves = try coder.decode([FaveVO].self, forKey: "favesArray") ?? []
    let path = try coder.decode(ArchivedIndexPath.self, forKey: "currentFaveIndexPath")
    let fave = try coder.decode(FaveVO.self, forKey: "currentFave")
    let index = fave.flatMap { fave in faves.firstIndex { $0 === fave } ?? path?.indexes.last }
    self.init(faves, current: index)
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(ArchivedArray(mutable: favesArray), forKey: "favesArray")
    try coder.encode(currentFave, forKey: "currentFave")
    try coder.encode(faveIndex.map { ArchivedIndexPath([$0]) }, forKey: "currentFaveIndexPath")
  }
}

extension DataModel {
  /// The model with a new favourite first, which is current.
  func adding(_ fave: FaveVO) -> DataModel { DataModel([fave] + favesArray, current: 0) }

  /// The model with another current favourite.
  func selecting(_ index: Int) -> DataModel { DataModel(favesArray, current: index) }

  /// The model with a copy of a favourite at its end.
  func copying(_ index: Int) -> DataModel {
    DataModel(favesArray + [FaveVO(copying: favesArray[index])], current: faveIndex)
  }

  /// The model without a current favourite.
  func clearingCurrent() -> DataModel { DataModel(favesArray) }
}
