// A class that encodes and decodes its fields itself, as in NSCoding.
import KeyedArchives

final class Employee: KeyedCoding {
  var name: String
  var salary: Int
  var manager: Employee?
  /// Not archived.
  var isOnline = false

  init(name: String, salary: Int, manager: Employee? = nil) {
    self.name = name
    self.salary = salary
    self.manager = manager
  }

  init(coder: UnarchivingCoder) throws {
    name = try coder.decode(String.self, forKey: "Name") ?? ""
    salary = try coder.decodeInteger(forKey: "Salary")
    try coder.link("Manager", to: \.manager, of: self)
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(name, forKey: "Name")
    try coder.encode(salary, forKey: "Salary")
    coder.encodeLink(manager, forKey: "Manager")
  }
}

let boss = Employee(name: "Ada", salary: 9)
boss.manager = boss

let archiver = KeyedArchiver()
try archiver.encode([boss, Employee(name: "Bob", salary: 5, manager: boss)], forKey: "staff")
try archiver.encode(2026, forKey: "year")

let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
let staff = try unarchiver.decode([Employee].self, forKey: "staff")
print(staff[1].name, staff[1].manager?.name ?? "none")  // prints Bob Ada
print(staff[0].manager === staff[0])  // prints true
print(try unarchiver.decode(Int.self, forKey: "year"))  // prints 2026
