// The macro `@PlistCodable`. A struct gets an extension. A class gets members, because its
// initializers cannot be in an extension. A generic type gets a constant next to it, because it
// cannot have stored static properties.

import SwiftCompilerPlugin
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

@main
struct PlistCodablePlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [PlistCodableMacro.self]
}

/// The implementation of `@PlistCodable`. Its role as an extension reports what is wrong; the other
/// roles then add nothing.
public enum PlistCodableMacro {}

extension PlistCodableMacro: ExtensionMacro {
  /// Returns the extension with the conformance.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let subject = MacroSubject(
      declaration, attribute: node, missing: protocols, enclosing: context.lexicalContext)
    switch subject.plan() {
    case .failure(let failure):
      for diagnostic in failure.diagnostics { context.diagnose(diagnostic) }
      return []
    case .success(.rawValues):
      return [try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: subject.conformances)") {}]
    case .success(.fields(let fields)):
      let conformance = FieldConformance(subject, fields: fields)
      return [
        try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: subject.conformances)") {
          if !subject.isClass { conformance.members(of: TypeSyntax(type)) }
        }
      ]
    }
  }
}

extension PlistCodableMacro: MemberMacro {
  /// Returns the members of a class.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let subject = MacroSubject(
      declaration, attribute: node, missing: protocols, enclosing: context.lexicalContext)
    guard subject.isClass, case .success(.fields(let fields)) = subject.plan() else { return [] }
    return FieldConformance(subject, fields: fields).classMembers
  }
}

extension PlistCodableMacro: PeerMacro {
  /// Returns the constant with the names of a generic type's fields.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let group = declaration.asProtocol((any DeclGroupSyntax).self) else { return [] }
    let subject = MacroSubject(
      group, attribute: node, missing: nil, enclosing: context.lexicalContext)
    guard subject.isGeneric, case .success(.fields(let fields)) = subject.plan() else { return [] }
    return [FieldConformance(subject, fields: fields).peer]
  }
}
