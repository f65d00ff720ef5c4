// Subclasses: what they archive beside their superclass, and where they may stand.
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
  @Test("a subclass of a class without properties may not lose its own either")
  func bareSuperclass() {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: LossyBare())
    }
    #expect(error?.code == .lostProperties)
    #expect(error?.message.contains("LossyBare") == true)
    #expect(error?.message.contains("extra") == true)
  }

  @Test("a property that is nil and left out is not taken for lost")
  func leftOut() throws {
    #expect(try copy([FullBare()])[0].extra == nil)
    let full = FullBare()
    full.extra = 5
    #expect(try copy([FullBare(), full])[1].extra == 5)
  }

  @Test("keys of another case count as their properties', whatever the superclass leaves out")
  func keysOfAnotherCase() throws {
    #expect(try copy(CountedCard()).rightCount == 2)
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: LossyCard())
    }
    #expect(error?.code == .lostProperties)
    #expect(error?.message.contains("wrongCount") == true)
  }

  @Test("a subclass stands for its superclass only where it is registered, whoever is made first")
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
