// Workloads of the formats: bytes to documents, documents to bytes, and value trees in both
// directions.
import BenchmarkDocuments
import PropertyLists

/// The documents that the workloads read and write, one for each format.
enum Samples {
  /// The number of records, so that the instructions per record of two sizes can be compared.
  static let recordCount = CommandLine.arguments.dropFirst(3).first.flatMap { Int($0) } ?? 200

  static func records() throws -> PlistDocument {
    try PlistEncoder().document(Documents.records(recordCount))
  }

  /// A document that a format supports once unsupported values are written as text.
  static func document(for format: PlistFormat) throws -> PlistDocument {
    switch format {
    case .xml, .binary, .openStep, .gnuStep, .json, .typedJSON: try records()
    case .strings: try PlistEncoder().document(Documents.strings(500))
    case .project: try PlistDocument(ProjectText.make(bytes: 100_000))
    case .glyphs: try PlistDocument(font)
    }
  }

  static func bytes(_ format: PlistFormat) throws -> [UInt8] {
    [UInt8](try document(for: format).encoded(as: format, options: options(format)))
  }

  /// Options under which a format supports every value of its document.
  static func options(_ format: PlistFormat) -> PlistWritingOptions {
    var options = PlistWritingOptions()
    if format == .json || format == .openStep { options.unsupportedValues = .asText }
    return options
  }

  /// A font with the keys that Glyphs writes.
  private static var font: Plist {
    var random = SeededGenerator(seed: 8)
    let glyphs = (0..<60).map { index -> Plist in
      let nodes = (0..<24).map { _ -> Plist in
        let (x, y) = (
          Int.random(in: -200...900, using: &random), Int.random(in: 0...700, using: &random)
        )
        return .string("\(x) \(y) \(Bool.random(using: &random) ? "LINE" : "CURVE SMOOTH")")
      }
      let path: Plist = ["closed": "1", "nodes": .array(nodes)]
      let layer: Plist = [
        "layerId": "master01", "paths": [path], "width": .string("\(500 + index)"),
      ]
      return ["glyphname": .string("glyph\(index)"), "layers": [layer], "unicode": "0041"]
    }
    return [
      ".appVersion": "1361", "familyName": "Benchmark Sans", "glyphs": .array(glyphs),
      "unitsPerEm": "1000",
    ]
  }
}

/// Bytes to documents, format by format. Dictionaries with many different keys have a separate
/// workload.
var readingWorkloads: [Workload] {
  PlistFormat.allCases.map { format in
    Workload("read-\(format.rawValue)") {
      let bytes = try Samples.bytes(format)
      return { consume(try PlistDocument(bytes)) }
    }
  }
    + [PlistFormat.xml, .binary].map { format in
      Workload("read-\(format.rawValue)-keys") {
        let bytes = [UInt8](try PlistEncoder(outputFormat: format).encode(Documents.keys(2000)))
        return { consume(try PlistDocument(bytes)) }
      }
    }
}

/// Documents to bytes, format by format.
var writingWorkloads: [Workload] {
  PlistFormat.allCases.map { format in
    Workload("write-\(format.rawValue)") {
      let document = try Samples.document(for: format)
      let options = Samples.options(format)
      return { consume(try document.encoded(as: format, options: options)) }
    }
  }
}

/// Documents to value trees and back.
var valueWorkloads: [Workload] {
  [
    Workload("value-from-document") {
      let document = try Samples.records()
      return { consume(try Plist(document)) }
    },
    Workload("value-to-document") {
      let value = try Plist(Samples.records())
      return { consume(try PlistDocument(value)) }
    },
  ]
}
