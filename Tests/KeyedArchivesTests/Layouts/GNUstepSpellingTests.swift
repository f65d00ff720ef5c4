// Tests of GNUstep's own layouts of standard classes, taken from archives that its archiver wrote.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

/// Objects in GNUstep's layout: the class, its fields, and the further objects from the third on.
private func read<T: Decodable>(
  _ type: T.Type, _ name: String, _ fields: String, _ others: String...
) throws -> T {
  var archive = ArchiveText(object(2, fields), record(name))
  archive.objects += others
  return try KeyedUnarchiver.unarchivedObject(of: type, from: Data(archive.bytes))
}

private func any<T: StandardObject>(
  _ type: T.Type, _ name: String, _ fields: String, _ others: String...
) throws -> T {
  var archive = ArchiveText(object(2, fields), record(name))
  archive.objects += others
  let object = try KeyedUnarchiver.unarchivedObject(
    of: AnyArchivedObject.self, from: Data(archive.bytes))
  return try #require(object.object(as: type))
}

/// The same object, described by a layout.
private func layout<T: ObjectLayout>(
  _ type: T.Type, _ name: String, _ fields: String, _ others: String...
) throws -> T {
  var archive = ArchiveText(object(2, fields), record(name))
  archive.objects += others
  let source = try KeyedUnarchiver(forReadingFrom: Data(archive.bytes)).top
  return try #require(try source.layout(type, key: "root"))
}

@Suite("GNUstep's layouts")
struct GNUstepSpellingTests {
  private let uuid = field("uuid", "<data>5iHh+MNsSVqT/Awkej5uXw==</data>")

  @Test("A UUID has a different key")
  func uuids() throws {
    let wanted = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(try read(UUID.self, "NSUUID", uuid) == wanted)
    #expect(try any(ArchivedUUID.self, "NSUUID", uuid).uuid == wanted)
  }

  @Test("A decimal number is text")
  func decimals() throws {
    let fields = (field("$0", ref(3)), text("-12.75"))
    let wanted = Decimal(string: "-12.75")
    #expect(try read(Decimal.self, "NSDecimalNumber", fields.0, fields.1) == wanted)
    let object = try any(ArchivedDecimalNumber.self, "NSDecimalNumber", fields.0, fields.1)
    #expect(object.decimal == wanted)
    #expect(throws: ArchiveError.self) {
      try read(Decimal.self, "NSDecimalNumber", fields.0, text("12 apples"))
    }
  }

  @Test("A counted set has its count first, then each object with its own")
  func countedSets() throws {
    let fields =
      field("$0", number(2)) + field("$1", ref(3)) + field("$2", number(1)) + field("$3", ref(4))
      + field("$4", number(2))
    let set = try any(ArchivedSet.self, "NSCountedSet", fields, text("l"), text("k"))
    #expect(set.elements.map(\.string) == ["l", "k"])
    #expect(set.counts == [1, 2])
  }

  @Test("Time zones, locales and calendars have no keys")
  func localesWithoutKeys() throws {
    let zone = try layout(
      TimeZoneLayout.self, "NSTimeZone", field("$0", ref(3)), text("Europe/Berlin"))
    #expect(zone.name == "Europe/Berlin")
    let locale = try layout(LocaleLayout.self, "NSLocale", field("$0", ref(3)), text("de_DE"))
    #expect(locale.identifier == "de_DE")
    let calendar = try layout(
      CalendarLayout.self, "NSCalendar",
      field("$0", ref(3)) + field("$1", ref(4)) + field("$2", ref(5)), text("gregorian"),
      text("de_DE"), object(7, field("$0", ref(6))), text("Etc/UTC"), record("NSTimeZone"))
    #expect(calendar.identifier == "gregorian")
    #expect(calendar.locale?.identifier == "de_DE")
    #expect(calendar.timeZone?.name == "Etc/UTC")
  }

  @Test("Regular expressions and built-in character sets have different keys, or none")
  func patterns() throws {
    let pattern = try layout(
      RegularExpressionLayout.self, "NSRegularExpression",
      field("options", number(1)) + field("pattern", ref(3)), text("a+"))
    #expect(pattern.pattern == "a+" && pattern.options == 1)
    let letters = try layout(CharacterSetLayout.self, "NSCharacterSet", field("$0", number(5)))
    #expect(letters.content == .builtIn(5))
  }

  @Test("Data is under either of two keys")
  func data() throws {
    let field = field("NS.bytes", "<data>YWI=</data>")
    #expect(try read(Data.self, "NSMutableData", field) == Data("ab".utf8))
  }
}
