// The containers of archives are used again, and keys are looked for where they were found before.
// Nothing of an earlier object may remain in a later one.
import FoundationEssentials
import KeyedArchives
import OrderedCollections
import PropertyLists
import Synchronization
import Testing

/// A class that keeps its container, and reads it when it is asked.
private final class Keeper: Codable {
  private enum Keys: CodingKey { case number, text }

  private var container: KeyedDecodingContainer<Keys>?
  private let stored: Int

  init(_ number: Int) { stored = number }

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Keys.self)
    stored = 0
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(stored, forKey: .number)
    if stored % 2 == 0 { try container.encode("text \(stored)", forKey: .text) }
  }

  /// Decodes the number as another type.
  func number<Value: Decodable>(as type: Value.Type) throws -> Value? {
    try container?.decode(type, forKey: .number)
  }

  var number: Int? { get throws { try container?.decode(Int.self, forKey: .number) } }
  var text: String? { get throws { try container?.decodeIfPresent(String.self, forKey: .text) } }
}

/// A class that contains itself, with the same keys at each level.
private final class Branch: Codable {
  var name: String
  var weight: Int?
  var ratio: Double?
  var isDry: Bool?
  var branches: [Branch]

  init(depth: Int, seed: Int) {
    name = "branch \(seed)"
    weight = seed % 3 == 0 ? nil : seed
    ratio = seed % 4 == 0 ? nil : Double(seed) / 2
    isDry = seed % 5 == 0 ? nil : seed % 2 == 0
    branches =
      depth == 0 ? [] : (0...seed % 3).map { Branch(depth: depth - 1, seed: seed * 3 + $0) }
  }

  var description: String {
    "\(name) \(weight ?? -1) \(ratio ?? -1) \(isDry.map { "\($0)" } ?? "-")"
      + "(\(branches.map(\.description).joined(separator: ", ")))"
  }
}

/// Keeps its container beyond the archive that it belongs to.
private final class ContainerKeeper: Encodable {
  enum Keys: CodingKey { case value, late }
  var container: KeyedEncodingContainer<Keys>?

  func encode(to encoder: any Encoder) throws {
    container = encoder.container(keyedBy: Keys.self)
    try container?.encode(1, forKey: .value)
  }
}

/// An object that decodes its friend when it is asked, and its link with it.
private final class Friend: Codable {
  enum Keys: CodingKey { case name, friend, link }

  let name: String
  @Reference var link: Friend?
  private var stored: Friend?
  private var container: KeyedDecodingContainer<Keys>?

  init(_ name: String, friend: Friend? = nil) {
    self.name = name
    stored = friend
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    name = try container.decode(String.self, forKey: .name)
    _link = try container.decode(Reference<Friend>.self, forKey: .link)
    self.container = container
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(name, forKey: .name)
    try container.encode(stored, forKey: .friend)
    try container.encode(_link, forKey: .link)
  }

  var friend: Friend? {
    get throws { try container?.decodeIfPresent(Friend.self, forKey: .friend) }
  }
}

private let namesOfLastReaders = Mutex<[String?]>([])

/// An object that decodes its friend when it is freed.
private final class LastReader: Codable {
  private enum Keys: CodingKey { case friend }

  private var container: KeyedDecodingContainer<Keys>?
  private var friend: Friend?

  init(_ friend: Friend) { self.friend = friend }

  init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Keys.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(friend, forKey: .friend)
  }

  deinit {
    guard let container else { return }
    let name = try? container.decode(Friend.self, forKey: .friend).name
    namesOfLastReaders.withLock { $0.append(name) }
  }
}

/// A value that is freed together with the session that it was given to.
private final class Token: Sendable {}

@Suite("Archiving one object after another")
struct ArchiveContainerReuseTests {
  /// An archive whose root is an array of objects of one class.
  private func archive(class name: String, objects: [[(String, Plist)]]) throws -> PlistDocument {
    let records = objects.map { fields -> Plist in
      .dictionary(OrderedDictionary(uniqueKeysWithValues: fields + [("$class", .uid(PlistUID(2)))]))
    }
    let references = records.indices.map { Plist.uid(PlistUID(UInt32($0 + 5))) }
    let classes: [Plist] = [
      ["$classname": .string(name), "$classes": [.string(name), "NSObject"]],
      ["$classname": "NSArray", "$classes": ["NSArray", "NSObject"]],
    ]
    let list: Plist = ["NS.objects": .array(references), "$class": .uid(PlistUID(3))]
    let slots: [Plist] = ["$null", list] + classes + ["a text"] + records
    return try PlistDocument([
      "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(PlistUID(1))],
      "$objects": .array(slots),
    ])
  }

  @Test("a container that an object keeps reads its own fields after other objects were created")
  func keptContainers() throws {
    let data = try KeyedArchiver.archivedData(root: (0..<20).map(Keeper.init))
    let kept = try KeyedUnarchiver.unarchivedObject(of: [Keeper].self, from: data)
    #expect(try kept.map { try $0.number } == Array(0..<20))
    #expect(try kept.map { try $0.text } == (0..<20).map { $0 % 2 == 0 ? "text \($0)" : nil })
  }

  @Test("kept containers read their fields after later archives were read")
  func manyKeptContainers() throws {
    var kept: [[Keeper]] = []
    for number in 0..<6 {
      let data = try KeyedArchiver.archivedData(root: [Keeper(number), Keeper(number + 1)])
      kept.append(try KeyedUnarchiver.unarchivedObject(of: [Keeper].self, from: data))
    }
    #expect(
      try kept.map { try $0.map { try $0.number } } == (0..<6).map { [Optional($0), $0 + 1] })
    let last = kept.removeLast()
    let data = try KeyedArchiver.archivedData(root: [Keeper(8)])
    for _ in 0..<20 { _ = try KeyedUnarchiver.unarchivedObject(of: [Keeper].self, from: data) }
    #expect(try last.map { try $0.number } == [5, 6])
    #expect(try last.map { try $0.text } == [nil, "text 6"])
  }

  @Test("an object that a kept container decodes later is the one that the program already has")
  func laterObjects() throws {
    let shared = Friend("shared")
    let data = try KeyedArchiver.archivedData(
      root: [Friend("first", friend: shared), shared, Friend("last", friend: shared)])
    let friends = try KeyedUnarchiver.unarchivedObject(of: [Friend].self, from: data)
    #expect(try friends[0].friend === friends[1])
    #expect(try friends[2].friend === friends[1])
    #expect(try friends[1].friend == nil)
  }

  @Test("the links of an object that a kept container decodes later are set")
  func laterLinks() throws {
    let (ann, ben, cleo) = (Friend("Ann"), Friend("Ben"), Friend("Cleo"))
    ben.link = cleo
    cleo.link = ben
    let first = Friend("first", friend: ben)
    first.link = ann
    let data = try KeyedArchiver.archivedData(root: first)
    let copy = try KeyedUnarchiver.unarchivedObject(of: Friend.self, from: data)
    #expect(copy.link?.name == "Ann")
    let later = try #require(try copy.friend)
    #expect(later.name == "Ben")
    #expect(later.link?.name == "Cleo")
    #expect(later.link?.link === later)
    later.link?.link = nil
  }

  @Test("an object that keeps its container is freed, and frees the objects that it does not have")
  func releaseOfKeepers() throws {
    let data = try KeyedArchiver.archivedData(
      root: [Friend("first", friend: Friend("second")), Friend("third")])
    var friends = try KeyedUnarchiver.unarchivedObject(of: [Friend].self, from: data)
    weak let second = try friends[0].friend
    #expect(second == nil)
    weak let third = friends.removeLast()
    #expect(third == nil)
    weak let first = friends.removeLast()
    #expect(first == nil)
  }

  @Test("a kept container throws an error for a value of another type, and can still be used")
  func laterErrors() throws {
    let one = try KeyedUnarchiver.unarchivedObject(
      of: Keeper.self, from: KeyedArchiver.archivedData(root: Keeper(5)))
    let two = try KeyedUnarchiver.unarchivedObject(
      of: [Keeper].self, from: KeyedArchiver.archivedData(root: [Keeper(6), Keeper(7)]))
    for keeper in [one] + two {
      for _ in 0..<2 {
        #expect(throws: DecodingError.self) { try keeper.number(as: [String: Int].self) }
        #expect(throws: DecodingError.self) { try keeper.number(as: Set<Int>.self) }
        #expect(throws: DecodingError.self) { try keeper.number(as: [Int].self) }
        #expect(throws: DecodingError.self) { try keeper.number(as: Reference<Friend>.self) }
        #expect(throws: DecodingError.self) { try keeper.number(as: Friend.self) }
        #expect(throws: DecodingError.self) { try keeper.number(as: String.self) }
      }
    }
    #expect(try ([one] + two).map { try $0.number } == [5, 6, 7])
  }

  @Test("a later value is decoded as often as wanted, whatever the budget")
  func laterBudget() throws {
    var options = UnarchivingOptions()
    options.maximumExpansion = 0
    let data = try KeyedArchiver.archivedData(root: Friend("first", friend: Friend("second")))
    let first = try KeyedUnarchiver.unarchivedObject(of: Friend.self, from: data, options: options)
    for _ in 0..<10_000 { #expect(try first.friend?.name == "second") }
  }

  @Test("an object that decodes a value when it is freed by its unarchiver gets the value")
  func decodingWhileFreed() throws {
    let archiver = KeyedArchiver()
    try archiver.encode(LastReader(Friend("a friend")), forKey: "reader")
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    _ = try unarchiver.decode(LastReader.self, forKey: "reader")
    #expect(namesOfLastReaders.withLock { $0 } == [])
    withExtendedLifetime(consume unarchiver) {}
    #expect(namesOfLastReaders.withLock { $0 } == ["a friend"])
  }

  @Test("an archive is released soon after the last of its containers")
  func releaseOfArchives() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "token"))
    var tokens: [() -> Token?] = []
    var keepers: [Keeper] = []
    for number in 0..<5 {
      let token = Token()
      tokens.append { [weak token] in token }
      let data = try KeyedArchiver.archivedData(root: Keeper(number))
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data, userInfo: [key: token])
      keepers.append(try unarchiver.decode(Keeper.self, forKey: "root"))
    }
    #expect(tokens.allSatisfy { $0() != nil })
    #expect(try keepers.map { try $0.number } == [0, 1, 2, 3, 4])
    keepers = []
    // Each call looks at two ended sessions; other tests that run at the same time may have some.
    for _ in 0..<1000 where tokens.contains(where: { $0() != nil }) {
      _ = try PlistDecoder().decode([Int].self, from: [1] as Plist)
    }
    #expect(tokens.allSatisfy { $0() == nil })
  }

  @Test("an object that keeps its decoder is freed, and the decoder throws when it is used")
  func releaseOfDecoderKeepers() throws {
    final class DecoderKeeper: Codable {
      let name: String
      private(set) var decoder: (any Decoder)?

      init(_ name: String) { self.name = name }

      init(from decoder: any Decoder) throws {
        name = try decoder.singleValueContainer().decode(String.self)
        self.decoder = decoder
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
      }
    }
    let data = try KeyedArchiver.archivedData(root: [DecoderKeeper("a"), DecoderKeeper("b")])
    var keepers = try KeyedUnarchiver.unarchivedObject(of: [DecoderKeeper].self, from: data)
    #expect(keepers.map(\.name) == ["a", "b"])
    #expect(keepers[0].decoder?.codingPath.isEmpty == true)
    #expect(throws: DecodingError.self) { try keepers[0].decoder?.unkeyedContainer() }
    weak let last = keepers.removeLast()
    #expect(last == nil)
  }

  @Test("a kept container is used after its unarchiver, which was used for several values")
  func unarchiverOfKeepers() throws {
    let archiver = KeyedArchiver()
    for number in 0..<3 { try archiver.encode(Keeper(number), forKey: "\(number)") }
    var unarchiver: KeyedUnarchiver? = try KeyedUnarchiver(
      forReadingFrom: archiver.finishEncoding())
    var keepers: [Keeper] = []
    for number in 0..<3 {
      try keepers.append(#require(unarchiver).decode(Keeper.self, forKey: "\(number)"))
    }
    unarchiver = nil
    #expect(try keepers.map { try $0.number } == [0, 1, 2])
  }

  @Test("a class that contains itself survives a round trip", arguments: [1, 2, 5, 11, 30])
  func recursion(_ seed: Int) throws {
    let branch = Branch(depth: 4, seed: seed)
    for format in [PlistFormat.binary, .xml] {
      var options = ArchivingOptions()
      options.outputFormat = format
      let data = try KeyedArchiver.archivedData(root: branch, options: options)
      let copy = try KeyedUnarchiver.unarchivedObject(of: Branch.self, from: data)
      #expect(copy.description == branch.description)
      #expect(try KeyedArchiver.archivedData(root: copy, options: options) == data)
    }
  }

  @Test("keys are found in objects with another order of keys, with missing and with many keys")
  func otherOrders() throws {
    let many = (0..<300).map { ("other \($0)", Plist.integer(PlistInteger($0))) }
    let objects = (0..<60).map { number -> [(String, Plist)] in
      let name = ("name", Plist.uid(PlistUID(4)))
      let weight = ("weight", Plist.integer(PlistInteger(number)))
      let branches = ("branches", Plist.array([]))
      return switch number % 4 {
      case 0: [name, weight, branches]
      case 1: [branches, name, weight]
      case 2: [("other", true), branches, name]
      default: many + [weight, branches, name]
      }
    }
    let document = try archive(class: "Branch", objects: objects)
    let unarchiver = try KeyedUnarchiver(document)
    let branches = try unarchiver.decode([Branch].self, forKey: "root")
    #expect(branches.map(\.name) == Array(repeating: "a text", count: 60))
    #expect(branches.map(\.weight) == (0..<60).map { $0 % 4 == 2 ? nil : $0 })
  }

  @Test("numbers are also read from objects that fields refer to")
  func referencedNumbers() throws {
    let document = try archive(
      class: "Branch",
      objects: [
        [
          ("name", .uid(PlistUID(4))), ("branches", .array([])), ("weight", .uid(PlistUID(6))),
          ("ratio", .uid(PlistUID(7))), ("isDry", .uid(PlistUID(8))),
        ]
      ])
    var plist = try Plist(document)
    for value in [12, 2.5, true] as [Plist] { try plist.append(value, at: "$objects") }
    let branch = try KeyedUnarchiver(try PlistDocument(plist)).decode(
      [Branch].self, forKey: "root")
    #expect(branch.map(\.weight) == [12])
    #expect(branch.map(\.ratio) == [2.5])
    #expect(branch.map(\.isDry) == [true])
  }

  @Test("a container that is used after its archive was finished throws, and changes no other")
  func lateEncoding() throws {
    let keeper = ContainerKeeper()
    let first = try KeyedArchiver.archivedData(root: keeper)
    #expect(throws: ArchiveError.self) { try keeper.container?.encode(2, forKey: .late) }
    #expect(try KeyedArchiver.archivedData(root: ContainerKeeper()) == first)
  }

  @Test("equal numbers are one object, and numbers of different kinds are not")
  func equalNumbers() throws {
    let numbers: [Double] = [1, 2, 1, 0.5, 2, 0.5]
    let mixed: [String: Bool] = ["a": true, "b": false, "c": true]
    let archiver = KeyedArchiver()
    try archiver.encode(numbers, forKey: "numbers")
    try archiver.encode([1, 2, 1, 300, 300], forKey: "integers")
    try archiver.encode(mixed, forKey: "truths")
    let data = try archiver.finishEncoding()
    // nil; three collections, with two classes; three reals, three integers, two Booleans, three keys.
    #expect(try PlistDocument(data).root["$objects"]?.count == 1 + 3 + 2 + 3 + 3 + 2 + 3)
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    #expect(try unarchiver.decode([Double].self, forKey: "numbers") == numbers)
    #expect(try unarchiver.decode([Int].self, forKey: "integers") == [1, 2, 1, 300, 300])
    #expect(try unarchiver.decode([String: Bool].self, forKey: "truths") == mixed)
  }
}
