// A state whose values are stored under several keys of one archive.
// snippet.hide
import Foundation
import KeyedArchives
import StateStorage

// snippet.show
final class Foo: Codable {
  var name: String
  init(_ name: String) { self.name = name }
}

struct People {
  var foo: Foo
  var bar: [Foo]?

  static let format = StateFormat<People>.keyedArchive(
    encode: { people, archiver in
      try archiver.encode(people.foo, forKey: "myfoo")
      try archiver.encode(people.bar, forKey: "mybar")
    },
    decode: { unarchiver in
      People(
        foo: try unarchiver.decode(Foo.self, forKey: "myfoo"),
        bar: try unarchiver.decodeIfPresent([Foo].self, forKey: "mybar"))
    })
}
// snippet.hide
let file = InMemoryStateFile()
// snippet.show

let schema = StateSchema(version: 2)
let store = StateStore(inMemory: file, format: People.format, schema: schema)
let james = Foo("James")
try store.save(People(foo: james, bar: [james]))
let people = try store.load(orInitial: People(foo: Foo("")))
print(people.foo.name, people.bar?.first === people.foo)  // prints James true
