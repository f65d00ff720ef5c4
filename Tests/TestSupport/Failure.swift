// The errors of operations, for tests that inspect them.

/// The error that an operation throws; nil when there is none.
package func failure<Failure: Error, Result>(
  _ work: () throws(Failure) -> Result
) -> Failure? {
  do throws(Failure) {
    _ = try work()
    return nil
  } catch {
    return error
  }
}

/// The error of a type that an operation throws; nil when there is none or another.
package func failure<Failure: Error, Result>(
  _ type: Failure.Type, _ work: () throws -> Result
) -> Failure? {
  failure { () throws -> Result in try work() } as? Failure
}
