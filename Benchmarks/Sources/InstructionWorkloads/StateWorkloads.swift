// Workloads of state: a small state saved to memory and loaded from it, so that most of the work is
// the store's own.
import BenchmarkDocuments
import StateStorage

/// Thirty saves, and thirty loads.
var stateWorkloads: [Workload] {
  [
    Workload("state-save") {
      let store = makeStore()
      _ = store.load()
      return { for call in 0..<30 { try store.save(SmallState(selection: call)) } }
    },
    Workload("state-load") {
      let store = makeStore()
      _ = store.load()
      try store.save(SmallState(selection: 1))
      return { for _ in 0..<30 { consume(try store.load(orInitial: SmallState(selection: 0))) } }
    },
  ]
}

/// A small state of an app.
private struct SmallState: Codable, Sendable {
  var selection: Int
  var title = "Lighthouses"
}

private func makeStore() -> StateStore<SmallState> {
  StateStore(inMemory: InMemoryStateFile(), format: .binary)
}
