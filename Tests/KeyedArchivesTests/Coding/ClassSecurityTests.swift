// Tests that no class is instantiated where it was not requested, whatever an archive claims, and
// whatever was decoded elsewhere before.
import Foundation
import KeyedArchives
import PropertyLists
import Synchronization
import Testing

/// The number of instances of the forbidden class whose decoding began.
private let begun = Mutex(0)

private class Animal: Codable {
  var name = "animal"
  init() {}
}

/// A subclass that is not registered unless a test does so.
private final class Tiger: Animal {
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    begun.withLock { $0 += 1 }
    try super.init(from: decoder)
  }
}

private protocol Outline {}

private final class Circle: Codable, Outline { var radius = 1 }

private final class Keeper: Codable {
  var tiger: Tiger?
  var animal: Animal?
  var animals: [Animal]?
  @Reference var link: Animal?
  @Polymorphic var shape: (any Outline)?
  @Polymorphic var shapes: [any Outline]?
  @Polymorphic var anything: (any Codable)?
  var any: AnyArchivedObject?
  var changeling: Changeling?
  init() {}
}

/// An object that is replaced by another.
private final class Changeling: Codable, UnarchivingReplacement {
  func replacementAfterUnarchiving() throws -> AnyObject { Circle() }
}

@Suite("Classes are instantiated only where they are requested", .serialized)
struct ClassSecurityTests {
  /// Decodes a keeper; returns the number of tigers whose decoding began, and the error.
  private func keeper(_ registry: ClassRegistry = ClassRegistry(), _ objects: Plist...) throws
    -> (tigers: Int, error: ArchiveError.Code?)
  {
    begun.withLock { $0 = 0 }
    do {
      let data = try archivePlist(["$null"] + objects).encoded(as: .binary)
      _ = try KeyedUnarchiver.unarchivedObject(of: Keeper.self, from: data, registry: registry)
      return (begun.withLock(\.self), nil)
    } catch let error as ArchiveError { return (begun.withLock(\.self), error.code) }
  }

  private func record(_ chain: String...) -> Plist {
    ["$classname": .string(chain[0]), "$classes": .array(chain.map { .string($0) })]
  }

  private func tiger() -> Plist { ["name": uid(5), "$class": uid(4)] }

  private func archive(_ fields: [String: Plist], _ registry: ClassRegistry = ClassRegistry())
    throws
    -> (tigers: Int, error: ArchiveError.Code?)
  {
    var keeper: Plist = ["$class": uid(2)]
    for (key, value) in fields.sorted(by: { $0.key > $1.key }) { keeper[key] = value }
    return try self.keeper(
      registry, keeper, record("Keeper", "NSObject"), tiger(),
      record("Tiger", "Animal", "NSObject"), "t",
      ["NS.objects": [uid(3)], "$class": uid(7)], record("NSArray", "NSObject"))
  }

  @Test(
    "An unregistered subclass is rejected in a field, a list, a link and a protocol type",
    arguments: ["animal", "link", "shape"])
  func unregistered(field: String) throws {
    let result = try archive([field: uid(3)])
    #expect(result.tigers == 0 && result.error == .unexpectedClass)
  }

  @Test("An unregistered subclass is rejected in lists", arguments: ["animals", "shapes"])
  func unregisteredInLists(field: String) throws {
    let result = try archive([field: uid(6)])
    #expect(result.tigers == 0 && result.error == .unexpectedClass)
  }

  @Test(
    "An instance that was decoded where its class was requested is rejected elsewhere",
    arguments: ["animal", "link"])
  func madeElsewhere(field: String) throws {
    #expect(try archive(["tiger": uid(3)]).error == nil)
    #expect(try archive(["tiger": uid(3), field: uid(3)]).error == .unexpectedClass)
    #expect(try archive(["tiger": uid(3), "animals": uid(6)]).error == .unexpectedClass)
    let registry = ClassRegistry([Tiger.self])
    #expect(try archive(["tiger": uid(3), field: uid(3)], registry).error == nil)
  }

  @Test(
    "A registered class is not decoded as a protocol to which it does not conform",
    arguments: [("shape", 3), ("shapes", 6)] as [(String, UInt32)])
  func otherProtocol(field: String, slot: UInt32) throws {
    let registry = ClassRegistry([Tiger.self, Circle.self])
    let result = try archive([field: uid(slot)], registry)
    #expect(result.tigers == 0 && result.error == .unexpectedClass)
    #expect(try archive(["anything": uid(3)], registry).error == nil)
  }

  @Test("An unregistered class as an untyped value is data, not an instance")
  func anything() throws {
    for field in ["any"] {
      #expect(try archive([field: uid(3)]) == (0, nil))
      #expect(try archive([field: uid(6)]) == (0, nil))
    }
  }

  @Test("Superclasses and hints that an archive claims create no class")
  func claims() throws {
    let claimed: Plist = [
      "$classname": "Unheard", "$classes": ["Unheard", "Tiger", "Animal"],
      "$classhints": ["Tiger"],
    ]
    let result = try keeper(
      ClassRegistry(), ["animal": uid(3), "$class": uid(2)], record("Keeper"), tiger(), claimed, "t"
    )
    #expect(result.tigers == 0 && result.error == .unexpectedClass)
  }

  @Test("A replacement object must have the type of each use")
  func replacement() throws {
    let registry = ClassRegistry([Changeling.self, Circle.self])
    let objects: [Plist] = [
      ["changeling": uid(3), "$class": uid(2)], record("Keeper"), ["$class": uid(4)],
      record("Changeling"),
    ]
    #expect(
      try keeper(registry, objects[0], objects[1], objects[2], objects[3]).error
        == .unexpectedClass)
  }

  @Test("A class in the collections of standard objects must be registered too")
  func standardCollections() throws {
    let list: Plist = ["NS.objects": [uid(6)], "$class": uid(7)]
    let info: Plist = ["NS.keys": [uid(5)], "NS.objects": [uid(3)], "$class": uid(8)]
    for registry in [ClassRegistry(), ClassRegistry([Tiger.self])] {
      let result = try keeper(
        registry, ["any": uid(9), "$class": uid(2)], record("Keeper"), tiger(),
        record("Tiger", "Animal"), "t", info, record("NSArray", "NSObject"),
        record("NSDictionary", "NSObject"), list)
      #expect(result.tigers == (registry.type(named: "Tiger") == nil ? 0 : 1))
      #expect(result.error == nil)
    }
  }
}
