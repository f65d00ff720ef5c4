// Foo: a name and an age, with handwritten coding as in NSCoding. Its age is a separate object in
// the archive, as the Objective-C class expects.

import KeyedArchives

final class Foo: KeyedCoding {
  var name: String?
  var age: Int?

  init(name: String?, age: Int?) {
    self.name = name
    self.age = age
  }

  init(coder: UnarchivingCoder) throws {
    name = try coder.decode(String.self, forKey: "name")
    age = try coder.decode(NumberObject<Int>.self, forKey: "age")?.wrappedValue
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(name, forKey: "name")
    try coder.encode(age.map { NumberObject(wrappedValue: $0) }, forKey: "age")
  }
}
