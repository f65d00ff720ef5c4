// A program's handling of an invalid state, tested without a file.
// snippet.hide
import Foundation
import StateStorage

// snippet.show
let file = InMemoryStateFile()
let store = StateStore<[String]>(inMemory: file, format: .xml)
try store.save(["Lima"])
try store.save(["Lima", "Oslo"])

file.contents = Data("rotten".utf8)
print(store.load().state ?? [])  // prints ["Lima"]

file[generation: 1] = nil
print(store.load().error?.code.rawValue ?? "none")  // prints corrupt

file.savingFails = true
do {
  try store.save([], over: .anything)
} catch {
  print(error.code)  // prints not-saved
}
