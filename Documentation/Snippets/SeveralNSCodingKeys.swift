// Objects of NSCoding classes under several keys of one archive, as a state with versions.
import FoundationState
// snippet.hide
import KeyedArchives

class Foo: NSObject, NSCoding {
  var name: String

  init(_ name: String) { self.name = name }
  required init?(coder: NSCoder) { name = coder.decodeObject(forKey: "name") as? String ?? "" }
  func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
}

final class Bar: NSObject, NSCoding {
  var foos: NSMutableArray

  init(_ foos: NSMutableArray) { self.foos = foos }
  required init?(coder: NSCoder) {
    foos = coder.decodeObject(forKey: "foos") as? NSMutableArray ?? NSMutableArray()
  }
  func encode(with coder: NSCoder) { coder.encode(foos, forKey: "foos") }
}
// snippet.show

struct People {
  var foo: Foo?
  var bar: Bar?

  static let format = StateFormat<People>.nsCodingArchive(
    encode: { people, archiver in
      try archiver.encode(people.foo, forKey: "myfoo")
      try archiver.encode(people.bar, forKey: "mybar")
    },
    decode: { unarchiver in
      let foo = try unarchiver.decodeObject(ofClasses: [Foo.self], forKey: "myfoo")
      let bar = try unarchiver.decodeObject(ofClasses: [Bar.self, Foo.self], forKey: "mybar")
      return People(foo: foo as? Foo, bar: bar as? Bar)
    })
}

// Version 1 had the name of a Foo under `title`.
let schema = StateSchema(
  version: 2,
  migrations: [
    StateMigration(fromArchive: 1) { graph in
      for slot in 0..<graph.count {
        guard let foo = graph[slot]?.object, foo.className == "Foo" else { continue }
        foo["name"] = foo["title"]
        foo["title"] = nil
      }
    }
  ])
// snippet.hide
let file = InMemoryStateFile()
let old = NSCodingArchiver()
try old.encode(Foo("James"), forKey: "myfoo")
let graph = try ObjectGraph(forReadingFrom: old.finishEncoding())
if let foo = graph.topObject("myfoo")?.object {
  foo["title"] = foo["name"]
  foo["name"] = nil
}
file.contents = try graph.encoded()
// snippet.show
let store = StateStore(inMemory: file, format: People.format, schema: schema)
let people = try store.load(orInitial: People())
print(people.foo?.name ?? "none", people.bar == nil)  // prints James true
