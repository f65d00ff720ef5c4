// The reasons why the macro generates nothing, as diagnostics with suggestions.

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The reason why nothing is generated.
struct MacroFailure: Error {
  let diagnostics: [Diagnostic]

  /// A reason, and what to do.
  struct Reason: DiagnosticMessage {
    let name: String
    let message: String
    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "PlistCodableMacros", id: name) }
  }

  /// A reason without a suggestion.
  init(_ reason: Reason, at node: some SyntaxProtocol) {
    diagnostics = [Diagnostic(node: node, message: reason)]
  }

  /// A reason with the suggestion to remove the attribute.
  init(_ reason: Reason, at node: some SyntaxProtocol, removing attribute: AttributeSyntax) {
    let fix = FixIt(
      message: Suggestion(text: "Remove '@PlistCodable'"), changes: [.removal(of: attribute)])
    diagnostics = [Diagnostic(node: node, message: reason, fixIts: [fix])]
  }

  /// A reason with the suggestion to name a protocol in the declaration of a class.
  init(
    _ reason: Reason, at node: some SyntaxProtocol, naming name: String,
    in declaration: ClassDeclSyntax
  ) {
    let changed = declaration.naming(name)
    let fix = FixIt(
      message: Suggestion(text: "Add '\(name)' to the declaration"),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(changed))])
    diagnostics = [Diagnostic(node: node, message: reason, fixIts: [fix])]
  }

  private struct Suggestion: FixItMessage {
    let text: String
    var message: String { text }
    var fixItID: MessageID { MessageID(domain: "PlistCodableMacros", id: text) }
  }
}

extension FixIt.Change {
  /// Removes an attribute and the white space after it.
  fileprivate static func removal(of attribute: AttributeSyntax) -> FixIt.Change {
    guard let list = attribute.parent?.as(AttributeListSyntax.self) else {
      return .replace(oldNode: Syntax(attribute), newNode: Syntax(AttributeListSyntax([])))
    }
    return .replace(
      oldNode: Syntax(list), newNode: Syntax(list.filter { $0.id != attribute.id }))
  }
}

extension ClassDeclSyntax {
  /// Returns the declaration with one more type after its colon.
  fileprivate func naming(_ name: String) -> ClassDeclSyntax {
    var changed = self
    let type = TypeSyntax(stringLiteral: name)
    if var clause = inheritanceClause, var last = clause.inheritedTypes.last {
      let end = last.type.trailingTrivia
      last.type.trailingTrivia = []
      last.trailingComma = .commaToken(trailingTrivia: .space)
      let added = InheritedTypeSyntax(type: type.with(\.trailingTrivia, end))
      clause.inheritedTypes = InheritedTypeListSyntax(
        Array(clause.inheritedTypes.dropLast()) + [last, added])
      changed.inheritanceClause = clause
      return changed
    }
    if genericParameterClause == nil {
      changed.name.trailingTrivia = []
    } else {
      changed.genericParameterClause?.trailingTrivia = []
    }
    let added = InheritedTypeSyntax(type: type.with(\.trailingTrivia, .space))
    changed.inheritanceClause = InheritanceClauseSyntax(
      colon: .colonToken(trailingTrivia: .space), inheritedTypes: [added])
    return changed
  }
}

// MARK: Reasons

extension MacroFailure.Reason {
  private init(_ name: String, _ message: String) {
    self.init(name: name, message: message)
  }

  static let otherDeclaration = Self(
    "other-declaration",
    "'@PlistCodable' can be attached only to a struct, a class, or an enum with raw values")

  static func associatedValues(_ type: String) -> Self {
    Self(
      "associated-values",
      "'@PlistCodable' requires an enum with raw values, and '\(type)' has associated values; without"
        + " the attribute, 'Codable' codes it, also as a field of other types")
  }

  static func noRawValues(_ type: String) -> Self {
    Self(
      "no-raw-values",
      "'@PlistCodable' requires an enum with raw values, such as 'enum \(type): String'; without the"
        + " attribute, 'Codable' codes it, also as a field of other types")
  }

  static func repeatedConformance(_ type: String, conformance: String) -> Self {
    Self(
      "repeated-conformance",
      "'\(type)' already conforms to '\(conformance)', which '@PlistCodable' would add")
  }

  static func inheritedConformance(_ type: String) -> Self {
    Self(
      "inherited-conformance",
      "'\(type)' inherits its conformance to 'PlistFieldCodable', and the macro does not see the fields"
        + " of the superclass; override 'plistFields', 'init(from:)' and 'encode(field:to:)'")
  }

  static func openClass(_ type: String) -> Self {
    Self(
      "open-class",
      "'\(type)' must itself declare 'Codable', because Swift synthesizes its required initializer only"
        + " there; or make the class final")
  }

  static func hiddenCodable(_ type: String) -> Self {
    Self(
      "hidden-codable",
      "'\(type)' must itself declare 'Codable': if it inherits the conformance, 'Codable' does not code"
        + " its properties")
  }

  static func insideGenericType(_ type: String, outer: Syntax) -> Self {
    let outer = outer.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    return Self(
      "inside-generic-type",
      "'\(type)' is inside the generic type '\(outer)', which cannot have the constant for its fields;"
        + " move '\(type)' out, or write the conformance to 'PlistFieldCodable' with a constant of type"
        + " 'PlistFields' at the outermost level of the file")
  }

  static func privateType(_ type: String) -> Self {
    Self(
      "private-type",
      "'\(type)' is private inside another type, where no extension can see it; declare it 'fileprivate'"
    )
  }

  static func ownImplementation(_ type: String) -> Self {
    Self(
      "own-implementation",
      "'\(type)' implements 'Codable' itself, and '@PlistCodable' cannot know with which meaning; write"
        + " the conformance to 'PlistFieldCodable' with the same meaning")
  }

  static let conditionalProperties = Self(
    "conditional-properties",
    "'@PlistCodable' does not see which of these properties are compiled; move '#if' into the types of"
      + " the properties, or write the conformance to 'PlistFieldCodable'")

  static let otherCodingKeys = Self(
    "other-coding-keys",
    "'@PlistCodable' requires 'CodingKeys' to be an enum with no members but its cases")

  static func unknownKey(_ key: String) -> Self {
    Self("unknown-key", "there is no stored property '\(key)' that this case could be the key of")
  }
}
