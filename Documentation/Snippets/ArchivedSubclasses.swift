// Subclasses and protocols: decoded only if they are registered.
import KeyedArchives

class Vehicle: Codable {
  var wheels: Int
  init(wheels: Int) { self.wheels = wheels }
}

final class Truck: Vehicle {
  var load: Double

  init(load: Double) {
    self.load = load
    super.init(wheels: 6)
  }

  private enum CodingKeys: String, CodingKey { case load }

  required init(from decoder: any Decoder) throws {
    load = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .load)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(load, forKey: .load)
  }
}

let data = try KeyedArchiver.archivedData(root: [Vehicle(wheels: 4), Truck(load: 2.5)])

do {
  _ = try KeyedUnarchiver.unarchivedObject(of: [Vehicle].self, from: data)
} catch let error as ArchiveError {
  print(error.code.rawValue, error.path)  // prints unexpected-class root[1]
}

let registry = ClassRegistry([Truck.self])
let fleet = try KeyedUnarchiver.unarchivedObject(
  of: [Vehicle].self, from: data, registry: registry)
print((fleet[1] as? Truck)?.load ?? 0)  // prints 2.5
