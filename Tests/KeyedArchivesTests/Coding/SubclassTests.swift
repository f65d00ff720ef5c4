// Tests of subclasses: what they archive in addition to their superclass, and where they are
// accepted.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import Testing

private class Bare: Codable {
  init() {}
}

private final class LossyBare: Bare {
  var extra = 1
}

private final class FullBare: Bare {
  var extra: Int?

  override init() { super.init() }

  private enum CodingKeys: String, CodingKey { case extra }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    extra = try container.decodeIfPresent(Int.self, forKey: .extra)
    super.init()
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(extra, forKey: .extra)
  }
}

private class Card: KeyedCoding {
  var question = "?"
  var cache = 0

  init() {}

  required init(coder: UnarchivingCoder) throws {
    question = try coder.decode(String.self, forKey: "Question") ?? ""
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(question, forKey: "Question")
  }
}

private final class CountedCard: Card {
  var rightCount = 2

  override init() { super.init() }

  required init(coder: UnarchivingCoder) throws {
    rightCount = try coder.decodeInteger(forKey: "RightCount")
    try super.init(coder: coder)
  }

  override func encode(with coder: ArchivingCoder) throws {
    try super.encode(with: coder)
    try coder.encode(rightCount, forKey: "RightCount")
  }
}

private final class LossyCard: Card {
  var wrongCount = 3
}

private final class CardFirst: Codable {
  var counted: CountedCard
  var card: Card

  init(_ card: CountedCard) { (counted, self.card) = (card, card) }
}

private final class CardLast: Codable {
  var card: Card
  var counted: CountedCard

  init(_ card: CountedCard) { (counted, self.card) = (card, card) }
}

@Suite("Subclasses")
struct SubclassTests {
  @Test("A subclass of a class without properties must not lose its own properties")
  func bareSuperclass() {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: LossyBare())
    }
    #expect(error?.code == .lostProperties)
    #expect(error?.message.contains("LossyBare") == true)
    #expect(error?.message.contains("extra") == true)
  }

  @Test("A nil property that is omitted does not count as lost")
  func leftOut() throws {
    #expect(try copy([FullBare()])[0].extra == nil)
    let full = FullBare()
    full.extra = 5
    #expect(try copy([FullBare(), full])[1].extra == 5)
  }

  @Test("Keys with different capitalization count as the property's, whatever is omitted")
  func keysOfAnotherCase() throws {
    #expect(try copy(CountedCard()).rightCount == 2)
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: LossyCard())
    }
    #expect(error?.code == .lostProperties)
    #expect(error?.message.contains("wrongCount") == true)
  }

  @Test("A subclass replaces its superclass only where registered, in any decoding order")
  func everyReference() throws {
    for attempt in [
      { _ = try copy(CardFirst(CountedCard())) }, { _ = try copy(CardLast(CountedCard())) },
    ] {
      let error = #expect(throws: ArchiveError.self) { try attempt() }
      #expect(error?.code == .unexpectedClass)
      #expect(error?.path.description == "root.card")
    }
    let first = try copy(CardFirst(CountedCard()), [CountedCard.self])
    let last = try copy(CardLast(CountedCard()), [CountedCard.self])
    #expect(first.card === first.counted)
    #expect(last.card === last.counted)
  }
}
