// A state that saves itself, and goes on after somebody else has saved.
// snippet.hide
import Foundation
import StateStorage

let file = InMemoryStateFile()
let store = StateStore<[String]>(inMemory: file, format: .xml)

// snippet.show
/// Saves durably, as when the app leaves.
func saveNow(_ cards: SavedState<[String]>) throws(StateError) {
  do {
    try cards.save()
  } catch {
    switch error.code {
    case .conflict:
      let mine = cards.value
      try cards.reload(.discarded)  // what the other one has saved
      cards.change { theirs in theirs += mine.filter { !theirs.contains($0) } }
      try cards.save()
    case .durabilityUnknown:
      try cards.save()  // it is there, but may not survive a power loss: once more
    default:
      throw error
    }
  }
}

let cards = try SavedState(store, initial: [])
cards.change { $0.append("Lima") }  // saved by itself within a second or so
try saveNow(cards)
// snippet.hide
try store.save(["Oslo"], over: .anything)
cards.change { $0.append("Rome") }
try saveNow(cards)
print(store.load().state ?? [])  // prints ["Oslo", "Lima", "Rome"]
