// Tests of nested types: archived under unambiguous names, and read under the short names of
// earlier archives.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

struct Menu: Codable, Equatable {
  struct Item: Codable, Equatable { var dish = "soup" }
  enum Kind: String, Codable { case lunch, dinner }
  var items = [Item()]
  var kind = Kind.lunch
}

struct Shop: Codable, Equatable {
  struct Item: Codable, Equatable { var price = 3 }
  final class Till: Codable { var total = 7 }
  var item = Item()
}

struct Street: Codable, Equatable {
  var menu = Menu()
  var shop = Shop()
}

@Suite("Nested types")
struct NestedTypeTests {
  @Test("Two nested types with one short name are archived together")
  func conflict() throws {
    let data = try KeyedArchiver.archivedData(root: Street())
    #expect(try KeyedUnarchiver.unarchivedObject(of: Street.self, from: data) == Street())
    let names = try KeyedArchive([UInt8](data)).classes.map(\.name)
    #expect(Set(names).isSuperset(of: ["Street", "Menu", "Menu.Item", "Shop", "Shop.Item"]))
  }

  @Test("An archive with the short name of a nested type still opens")
  func shortName() throws {
    let plist = archivePlist([
      "$null", ["dish": uid(3), "$class": uid(2)],
      ["$classname": "Item", "$classes": ["Item", "NSObject"]], "stew",
    ])
    let document = try PlistDocument(plist)
    let item = try KeyedUnarchiver(document).decode(Menu.Item.self, forKey: "root")
    #expect(item.dish == "stew")
  }

  @Test("A registered nested class is found under all of its names")
  func registered() throws {
    let registry = ClassRegistry([Shop.Till.self])
    for name in ["Shop.Till", "Till", "KeyedArchivesTests.Shop.Till"] {
      #expect(registry.type(named: name) == Shop.Till.self, "\(name)")
    }
  }

  @Test("Of two registered types with one short name the first keeps it")
  func firstRegistered() throws {
    let registry = ClassRegistry([Menu.Item.self, Shop.Item.self])
    #expect(registry.type(named: "Item") == Menu.Item.self)
    #expect(registry.type(named: "Shop.Item") == Shop.Item.self)
  }

  @Test("A nil root is read as nil, and an absent root is an error")
  func nilRoot() throws {
    let data = try KeyedArchiver.archivedData(root: Int?.none)
    #expect(try KeyedUnarchiver.unarchivedObject(of: Int?.self, from: data) == nil)
    #expect(try KeyedUnarchiver.unarchivedObject(of: Menu?.self, from: data) == nil)
    #expect(unarchivingCode(Int.self, data) == .valueNotFound)
    #expect(unarchivingCode(Menu.self, data) == .valueNotFound)
    enum Answer: Codable, Equatable {
      case yes, unknown
      init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? .unknown : .yes
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if self == .unknown { try container.encodeNil() } else { try container.encode(true) }
      }
    }
    for answer in [Answer.yes, .unknown] {
      let data = try KeyedArchiver.archivedData(root: answer)
      #expect(try KeyedUnarchiver.unarchivedObject(of: Answer.self, from: data) == answer)
    }
    let empty = try KeyedArchiver().finishEncoding()
    #expect(unarchivingCode(Int?.self, empty) == .valueNotFound)
  }
}
