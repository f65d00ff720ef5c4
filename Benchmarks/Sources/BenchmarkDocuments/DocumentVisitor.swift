// Selects the type as which a document of the grid is decoded, by the document's name.

package import PropertyLists

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An operation on the type of a document.
package protocol DocumentVisitor {
  /// Called with the type.
  func visit<Value: PlistCodable>(_ type: Value.Type) throws
}

extension Documents {
  /// Calls a visitor with the type that a document decodes as.
  ///
  /// - Returns: False when no type is known under the name.
  package static func visitType(of document: String, _ visitor: some DocumentVisitor) throws -> Bool
  {
    switch document.split(separator: "-").first {
    case "records": try visitor.visit([Record].self)
    case "strings": try visitor.visit([String: String].self)
    case "numbers": try visitor.visit(Numbers.self)
    case "blobs": try visitor.visit([String: Data].self)
    case "small": try visitor.visit(InfoPlist.self)
    case "deep": try visitor.visit(DeepNode.self)
    default: return false
    }
    return true
  }
}
