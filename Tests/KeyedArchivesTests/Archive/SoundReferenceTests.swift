// Random small archives, whose objects share containers and refer to anything, compared with a model
// of which references are valid.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("References of archives")
struct SoundReferenceTests {
  /// An object of a binary file.
  private enum FileObject {
    case text(String)
    case uid(Int)
    case list([Int])
    case set([Int])
    case pairs([(key: Int, value: Int)])

    var bytes: [UInt8] {
      switch self {
      case .text(let text): [0x50 | UInt8(text.utf8.count)] + Array(text.utf8)
      case .uid(let number): [0x80, UInt8(number)]
      case .list(let items): [0xA0 | UInt8(items.count)] + items.map { UInt8($0) }
      case .set(let items): [0xC0 | UInt8(items.count)] + items.map { UInt8($0) }
      case .pairs(let pairs):
        (pairs.count < 15 ? [0xD0 | UInt8(pairs.count)] : [0xDF, 0x10, UInt8(pairs.count)])
          + pairs.map { UInt8($0.key) } + pairs.map { UInt8($0.value) }
      }
    }
  }

  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9 ^ state >> 32
    }
  }

  /// An archive with random slots. Containers refer to later objects, so that they contain no cycles;
  /// the root can be `$objects`.
  private struct RandomArchive {
    static let (version, top, objects, classKey, nameKey, field, name, number) = (
      3, 4, 5, 6, 7, 8, 9, 10
    )
    /// The keys of large dictionaries.
    static let keys = 11..<81
    static let firstRandom = keys.upperBound
    var file: [FileObject]
    let slots: [Int]

    init(_ random: inout Numbers) {
      let count = Int.random(in: 8...30, using: &random)
      let end = Self.firstRandom + count
      slots = (0..<Int.random(in: 2...9, using: &random)).map { _ in
        Int.random(in: Self.firstRandom..<end, using: &random)
      }
      let isRepeated = Int.random(in: 0..<20, using: &random) == 0
      let root = isRepeated ? 2 : Int.random(in: Self.firstRandom..<end, using: &random)
      file = [
        .pairs([(Self.version, Self.number), (Self.top, 1), (Self.objects, 2)]),
        .pairs([(Self.field, root)]), .list(slots), .text("$version"), .text("$top"),
        .text("$objects"), .text("$class"), .text("$classname"), .text("field"), .text("Name"),
        .text(""),
      ]
      file += Self.keys.map { .text("key \($0)") }
      for index in Self.firstRandom..<end {
        func later() -> Int {
          index + 1 < end ? Int.random(in: index + 1..<end, using: &random) : Self.name
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: file.append(.text("text"))
        case 1, 2: file.append(.uid(Int.random(in: 0...slots.count, using: &random)))
        case 3: file.append(.list((0..<Int.random(in: 0...3, using: &random)).map { _ in later() }))
        case 4: file.append(.pairs([(Self.nameKey, Self.name)]))
        case 6: file.append(.set((0..<Int.random(in: 0...3, using: &random)).map { _ in later() }))
        case 7:
          let (chosen, value) = (Int.random(in: Self.keys, using: &random), later())
          let pairs = Self.keys.map { (key: $0, value: $0 == chosen ? value : Self.name) }
          file.append(.pairs(pairs + [(Self.classKey, later())]))
        case 5: file.append(.pairs([(Self.field, later())]))
        default:
          let value = later()
          file.append(.pairs([(Self.field, later()), (Self.classKey, value)]))
        }
      }
    }

    var bytes: [UInt8] {
      let version: [UInt8] = [0x12, 0x00, 0x01, 0x86, 0xA0]
      var binary = BinaryFile(
        file.enumerated().map { $0.offset == Self.number ? version : $0.element.bytes })
      binary.offsetWidth = 2
      return binary.bytes
    }

    var hasSets: Bool { file.contains { if case .set = $0 { true } else { false } } }

    private func value(of key: Int, in object: Int) -> Int? {
      guard case .pairs(let pairs) = file[object] else { return nil }
      return pairs.first { $0.key == key }?.value
    }

    /// Whether a slot contains a value: text, a list, or an object with a class record.
    private func isValue(_ slot: Int) -> Bool {
      switch file[slots[slot]] {
      case .text, .list, .set: return true
      case .uid: return false
      case .pairs:
        guard let reference = value(of: Self.classKey, in: slots[slot]),
          case .uid(let number) = file[reference], number < slots.count
        else { return false }
        return value(of: Self.nameKey, in: slots[number]) == Self.name
      }
    }

    /// Whether every reference that the root leads to refers to a value.
    var isSound: Bool {
      var seen: Set<Int> = []
      func isSound(inside object: Int, isSlot: Bool) -> Bool {
        switch file[object] {
        case .text: return true
        case .uid(let slot):
          guard slot < slots.count, isValue(slot) else { return false }
          return !seen.insert(slot).inserted || isSound(inside: slots[slot], isSlot: true)
        case .list(let items), .set(let items):
          return items.allSatisfy { isSound(inside: $0, isSlot: false) }
        case .pairs(let pairs):
          return pairs.allSatisfy {
            isSlot && $0.key == Self.classKey || isSound(inside: $0.value, isSlot: false)
          }
        }
      }
      return isSound(inside: 1, isSlot: false)
    }
  }

  @Test("An archive is rejected exactly if the root leads to a reference to something else")
  func verdicts() throws {
    var random = Numbers(state: 20_100_601)
    var sound = 0
    for number in 0..<3000 {
      let archive = RandomArchive(&random)
      let document = try PlistDocument(archive.bytes)
      let isAccepted = (try? KeyedUnarchiver(document)) != nil
      #expect(isAccepted == archive.isSound, "archive \(number)")
      if isAccepted { sound += 1 }
      // XML has no sets.
      if archive.hasSets { continue }
      let text = try PlistDocument(document.encoded(as: .xml))
      #expect(((try? KeyedUnarchiver(text)) != nil) == isAccepted, "archive \(number) as XML")
    }
    #expect((200...2800).contains(sound), "\(sound) are valid")
  }
}
