// Mutable objects of an NSCoding class in a state store: an unreadable file is not mistaken for a
// first run.
import FoundationState

final class Item: NSObject, NSCoding {
  var name: String
  var valueInDollars: Int32

  init(_ name: String, _ valueInDollars: Int32) {
    self.name = name
    self.valueInDollars = valueInDollars
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(forKey: "itemName") as? String ?? ""
    valueInDollars = coder.decodeCInt(forKey: "valueInDollars")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "itemName")
    coder.encodeCInt(valueInDollars, forKey: "valueInDollars")
  }
}

@MainActor
final class ItemStore {
  private let store: StateStore<NSMutableArray>
  let items: NSMutableArray

  init(in container: AppContainer) throws {
    store = StateStore(
      path: try container.path("items.archive", in: .documents),
      format: .nsCodingArchive(ofClasses: [NSMutableArray.self, Item.self]))
    switch store.load() {
    case .missing:
      items = NSMutableArray()  // the first run
    case .loaded(let loaded, _):
      items = loaded
    case .recovered(let loaded, _, let reason):
      items = loaded
      print("the last changes are missing: \(reason)")  // tell the user
    case .corrupt(let error), .unreadable(let error), .newerVersion(_, let error):
      throw error  // there is an array that cannot be loaded; do not continue with an empty one
    }
  }

  func saveChanges() throws { try store.save(items) }
}
// snippet.hide

/// Runs twice in a new directory, and once more with a damaged file.
@MainActor
func tryOut() throws {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  defer { try? FileManager.default.removeItem(atPath: root) }
  let container = try AppContainer(root: root)
  let first = try ItemStore(in: container)
  first.items.add(Item("Spork", 4))
  try first.saveChanges()
  let item = try ItemStore(in: container).items.plistObject(at: 0) as? Item
  print(item?.name ?? "none", item?.valueInDollars ?? 0)  // prints Spork 4
  let file = try container.path("items.archive", in: .documents).string
  try Data("rotten".utf8).write(to: URL(fileURLWithPath: file))
  do { _ = try ItemStore(in: container) } catch { print("refused") }  // prints refused
}
try tryOut()
