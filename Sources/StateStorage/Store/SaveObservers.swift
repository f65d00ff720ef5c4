// Who observes a state or a graph, by `withObservationTracking`. Relies on `SaveAccount.News` for what there is to be
// observed.

internal import Observation

/// The observers of a state or a graph. This type is not generic, since a key path of a generic type is made anew
/// each time that it is used, which takes longer than to read a state.
final class SaveObservers: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  // What is observed, in name alone: it is kept where the observers are asked from.
  private var value: Void { () }
  private var hasUnsavedChanges: Void { () }
  private var failure: Void { () }

  /// Notes that something is read.
  func noteReading(_ property: SaveAccount.AccountChanges) {
    if property.contains(.value) { registrar.access(self, keyPath: \.value) }
    if property.contains(.unsavedChanges) { registrar.access(self, keyPath: \.hasUnsavedChanges) }
    if property.contains(.failure) { registrar.access(self, keyPath: \.failure) }
  }

  /// Changes the value.
  func changeValue<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    registrar.willSet(self, keyPath: \.value)
    defer { registrar.didSet(self, keyPath: \.value) }
    return try body()
  }

  /// Tells observers what is new, when no lock is held that they may need.
  func notify(_ news: SaveAccount.AccountChanges) {
    if news.contains(.value) { registrar.withMutation(of: self, keyPath: \.value) {} }
    if news.contains(.unsavedChanges) {
      registrar.withMutation(of: self, keyPath: \.hasUnsavedChanges) {}
    }
    if news.contains(.failure) { registrar.withMutation(of: self, keyPath: \.failure) {} }
  }
}
