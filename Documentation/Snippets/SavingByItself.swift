// A state that saves itself, and is merged with what another writer has saved.
// snippet.hide
import Foundation
import ObservableState

let file = InMemoryStateFile()
let store = StateStore<[String]>(inMemory: file, format: .xml)

// snippet.show
let cards = try SavedState(
  store, initial: [],
  conflicts: .merge { base, mine, theirs in
    theirs + mine.filter { !theirs.contains($0) && base?.contains($0) != true }
  })
cards.change { $0.append("Lima") }  // saved automatically within a second or so
try cards.save()  // returns once it is on the drive
// snippet.hide
try store.save(["Oslo"], over: .anything)
cards.change { $0.append("Rome") }
try cards.save()
print(store.load().state ?? [])  // prints ["Oslo", "Rome"]
