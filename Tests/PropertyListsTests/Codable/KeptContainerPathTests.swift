// Paths of errors in containers that a type keeps, and that are used after their values have ended,
// while another value of the same call is coded.

import Foundation
import PropertyLists
import Testing

/// What the first element of an array keeps for the second.
private final class KeptElements: @unchecked Sendable {
  static let key = CodingUserInfoKey(rawValue: "kept elements")

  var source: (any UnkeyedDecodingContainer)?
  var destination: (any UnkeyedEncodingContainer)?
}

/// A value that is never coded.
private struct RefusingElement: Codable {
  struct RefusalError: Error {}

  init() {}
  init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode([Date].self)
  }
  func encode(to encoder: any Encoder) throws {
    #expect(encoder.codingPath.count < 4)
    throw RefusalError()
  }
}

/// The first element keeps its container, and the second uses it.
private struct KeepingElement: Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    let kept = try #require(KeptElements.key.flatMap { decoder.userInfo[$0] as? KeptElements })
    if kept.source == nil {
      kept.source = try decoder.unkeyedContainer()
    } else {
      let error = #expect(throws: DecodingError.self) {
        try kept.source?.decode(RefusingElement.self)
      }
      guard case .typeMismatch(_, let context) = error else {
        Issue.record("unexpected error: \(String(describing: error))")
        return
      }
      #expect(context.codingPath.count < 5)
    }
  }

  func encode(to encoder: any Encoder) throws {
    let kept = try #require(KeptElements.key.flatMap { encoder.userInfo[$0] as? KeptElements })
    if kept.destination == nil {
      kept.destination = encoder.unkeyedContainer()
    } else {
      #expect(throws: RefusingElement.RefusalError.self) {
        try kept.destination?.encode(RefusingElement())
      }
      var container = encoder.unkeyedContainer()
      try container.encode(2)
    }
  }
}

@Suite("Paths in kept containers")
struct KeptContainerPathTests {
  @Test("A value that is encoded in the container of an ended value has a finite path")
  func encoding() throws {
    var encoder = PlistEncoder()
    encoder.userInfo[try #require(KeptElements.key)] = KeptElements()
    let bytes = try encoder.encode([KeepingElement(), KeepingElement()])
    #expect(try PlistDecoder().decode([[Int]].self, from: bytes) == [[], [2]])
  }

  @Test("A value that is decoded from the container of an ended value has a finite path")
  func decoding() throws {
    for format in [PlistFormat.xml, .binary] {
      let bytes = try PlistEncoder(outputFormat: format).encode([[[1]], [[2]]])
      var decoder = PlistDecoder()
      decoder.userInfo[try #require(KeptElements.key)] = KeptElements()
      #expect(try decoder.decode([KeepingElement].self, from: bytes).count == 2)
    }
  }
}
