// Types that are coded by their fields, written by hand: scalars, optionals and nested values. Each
// has random values. `FieldSamples+Names.swift` and `FieldSamples+Structure.swift` have more.

import Foundation
import PropertyLists
import TestSupport

/// The home of the sample types.
enum FieldSamples {}

extension FieldSamples {
  /// Strings and an optional date.
  struct Card: FieldSample, PlistFieldCodable, Equatable {
    var question: String
    var answer: String
    var due: Date?

    static let plistFields = PlistFields("question", "answer", "due")

    init(question: String, answer: String, due: Date? = nil) {
      (self.question, self.answer, self.due) = (question, answer, due)
    }

    init(from fields: borrowing PlistFieldReader) throws {
      question = try fields.decode(0)
      answer = try fields.decode(1)
      due = try fields.decodeIfPresent(2)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(question)
      case 1: try writer.encode(answer)
      default: try writer.encodeIfPresent(due)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self {
      Card(question: random.text(), answer: random.text(), due: random.maybe { $0.date() })
    }
  }

  /// Integers of every width.
  struct Integers: FieldSample, PlistFieldCodable {
    var plain: Int
    var unsigned: UInt
    var (i8, i16, i32, i64): (Int8, Int16, Int32, Int64)
    var (u8, u16, u32, u64): (UInt8, UInt16, UInt32, UInt64)

    static let plistFields = PlistFields(
      "plain", "unsigned", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")

    init(_ random: inout ScriptGenerator) {
      (plain, unsigned) = (random.integer(), random.integer())
      (i8, i16, i32, i64) = (random.integer(), random.integer(), random.integer(), random.integer())
      (u8, u16, u32, u64) = (random.integer(), random.integer(), random.integer(), random.integer())
    }

    init(from fields: borrowing PlistFieldReader) throws {
      plain = try fields.decode(0)
      unsigned = try fields.decode(1)
      (i8, i16) = (try fields.decode(2), try fields.decode(3))
      (i32, i64) = (try fields.decode(4), try fields.decode(5))
      (u8, u16) = (try fields.decode(6), try fields.decode(7))
      (u32, u64) = (try fields.decode(8), try fields.decode(9))
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(plain)
      case 1: try writer.encode(unsigned)
      case 2: try writer.encode(i8)
      case 3: try writer.encode(i16)
      case 4: try writer.encode(i32)
      case 5: try writer.encode(i64)
      case 6: try writer.encode(u8)
      case 7: try writer.encode(u16)
      case 8: try writer.encode(u32)
      default: try writer.encode(u64)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Integers(&random) }
  }

  /// Floating-point numbers.
  struct Reals: FieldSample, PlistFieldCodable {
    var double: Double
    var single: Float
    var doubles: [Double]
    var singles: [Float]
    var absent: Double?

    static let plistFields = PlistFields("double", "single", "doubles", "singles", "absent")

    init(_ random: inout ScriptGenerator) {
      (double, single) = (random.real(), random.single())
      doubles = random.list { $0.real() }
      singles = random.list { $0.single() }
      absent = random.maybe { $0.real() }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      double = try fields.decode(0)
      single = try fields.decode(1)
      doubles = try fields.decode(2)
      singles = try fields.decode(3)
      absent = try fields.decodeIfPresent(4)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(double)
      case 1: try writer.encode(single)
      case 2: try writer.encode(doubles)
      case 3: try writer.encode(singles)
      default: try writer.encodeIfPresent(absent)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Reals(&random) }
  }

  /// Booleans, some of them nil.
  struct Flags: FieldSample, PlistFieldCodable {
    var isOn: Bool
    var isKnown: Bool?
    var all: [Bool?]

    static let plistFields = PlistFields("isOn", "isKnown", "all")

    init(_ random: inout ScriptGenerator) {
      isOn = random.flag()
      isKnown = random.maybe { $0.flag() }
      all = random.list { $0.maybe { $0.flag() } }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      isOn = try fields.decode(0)
      isKnown = try fields.decodeIfPresent(1)
      all = try fields.decode(2)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(isOn)
      case 1: try writer.encodeIfPresent(isKnown)
      default: try writer.encode(all)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Flags(&random) }
  }

  /// Data of several sizes.
  struct Blob: FieldSample, PlistFieldCodable {
    var bytes: Data
    var more: Data?
    var parts: [Data]

    static let plistFields = PlistFields("bytes", "more", "parts")

    init(_ random: inout ScriptGenerator) {
      bytes = random.data()
      more = random.maybe { $0.data() }
      parts = random.list { $0.data() }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      bytes = try fields.decode(0)
      more = try fields.decodeIfPresent(1)
      parts = try fields.decode(2)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(bytes)
      case 1: try writer.encodeIfPresent(more)
      default: try writer.encode(parts)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Blob(&random) }
  }

  /// Dates; one value in eight has a date that no format can represent.
  struct Moments: FieldSample, PlistFieldCodable {
    var first: Date
    var others: [Date]

    static let plistFields = PlistFields("first", "others")

    init(_ random: inout ScriptGenerator) {
      first = random.date()
      if random.number(below: 8) == 0 {
        let seconds = random.element(of: [Double.infinity, .nan, 1e300])
        first = Date(timeIntervalSinceReferenceDate: seconds)
      }
      others = random.list { $0.date() }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      first = try fields.decode(0)
      others = try fields.decode(1)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(first)
      default: try writer.encode(others)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Moments(&random) }
  }

  /// Optionals of optionals, and nil in arrays and dictionaries.
  struct Optionals: FieldSample, PlistFieldCodable {
    var double: Int??
    var list: [Int?]
    var pairs: [String: Int?]
    var text: String?
    var lists: [[String?]?]

    static let plistFields = PlistFields("double", "list", "pairs", "text", "lists")

    init(_ random: inout ScriptGenerator) {
      double = random.maybe { $0.maybe { $0.integer() } }
      list = random.list { $0.maybe { $0.integer() } }
      pairs = random.table { $0.maybe { $0.integer() } }
      text = random.maybe { $0.text() }
      lists = random.list { $0.maybe { $0.list { $0.maybe { $0.text() } } } }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      double = try fields.decodeIfPresent(0)
      list = try fields.decode(1)
      pairs = try fields.decode(2)
      text = try fields.decodeIfPresent(3)
      lists = try fields.decode(4)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encodeIfPresent(double)
      case 1: try writer.encode(list)
      case 2: try writer.encode(pairs)
      case 3: try writer.encodeIfPresent(text)
      default: try writer.encode(lists)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Optionals(&random) }
  }

  /// Arrays of arrays.
  struct Matrix: FieldSample, PlistFieldCodable {
    var rows: [[Int]]
    var cubes: [[[Double]]]
    var words: [[String]]

    static let plistFields = PlistFields("rows", "cubes", "words")

    init(_ random: inout ScriptGenerator) {
      rows = random.list { $0.list { $0.integer() } }
      cubes = random.list { $0.list { $0.list { $0.real() } } }
      words = random.list { $0.list { $0.text() } }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      rows = try fields.decode(0)
      cubes = try fields.decode(1)
      words = try fields.decode(2)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(rows)
      case 1: try writer.encode(cubes)
      default: try writer.encode(words)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Matrix(&random) }
  }

  /// Dictionaries whose keys are strings.
  struct Tables: FieldSample, PlistFieldCodable {
    var counts: [String: Int]
    var names: [String: String]
    var cards: [String: Card]
    var tables: [String: [String: Bool]]

    static let plistFields = PlistFields("counts", "names", "cards", "tables")

    init(_ random: inout ScriptGenerator) {
      counts = random.table { $0.integer() }
      names = random.table { $0.text() }
      cards = random.table { Card.sample(&$0) }
      tables = random.table { $0.table { $0.flag() } }
      guard random.number(below: 5) == 0 else { return }
      for number in 0..<80 { counts["key \(random.next() % 10_000)"] = number }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      counts = try fields.decode(0)
      names = try fields.decode(1)
      cards = try fields.decode(2)
      tables = try fields.decode(3)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(counts)
      case 1: try writer.encode(names)
      case 2: try writer.encode(cards)
      default: try writer.encode(tables)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Tables(&random) }
  }

  enum Suit: String, FieldSample, CaseIterable {
    case clubs, diamonds, hearts, spades
    case none = "$null"

    static func sample(_ random: inout ScriptGenerator) -> Self { random.element(of: allCases) }
  }

  enum Rank: Int, FieldSample, CaseIterable {
    case low = -1
    case two = 2
    case high = 1_000_000

    static func sample(_ random: inout ScriptGenerator) -> Self { random.element(of: allCases) }
  }

  enum Level: UInt64, FieldSample, CaseIterable {
    case none = 0
    case all = 0xFFFF_FFFF_FFFF_FFFF

    static func sample(_ random: inout ScriptGenerator) -> Self { random.element(of: allCases) }
  }

  enum Ratio: Double, FieldSample, CaseIterable {
    case half = 0.5
    case whole = 1

    static func sample(_ random: inout ScriptGenerator) -> Self { random.element(of: allCases) }
  }

  /// Enums with raw values.
  struct Hand: FieldSample, PlistFieldCodable {
    var suit: Suit
    var rank: Rank?
    var levels: [Level]
    var ratios: [String: Ratio]

    static let plistFields = PlistFields("suit", "rank", "levels", "ratios")

    init(_ random: inout ScriptGenerator) {
      suit = .sample(&random)
      rank = random.maybe { .sample(&$0) }
      levels = random.list { .sample(&$0) }
      ratios = random.table { .sample(&$0) }
    }

    init(from fields: borrowing PlistFieldReader) throws {
      suit = try fields.decode(0)
      rank = try fields.decodeIfPresent(1)
      levels = try fields.decode(2)
      ratios = try fields.decode(3)
    }

    func encode(field: Int, to writer: inout PlistFieldWriter) throws {
      switch field {
      case 0: try writer.encode(suit)
      case 1: try writer.encodeIfPresent(rank)
      case 2: try writer.encode(levels)
      default: try writer.encode(ratios)
      }
    }

    static func sample(_ random: inout ScriptGenerator) -> Self { Hand(&random) }
  }
}
