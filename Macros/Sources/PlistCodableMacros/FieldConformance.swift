// The text of the conformance to `PlistFieldCodable`.

import SwiftSyntax
import SwiftSyntaxBuilder

/// The members of a type with numbered fields.
struct FieldConformance {
  private let subject: MacroSubject
  private let fields: [CodedField]

  init(_ subject: MacroSubject, fields: [CodedField]) {
    self.subject = subject
    self.fields = fields
  }

  // MARK: Declarations

  /// The members of an extension.
  @MemberBlockItemListBuilder
  func members(of type: TypeSyntax) -> MemberBlockItemListSyntax {
    names(of: type)
    initializer
    encoding
  }

  /// The members of a class. Those of a class with subclasses can be overridden.
  var classMembers: [DeclSyntax] {
    let type = TypeSyntax(stringLiteral: subject.name)
    guard subject.isOpen, !subject.isGeneric else {
      return [names(of: type), initializer, encoding]
    }
    let own: DeclSyntax = "private static let ownPlistFields = \(raw: constructor)"
    let names: DeclSyntax = """
      \(raw: overridable)class var plistFields: PropertyLists.PlistFields { ownPlistFields }
      """
    return [own, names, initializer, encoding]
  }

  /// The constant with the names of a generic type's fields, outside the type.
  var peer: DeclSyntax {
    let modifiers = subject.isNested ? "fileprivate static" : "private"
    return "\(raw: modifiers) let \(raw: peerName) = \(raw: constructor)"
  }

  private var peerName: String { "plistFieldsOf\(subject.name)" }

  private func names(of type: TypeSyntax) -> DeclSyntax {
    guard subject.isGeneric else {
      return "\(raw: access)static let plistFields = \(raw: constructor)"
    }
    let home = type.as(MemberTypeSyntax.self).map { "\($0.baseType.trimmedDescription)." } ?? ""
    let kind = subject.isOpen ? "\(overridable)class" : "\(access)static"
    return """
      \(raw: kind) var plistFields: PropertyLists.PlistFields { \(raw: home)\(raw: peerName) }
      """
  }

  private var constructor: String {
    "PropertyLists.PlistFields(\(fields.map(\.key).joined(separator: ", ")))"
  }

  private var initializer: DeclSyntax {
    let required = subject.isOpen ? "required " : ""
    return """
      \(raw: access)\(raw: required)init(from fields: borrowing PropertyLists.PlistFieldReader) throws {
      \(raw: decodingBody)
      }
      """
  }

  /// The assignments of the decoded properties. Those of a struct are one assignment, after all that
  /// can fail: otherwise the compiler creates the struct in one location and copies it to another.
  private var decodingBody: String {
    let assignments = fields.indices.filter { fields[$0].isDecoded }.map { number in
      let function = fields[number].presence == .optional ? "decodeIfPresent" : "decode"
      return ("self.\(fields[number].storage)", "try fields.\(function)(\(number))")
    }
    if subject.isClass || assignments.count < 2 {
      return assignments.map { "\($0) = \($1)" }.joined(separator: "\n")
    }
    let properties = assignments.map(\.0).joined(separator: ", ")
    let values = assignments.map(\.1).joined(separator: ",\n")
    return "(\(properties)) = (\n\(values)\n)"
  }

  private var encoding: DeclSyntax {
    """
    \(raw: overridable)func encode(field: Int, to writer: inout PropertyLists.PlistFieldWriter) throws {
    \(raw: encodingBody)
    }
    """
  }

  private var encodingBody: String {
    let statements = fields.map { field in
      let function = field.presence == .required ? "encode" : "encodeIfPresent"
      return "try writer.\(function)(self.\(field.storage))"
    }
    guard let last = statements.last, statements.count > 1 else {
      return statements.first ?? ""
    }
    let cases = statements.dropLast().enumerated().map { "case \($0.offset): \($0.element)\n" }
    return "switch field {\n\(cases.joined())default: \(last)\n}"
  }

  // MARK: Access

  /// The modifier of members, with a space after it.
  private var access: String {
    if subject.has(.public) || subject.has(.open) { return "public " }
    if subject.has(.package) { return "package " }
    return subject.has(.private) || subject.has(.fileprivate) ? "fileprivate " : ""
  }

  /// The modifier of members that subclasses override.
  private var overridable: String { subject.has(.open) ? "open " : access }
}
