// Workloads of keyed archives, of graphs of any class, and of the JSON of archives.
import BenchmarkDocuments
import KeyedArchives
import PropertyLists

/// Archives and graphs of 300 flash cards.
var archiveWorkloads: [Workload] {
  [
    Workload("archive-plain") {
      let deck = FlashCard.deck(300)
      return { consume(try KeyedArchiver.archivedData(root: deck)) }
    },
    Workload("archive-keyed-coding") {
      let deck = FlashCard.deck(300).map(HandCodedCard.init)
      return { consume(try KeyedArchiver.archivedData(root: deck)) }
    },
    Workload("unarchive-plain") {
      let data = try KeyedArchiver.archivedData(root: FlashCard.deck(300))
      return { consume(try KeyedUnarchiver.unarchivedObject(of: [FlashCard].self, from: data)) }
    },
    Workload("unarchive-keyed-coding") {
      let data = try KeyedArchiver.archivedData(root: FlashCard.deck(300))
      return { consume(try KeyedUnarchiver.unarchivedObject(of: [HandCodedCard].self, from: data)) }
    },
    Workload("archive-fields") {
      let deck = FlashCard.deck(300).map(FieldCard.init)
      return { consume(try KeyedArchiver.archivedData(root: deck)) }
    },
    Workload("unarchive-fields") {
      let data = try KeyedArchiver.archivedData(root: FlashCard.deck(300))
      return { consume(try KeyedUnarchiver.unarchivedObject(of: [FieldCard].self, from: data)) }
    },
    Workload("archive-plain-encode") {
      let deck = FlashCard.deck(300)
      return { try KeyedArchiver().encode(deck, forKey: "root") }
    },
    Workload("archive-plain-layout") {
      // An archiver lays out its document once, so each run of the work uses a new one.
      var archivers = try (0..<2).map { _ in
        let archiver = KeyedArchiver()
        try archiver.encode(FlashCard.deck(300), forKey: "root")
        return archiver
      }
      return { consume(try archivers.removeLast().finishDocument()) }
    },
    Workload("unarchive-plain-document") {
      let document = try deckDocument()
      return { consume(try KeyedUnarchiver(document).decode([FlashCard].self, forKey: "root")) }
    },
    Workload("unarchive-keyed-coding-document") {
      let document = try deckDocument()
      return { consume(try KeyedUnarchiver(document).decode([HandCodedCard].self, forKey: "root")) }
    },
    Workload("unarchive-try-chains") {
      let archive = try KeyedArchiver.archivedData(root: Documents.guessedStrings(200))
      let document = try PlistDocument(archive)
      return { consume(try KeyedUnarchiver(document).decode([GuessedValue].self, forKey: "root")) }
    },
    Workload("archive-table") {
      let document = try deckDocument()
      return { consume(try KeyedArchive(document)) }
    },
    Workload("object-graph-read") {
      let document = try deckDocument()
      return { consume(try ObjectGraph(document)) }
    },
    Workload("object-graph-write") {
      let graph = try ObjectGraph(deckDocument())
      return { consume(try graph.document()) }
    },
    Workload("archive-verify") {
      let document = try deckDocument()
      return { consume(KeyedArchive.diagnose(document)) }
    },
    Workload("archive-json") {
      let archive = try KeyedArchive(deckDocument())
      return { consume(try archive.json()) }
    },
  ]
}

private func deckDocument() throws -> PlistDocument {
  try PlistDocument(KeyedArchiver.archivedData(root: FlashCard.deck(300)))
}
