// Tests of a lifecycle whose graph takes longer to save than the limit for a busy actor: a normal
// end waits for it, and a suspension reports the missing changes.

import DurableFiles
import Foundation
import KeyedArchives
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import ObservableState
@testable import StateStorage

/// A page that takes some time to encode.
private final class SlowPage: Codable {
  var text = ""

  enum CodingKeys: String, CodingKey { case text }

  init() {}

  init(from decoder: any Decoder) throws {
    text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
  }

  func encode(to encoder: any Encoder) throws {
    Thread.sleep(forTimeInterval: 0.01)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
  }
}

/// A book of slow pages on its own actor.
private actor Author {
  private var book: SavedGraph<[SlowPage]>?

  func open(_ path: FilePath, pages: Int, in lifecycle: AppLifecycle) throws {
    let book = try SavedGraph(
      path: path, format: .keyedArchive(), initial: (0..<pages).map { _ in SlowPage() },
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)))
    lifecycle.keep(book)
    self.book = book
  }

  func write(_ text: String) { book?.change { $0[0].text = text } }

  func save() async throws { try await book?.save() }
}

/// The messages of the errors of handlers.
private final class Sentences: Sendable {
  private let sentences = Mutex<[String]>([])
  func add(_ error: any Error) { sentences.withLock { $0.append("\(error)") } }
  var all: [String] { sentences.withLock { $0 } }
}

extension AppLifecycleTests {
  /// A lifecycle whose limits are too short for the book that it keeps.
  private func short(
    keeping path: FilePath
  ) async throws -> (lifecycle: AppLifecycle, author: Author, failures: Sentences) {
    var options = Self.quiet
    (options.suspensionLimit, options.terminationLimit) = (.milliseconds(400), .milliseconds(400))
    let (failures, author) = (Sentences(), Author())
    let lifecycle = AppLifecycle(options: options) { _, error in failures.add(error) }
    try await author.open(path, pages: 240, in: lifecycle)
    return (lifecycle, author, failures)
  }

  @Test("A normal end waits for a graph that takes longer to save than the limit for a busy actor")
  func slowGraphAtEnd() async throws {
    let scratch = try StateScratch()
    let (lifecycle, author, failures) = try await short(keeping: scratch.file("book"))
    try await lifecycle.run { await author.write("written") }
    #expect(failures.all == [])
    #expect(try scratch.data("book").range(of: Data("written".utf8)) != nil)
  }

  @Test("A suspension that is too short reports the number of unsaved changes")
  func slowGraphAtSuspension() async throws {
    let scratch = try StateScratch()
    let (lifecycle, author, failures) = try await short(keeping: scratch.file("book"))
    try await lifecycle.start()
    await author.write("written")
    let error = await lifecycle.tell(.didEnterBackground)
    #expect(error?.code == .handlerFailed)
    let sentence =
      "the time limit was too short for the state: 1 of its changes could not be saved"
    #expect(failures.all.first?.contains(sentence) == true, "\(failures.all)")
    // Nothing is lost where the process continues.
    try await author.save()
    #expect(try scratch.data("book").range(of: Data("written".utf8)) != nil)
    try await lifecycle.terminate()
  }
}
