// Damages small files at every byte and reads the result: nothing crashes, errors have a location
// in the input, and every value survives a round trip and is read alike by the simple reader.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Hostile input")
struct HostileInputTests {
  @Test(
    "Every damaged form of a small XML file is read or rejected",
    arguments: Fixtures.xml.map { TestInput($0) })
  func damagedXML(_ file: TestInput) { readAll(Damage.all(of: file.bytes)) }

  @Test(
    "Every damaged form of a small binary file is read or rejected",
    arguments: Fixtures.binary.map { TestInput($0) })
  func damagedBinary(_ file: TestInput) { readAll(Damage.all(of: file.bytes)) }

  @Test(
    "Every damaged form of a small text is read or rejected",
    arguments: PlistFormat.allCases.filter { $0 != .xml && $0 != .binary })
  func damagedText(_ format: PlistFormat) throws {
    readAll(try Fixtures.text(format).flatMap(Damage.all))
  }

  @Test(
    "Every damaged form of handwritten text is read or rejected",
    arguments: Fixtures.openStep.map { TestInput($0) })
  func damagedOpenStep(_ file: TestInput) { readAll(Damage.all(of: file.bytes)) }

  @Test("There are twenty small files of each format, all readable")
  func fixtures() throws {
    #expect([Fixtures.xml, Fixtures.binary, Fixtures.openStep].allSatisfy { $0.count == 20 })
    #expect(try Fixtures.text(.openStep).count == 20)
    for file in Fixtures.xml + Fixtures.binary {
      #expect(file.count <= 1024)
      #expect(SimpleValue(try PlistDocument(file).root) == (try SimpleReader.read(file)))
    }
  }

  @Test(
    "Small files of the corpus, damaged at every byte in every way, are read or rejected",
    arguments: Sample.all)
  func damagedCorpus(_ sample: Sample) async {
    let files = sample.files
    #expect(files.count >= (sample.isShared ? 20 : 1))
    let forms = Array(Damage.all(of: files.map(\.bytes)))
    await withTaskGroup { group in
      for start in stride(from: 0, to: forms.count, by: 2000) {
        group.addTask { readAll(forms[start..<min(start + 2000, forms.count)]) }
      }
    }
  }

  /// The small files of one folder of the committed corpus or of the shared collection.
  struct Sample: Sendable, CustomStringConvertible {
    var folder: String
    var isShared: Bool

    var description: String { "\(folder)\(isShared ? " (shared)" : "")" }

    /// The committed files are made like the shared ones: a folder that is in both is damaged once.
    static let all: [Sample] = {
      let files = (Corpus.files + Corpus.openStep + Corpus.json).filter { $0.folder != "project" }
      return Dictionary(grouping: files, by: \.folder).sorted { $0.key < $1.key }
        .map { Sample(folder: $0.key, isShared: $0.value.contains(where: \.isShared)) }
    }()

    /// Twenty files up to 1 kB, of evenly distributed sizes; of the committed ones those that are
    /// small enough for all damaged forms.
    var files: [Corpus.File] {
      let files = (Corpus.files + Corpus.openStep + Corpus.json).filter {
        $0.folder == folder && $0.isShared == isShared
          && $0.bytes.count <= (isShared ? 1024 : 300)
      }
      .sorted { ($0.bytes.count, $0.name) < ($1.bytes.count, $1.name) }
      let count = min(20, files.count)
      return (0..<count).map { files[$0 * files.count / count] }
    }
  }

  private func readAll(_ inputs: some Sequence<[UInt8]>) {
    for input in inputs {
      if let complaint = complaint(about: input) {
        Issue.record("\(complaint): \(String(decoding: input, as: UTF8.self)) \(input)")
      }
    }
  }

  /// The problem with reading an input; nil if there is none.
  private func complaint(about input: [UInt8]) -> String? {
    do throws(PlistError) {
      let document = try PlistDocument(input)
      let value = SimpleValue(document.root)
      if let simple = try? SimpleReader.read(input), simple != value {
        return "read as \(value), simply as \(simple)"
      }
      return complaint(about: document, value)
    } catch {
      guard let position = error.position, (0...input.count).contains(position.offset) else {
        return "no location: \(error)"
      }
      return nil
    }
  }

  /// Whether a document survives a round trip in its own format.
  private func complaint(about document: PlistDocument, _ value: SimpleValue) -> String? {
    guard let format = document.format else { return "no format" }
    do throws(PlistError) {
      let again = SimpleValue(try PlistDocument(try document.encoded(as: format)).root)
      // A project is written in its specific order.
      let isEqual =
        format == .project ? again.withSortedKeys == value.withSortedKeys : again == value
      return isEqual ? nil : "written back as \(again), read as \(value)"
    } catch {
      return error.code == .notRepresentable ? nil : "written back unreadable: \(error)"
    }
  }
}

/// Ways to damage a file.
enum Damage {
  static func truncations(_ file: [UInt8], from start: Int = 0) -> [[UInt8]] {
    (start..<file.count).map { Array(file.prefix($0)) }
  }

  static func flips(_ file: [UInt8], from start: Int = 0) -> [[UInt8]] {
    changes(file, from: start) { $0 ^ 0xFF }
  }

  static func all(of file: [UInt8]) -> [[UInt8]] { all(of: file, from: 0) }

  /// Every form of a file that is damaged at a byte from `start` on.
  static func all(of file: [UInt8], from start: Int) -> [[UInt8]] {
    let replaced =
      changes(file, from: start) { _ in 0 } + changes(file, from: start) { _ in 0xFF }
      + changes(file, from: start) { $0 &+ 1 }
    return truncations(file, from: start) + flips(file, from: start) + replaced
      + lengths(file, from: start)
  }

  /// Every damaged form of some files, each once: the beginning that a file has in common with the
  /// one before, such as the header of XML, is damaged only there, and a byte that is removed from a
  /// run of equal ones gives the same form as its neighbor.
  static func all(of files: [[UInt8]]) -> Set<[UInt8]> {
    var forms: Set<[UInt8]> = []
    for (before, file) in zip([[]] + files, files) {
      forms.formUnion(all(of: file, from: zip(before, file).prefix { $0 == $1 }.count))
    }
    return forms
  }

  private static func changes(
    _ file: [UInt8], from start: Int, _ change: (UInt8) -> UInt8
  ) -> [[UInt8]] {
    file.indices[start...].map { index in
      var changed = file
      changed[index] = change(file[index])
      return changed
    }
  }

  /// One byte removed or duplicated.
  private static func lengths(_ file: [UInt8], from start: Int) -> [[UInt8]] {
    file.indices[start...].flatMap { index in
      var (shorter, longer) = (file, file)
      shorter.remove(at: index)
      longer.insert(file[index], at: index)
      return [shorter, longer]
    }
  }
}
