// DataModel: the favorites and the current one, which is the same object as the one in the array.

import ExampleTerminal
import KeyedArchives

final class DataModel: KeyedCoding {
  private(set) var favesArray: [FaveVO]?
  /// The current favorite; nil when there is none.
  private(set) var currentFave: FaveVO?
  /// The index of the current favorite, or of the last one when there is none.
  private(set) var faveIndex: Int

  /// A model; an index beyond the array counts as none.
  init(_ faves: [FaveVO]? = [], current index: Int? = nil, last: Int = 0) {
    let index = index.flatMap { faves?.indices.contains($0) == true ? $0 : nil }
    favesArray = faves
    currentFave = index.flatMap { faves?[$0] }
    faveIndex = index ?? last
  }

  /// If the index in the archive and the object there disagree, the object counts.
  convenience init(coder: UnarchivingCoder) throws {
    let faves = try coder.decode([FaveVO].self, forKey: "favesArray")
    let last = try Self.index(in: coder)
    let fave = try coder.decode(FaveVO.self, forKey: "currentFave")
    let index = fave.flatMap { fave in faves?.firstIndex { $0 === fave } ?? last }
    self.init(faves, current: index, last: last)
  }

  /// The index, despite the key. Earlier versions of this app wrote an index path.
  private static func index(in coder: UnarchivingCoder) throws -> Int {
    let key = "currentFaveIndexPath"
    let path = try? coder.decode(ArchivedIndexPath.self, forKey: key)
    return try path?.indexes.last ?? Int(coder.decodeInteger(Int32.self, forKey: key))
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(favesArray.map { ArchivedArray(mutable: $0) }, forKey: "favesArray")
    try coder.encode(currentFave, forKey: "currentFave")
    try coder.encode(Int32(clamping: faveIndex), forKey: "currentFaveIndexPath")
  }
}

extension DataModel {
  var faves: [FaveVO] { favesArray ?? [] }

  /// The index of the current favorite; nil when there is none.
  var currentIndex: Int? { currentFave == nil ? nil : faveIndex }

  /// The output of the tutorial's app after a change.
  var log: String {
    "DataModel currentFave: \(currentFave?.description ?? "(null)") faveIndex: \(faveIndex)"
  }

  /// Inserts a new favorite at the beginning and makes it current.
  func add(_ fave: FaveVO) {
    favesArray = [fave] + faves
    select(0)
  }

  func select(_ index: Int) { (currentFave, faveIndex) = (faves[index], index) }

  /// Appends a copy of a favorite.
  func copy(_ index: Int) { favesArray = faves + [FaveVO(copying: faves[index])] }

  /// Leaves no favorite current.
  func clearCurrent() { currentFave = nil }
}
