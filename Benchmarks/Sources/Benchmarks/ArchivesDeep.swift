// Archives and unarchives chains of objects through every kind of link on a small stack.
import ArgumentParser
import Foundation
import KeyedArchives
import Synchronization

struct ArchivesDeep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archives-deep",
    abstract: "Archives and unarchives long chains of objects on a stack of 512 KB.")

  @Option(help: "Thousands of objects in a chain.") var thousands = 1000

  func run() throws {
    let count = thousands * 1000
    print("chain of \(count)    archive ms  unarchive ms")
    try measure("fields", count, DeepField.self)
    try measure("arrays", count, DeepArray.self)
    try measure("dictionaries", count, DeepDictionary.self)
    try measure("enum payloads", count, DeepPayload.self)
    try measure("subclasses", count, DeepBase.self)
  }

  private func measure<Link: DeepLink>(_ name: String, _ count: Int, _ type: Link.Type) throws {
    let result = Mutex<Result<[Double], any Error>>(.success([]))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let measured = Result { try Self.times(count, type) }
      result.withLock { $0 = measured }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    let times = try result.withLock(\.self).get().map { $0.text.padded(12) }
    print(name.padded(20), times.joined(separator: " "))
  }

  private static func times<Link: DeepLink>(_ count: Int, _ type: Link.Type) throws -> [Double] {
    var head = Link.end()
    for number in 1..<count { head = head.prepending(number) }
    var data = Data()
    let archiving = try milliseconds(1) { data = try KeyedArchiver.archivedData(root: head) }
    guard takeApart(head) == count else {
      throw ValidationError("the original chain has another length")
    }
    let registry = ClassRegistry([DeepSubclass.self])
    var made: Link?
    let unarchiving = try milliseconds(1) {
      made = try KeyedUnarchiver.unarchivedObject(of: Link.self, from: data, registry: registry)
    }
    guard let whole = made else { return [] }
    made = nil
    guard takeApart(whole) == count else {
      throw ValidationError("the decoded chain has another length")
    }
    return [archiving, unarchiving]
  }

  /// Releases a chain link by link, and counts the links: Swift itself would release it by
  /// recursion.
  private static func takeApart<Link: DeepLink>(_ head: Link) -> Int {
    var (length, node) = (1, head)
    while let next = node.takeNext() { (length, node) = (length + 1, next) }
    return length
  }
}

/// A link of a chain.
protocol DeepLink: AnyObject, Codable, SendableMetatype {
  static func end() -> Self
  /// A new link in front of this one.
  func prepending(_ number: Int) -> Self
  /// Detaches and returns the rest of the chain.
  func takeNext() -> Self?
}

final class DeepField: DeepLink {
  var next: DeepField?
  static func end() -> DeepField { DeepField() }
  func prepending(_ number: Int) -> DeepField {
    let link = DeepField()
    link.next = self
    return link
  }
  func takeNext() -> DeepField? {
    defer { next = nil }
    return next
  }
}

final class DeepArray: DeepLink {
  var links: [DeepArray] = []
  static func end() -> DeepArray { DeepArray() }
  func prepending(_ number: Int) -> DeepArray {
    let link = DeepArray()
    link.links = [self]
    return link
  }
  func takeNext() -> DeepArray? { links.popLast() }
}

final class DeepDictionary: DeepLink {
  var links: [String: DeepDictionary] = [:]
  static func end() -> DeepDictionary { DeepDictionary() }
  func prepending(_ number: Int) -> DeepDictionary {
    let link = DeepDictionary()
    link.links = ["key \(number % 5)": self]
    return link
  }
  func takeNext() -> DeepDictionary? { links.popFirst()?.value }
}

final class DeepPayload: DeepLink {
  enum Content: Codable {
    case end
    case more(DeepPayload, number: Int)
  }
  var content = Content.end
  static func end() -> DeepPayload { DeepPayload() }
  func prepending(_ number: Int) -> DeepPayload {
    let link = DeepPayload()
    link.content = .more(self, number: number)
    return link
  }
  func takeNext() -> DeepPayload? {
    guard case .more(let next, _) = content else { return nil }
    content = .end
    return next
  }
}

/// A chain in which each second link is of a subclass.
final class DeepBase: DeepLink {
  var link: DeepMember?
  static func end() -> DeepBase { DeepBase() }
  func prepending(_ number: Int) -> DeepBase {
    let node = number % 2 == 0 ? DeepMember() : DeepSubclass()
    node.next = self
    let link = DeepBase()
    link.link = node
    return link
  }
  func takeNext() -> DeepBase? {
    defer { link = nil }
    defer { link?.next = nil }
    return link?.next
  }
}

class DeepMember: Codable {
  var next: DeepBase?
  init() {}
}

final class DeepSubclass: DeepMember {
  var extra = 7

  override init() { super.init() }

  private enum CodingKeys: String, CodingKey { case extra }

  required init(from decoder: any Decoder) throws {
    extra = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .extra)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(extra, forKey: .extra)
  }
}
