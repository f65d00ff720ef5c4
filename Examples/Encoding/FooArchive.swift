// The two versions of the archive: `foo.archive` with one object under a key, `foo2.archive` with
// two.

import KeyedArchives
import StateStorage

/// The objects that the app archives.
struct FooArchive {
  /// Nil where nil was archived.
  var foo: Foo?
  /// Nil in the first version.
  var bar: Bar?

  /// The objects of the first run. A shared Foo is itself in the Bar, instead of only copies.
  static func initial(isFirstVersion: Bool, sharesFoo: Bool) throws -> FooArchive {
    let foo = Foo(name: "James", age: 40)
    if isFirstVersion { return FooArchive(foo: foo) }
    let bar = try Bar(copying: [Foo(name: "Juliana", age: 7), Foo(name: "Nicolas", age: 3)])
    return FooArchive(foo: foo, bar: sharesFoo ? Bar(foos: (bar.foos ?? []) + [foo]) : bar)
  }

  /// Whether the Bar contains the very Foo that is archived next to it.
  var isShared: Bool { bar?.foos?.contains { $0 === foo } ?? false }
}

extension FooArchive {
  /// `myfoo`, and from the second version on `mybar`.
  static let format = StateFormat<FooArchive>.keyedArchive(
    encode: { state, archiver in
      try archiver.encode(state.foo, forKey: "myfoo")
      if let bar = state.bar { try archiver.encode(bar, forKey: "mybar") }
    },
    decode: { unarchiver in
      FooArchive(
        foo: try unarchiver.decodeIfPresent(Foo.self, forKey: "myfoo"),
        bar: try unarchiver.decodeIfPresent(Bar.self, forKey: "mybar"))
    })
}
