// Bar: an object that stores others. `deepCopy()` from `KeyedCoding` copies its Foos too.

import ExampleTerminal
import KeyedArchives

final class Bar: KeyedCoding {
  var foos: [Foo]?

  init(foos: [Foo]?) { self.foos = foos }

  /// A Bar of copies, as `initWithArray:copyItems:` creates them.
  convenience init(copying foos: [Foo]) throws {
    self.init(foos: try foos.map { try $0.deepCopy() })
  }

  init(coder: UnarchivingCoder) throws {
    foos = try coder.decode([Foo].self, forKey: "foos")
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(foos.map { ArchivedArray(mutable: $0) }, forKey: "foos")
  }
}
