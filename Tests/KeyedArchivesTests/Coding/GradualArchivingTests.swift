// Tests of archives of graphs that change while they are archived: each is the archive of the graph
// as it was at the beginning, to the byte.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

private final class City: Codable {
  var name: String
  var visits = 0
  var roads: [Road] = []
  @Reference var capital: City?
  @WeakReference var rival: City?
  init(_ name: String) { self.name = name }
}

private struct Road: Codable {
  var miles: Double
  @Reference var end: City?
}

private final class Land: Codable {
  var cities: [City] = []
}

@Suite("Archiving a graph while it changes")
struct GradualArchivingTests {
  private func makeLand(_ count: Int, _ numbers: inout ScriptGenerator) -> Land {
    let land = Land()
    // Many names are equal, short ones and long ones.
    land.cities = (0..<count).map { City(name($0)) }
    for city in land.cities { change(city, in: land, &numbers) }
    return land
  }

  private func name(_ number: Int) -> String {
    number % 10 == 0
      ? String(repeating: "city ", count: 12 + number % 40) : "city \(number % 50)"
  }

  private func change(_ city: City, in land: Land, _ numbers: inout ScriptGenerator) {
    let other = land.cities.randomElement(using: &numbers)
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: city.name += "!"
    case 1: city.visits += 1
    case 2: city.roads.append(Road(miles: Double(city.visits), end: other))
    case 3: city.roads = []
    case 4: city.capital = other
    default: city.rival = other
    }
  }

  @Test(
    "The archive has the initial graph when each change of an object is announced",
    arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func changes(seed: UInt64) throws {
    var numbers = ScriptGenerator(exactSeed: seed)
    let land = makeLand(300, &numbers)
    let before = try KeyedArchiver.archivedData(root: land)
    let archiver = KeyedArchiver(gradually: ArchivingOptions())
    try archiver.encode(land, forKey: "root")
    var steps = 0
    while true {
      var left = 3
      let isComplete = try archiver.encodeWaiting {
        left -= 1
        return left >= 0
      }
      if isComplete { break }
      steps += 1
      for _ in 0..<5 {
        let city = try #require(land.cities.randomElement(using: &numbers))
        try archiver.encodeBeforeChange(of: city)
        change(city, in: land, &numbers)
      }
      // A city is added, and one is removed.
      try archiver.encodeBeforeChange(of: land)
      let new = City(name(steps))
      try archiver.encodeBeforeChange(of: new)
      new.roads = [Road(miles: 1, end: new)]
      land.cities.append(new)
      land.cities.remove(at: Int.random(in: 0..<land.cities.count, using: &numbers))
    }
    #expect(steps > 10)
    #expect(try archiver.finishEncoding() == before)
    #expect(try KeyedArchiver.archivedData(root: land) != before)
  }

  @Test("The archive differs, or is a mixture, when changes are not announced")
  func unannounced() throws {
    var numbers = ScriptGenerator(exactSeed: 1)
    let land = makeLand(50, &numbers)
    let before = try KeyedArchiver.archivedData(root: land)
    let archiver = KeyedArchiver(gradually: ArchivingOptions())
    try archiver.encode(land, forKey: "root")
    for city in land.cities { city.visits += 1 }
    #expect(try archiver.encodeWaiting { true })
    #expect(try archiver.finishEncoding() != before)
  }

  private final class Ring: Codable {
    var next: Ring?
  }

  @Test(
    "A cycle of unrelated objects that could not be read does not affect the archive")
  func strayCycle() throws {
    let ring = Ring()
    ring.next = Ring()
    let before = try KeyedArchiver.archivedData(root: ring)
    let archiver = KeyedArchiver(gradually: ArchivingOptions())
    try archiver.encode(ring, forKey: "root")
    let stray = Ring()
    stray.next = Ring()
    stray.next?.next = stray
    try archiver.encodeBeforeChange(of: stray)
    #expect(try archiver.finishEncoding() == before)
    #expect(throws: ArchiveError.self) { try KeyedArchiver.archivedData(root: stray) }
    stray.next = nil
  }

  @Test("Finishing early includes everything that is still pending")
  func finish() throws {
    var numbers = ScriptGenerator(exactSeed: 9)
    let land = makeLand(50, &numbers)
    let archiver = KeyedArchiver(gradually: ArchivingOptions())
    try archiver.encode(land, forKey: "root")
    #expect(try archiver.encodeWaiting { false } == false)
    #expect(try archiver.finishEncoding() == KeyedArchiver.archivedData(root: land))
  }
}
