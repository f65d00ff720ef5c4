// The observers of a state or a graph, through `withObservationTracking`. Relies on
// `SaveAccount.AccountChanges` for the observable properties.

internal import Observation

/// The observers of a state or a graph. This type is not generic because a key path of a generic
/// type is created again each time that it is used, which takes longer than reading a state.
final class SaveObservers: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  // The observed properties, in name only: the values are stored in the object that is observed.
  private var value: Void { () }
  private var hasUnsavedChanges: Void { () }
  private var failure: Void { () }

  /// Records that a property is read.
  func noteReading(_ property: SaveAccount.AccountChanges) {
    if property.contains(.value) { registrar.access(self, keyPath: \.value) }
    if property.contains(.unsavedChanges) { registrar.access(self, keyPath: \.hasUnsavedChanges) }
    if property.contains(.failure) { registrar.access(self, keyPath: \.failure) }
  }

  /// Runs a function that changes the value.
  func changeValue<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    registrar.willSet(self, keyPath: \.value)
    defer { registrar.didSet(self, keyPath: \.value) }
    return try body()
  }

  /// Notifies observers of changes. The caller must not hold a lock that observers may need.
  func notify(_ changed: SaveAccount.AccountChanges) {
    if changed.contains(.value) { registrar.withMutation(of: self, keyPath: \.value) {} }
    if changed.contains(.unsavedChanges) {
      registrar.withMutation(of: self, keyPath: \.hasUnsavedChanges) {}
    }
    if changed.contains(.failure) { registrar.withMutation(of: self, keyPath: \.failure) {} }
  }
}
