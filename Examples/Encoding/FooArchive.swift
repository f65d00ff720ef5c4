// The two versions of the archive: `foo.archive` with one object under a key, `foo2.archive` with two.

import KeyedArchives
import StateStorage

/// What the app archives.
struct FooArchive: Sendable {
  var foo: Foo
  /// Nil in the first version.
  var bar: Bar?

  /// What the first run makes. A shared Foo is in the Bar itself, instead of copies alone.
  static func initial(isFirstVersion: Bool, sharesFoo: Bool) throws -> FooArchive {
    let foo = Foo(name: "James", age: 40)
    if isFirstVersion { return FooArchive(foo: foo) }
    let bar = try Bar(copying: [Foo(name: "Juliana", age: 7), Foo(name: "Nicolas", age: 3)])
    return FooArchive(foo: foo, bar: sharesFoo ? Bar(foos: bar.foos + [foo]) : bar)
  }

  /// Whether the Bar holds the very Foo that stands beside it.
  var isShared: Bool { bar?.foos.contains { $0 === foo } ?? false }
}

extension FooArchive {
  /// The first version: `myfoo`.
  static let firstFormat = StateFormat<FooArchive>(
    encode: { state in
      let archiver = KeyedArchiver()
      try archiver.encode(state.foo, forKey: "myfoo")
      return try archiver.finishEncoding()
    },
    decode: { FooArchive(foo: try KeyedUnarchiver($0).decode(Foo.self, forKey: "myfoo")) })

  /// The second version: `myfoo` and `mybar`.
  static let secondFormat = StateFormat<FooArchive>(
    encode: { state in
      let archiver = KeyedArchiver()
      try archiver.encode(state.foo, forKey: "myfoo")
      try archiver.encode(state.bar ?? Bar(foos: []), forKey: "mybar")
      return try archiver.finishEncoding()
    },
    decode: { document in
      let unarchiver = try KeyedUnarchiver(document)
      return FooArchive(
        foo: try unarchiver.decode(Foo.self, forKey: "myfoo"),
        bar: try unarchiver.decode(Bar.self, forKey: "mybar"))
    })
}
