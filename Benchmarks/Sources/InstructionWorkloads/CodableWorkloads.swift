// Workloads of Codable: bytes and documents to types, and types to bytes and documents.
import BenchmarkDocuments
import PropertyLists

/// A shape of values, as a generic type for creating workloads.
private struct Shape<Value: Codable> {
  let name: String
  /// The number of calls in one workload: more than one where fixed costs would dominate.
  let calls: Int
  let make: () -> Value
}

private var recordsShape: Shape<[Record]> {
  Shape(name: "records", calls: 1) { Documents.records(Samples.recordCount) }
}
private var smallShape: Shape<InfoPlist> { Shape(name: "small", calls: 20) { Documents.small } }
private var deepShape: Shape<DeepNode> { Shape(name: "deep", calls: 1) { Documents.deep(400) } }

/// Bytes to types, and documents to types: the second is only the work of Codable.
var decodingWorkloads: [Workload] {
  decoding(recordsShape) + decoding(smallShape) + decoding(deepShape)
    + [decodeStrings, decodeTryChains]
}

/// A dictionary of strings, which XML needs no document for.
private var decodeStrings: Workload {
  Workload("decode-strings-xml") {
    let bytes = [UInt8](try PlistEncoder(outputFormat: .xml).encode(Documents.strings(500)))
    return { consume(try PlistDecoder().decode([String: String].self, from: bytes)) }
  }
}

/// Strings decoded as a type that tries one type after the other: four errors for each.
private var decodeTryChains: Workload {
  Workload("decode-try-chains") {
    let document = try PlistEncoder().document(["values": Documents.guessedStrings(200)])
    return { consume(try PlistDecoder().decode([String: [GuessedValue]].self, from: document)) }
  }
}

/// Types to bytes, and types to documents.
var encodingWorkloads: [Workload] {
  encoding(recordsShape) + encoding(smallShape) + encoding(deepShape)
}

private func decoding<Value: Codable>(_ shape: Shape<Value>) -> [Workload] {
  [PlistFormat.xml, .binary].flatMap { format in
    [
      Workload("decode-\(shape.name)-\(format.rawValue)") {
        let bytes = [UInt8](try PlistEncoder(outputFormat: format).encode(shape.make()))
        return {
          for _ in 0..<shape.calls {
            consume(try PlistDecoder().decode(Value.self, from: bytes))
          }
        }
      },
      Workload("decode-\(shape.name)-\(format.rawValue)-document") {
        let data = try PlistEncoder(outputFormat: format).encode(shape.make())
        let document = try PlistDocument(data)
        return {
          for _ in 0..<shape.calls {
            consume(try PlistDecoder().decode(Value.self, from: document))
          }
        }
      },
    ]
  }
}

private func encoding<Value: Codable>(_ shape: Shape<Value>) -> [Workload] {
  let document = Workload("encode-\(shape.name)-document") {
    let value = shape.make()
    return { for _ in 0..<shape.calls { consume(try PlistEncoder().document(value)) } }
  }
  return [PlistFormat.xml, .binary].map { format in
    Workload("encode-\(shape.name)-\(format.rawValue)") {
      let value = shape.make()
      return {
        for _ in 0..<shape.calls {
          consume(try PlistEncoder(outputFormat: format).encode(value))
        }
      }
    }
  } + [document]
}

// MARK: By fields

/// Bytes to types that are coded by their fields, and such types to bytes.
var fieldWorkloads: [Workload] {
  fields("records", calls: 1) { Documents.records(Samples.recordCount) }
    + fields("small", calls: 20) { Documents.small }
    + fields("deep", calls: 1) { Documents.deep(400) }
}

private func fields<Value: PlistCodable>(
  _ name: String, calls: Int, make: @escaping () -> Value
) -> [Workload] {
  [PlistFormat.xml, .binary].flatMap { format in
    [
      Workload("decode-fields-\(name)-\(format.rawValue)") {
        let bytes = [UInt8](try PlistEncoder(outputFormat: format).encode(make()))
        return {
          for _ in 0..<calls { consume(try PlistDecoder().decode(Value.self, from: bytes)) }
        }
      },
      Workload("encode-fields-\(name)-\(format.rawValue)") {
        let value = make()
        return {
          for _ in 0..<calls { consume(try PlistEncoder(outputFormat: format).encode(value)) }
        }
      },
    ]
  }
}
