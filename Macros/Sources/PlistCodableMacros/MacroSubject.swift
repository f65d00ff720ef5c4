// The declaration that has the attribute, and what the macro does with it.

import SwiftDiagnostics
import SwiftSyntax

/// A type with the attribute `@PlistCodable`.
struct MacroSubject {
  let declaration: any DeclGroupSyntax
  let attribute: AttributeSyntax
  /// The names of the protocols that the type does not conform to yet; nil if they are not known.
  let missing: Set<String>?
  /// The declarations around the type, from the innermost.
  let enclosing: [Syntax]

  init(
    _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, missing: [TypeSyntax]?,
    enclosing: [Syntax]
  ) {
    self.declaration = declaration
    self.attribute = attribute
    self.missing = missing.map { protocols in
      Set(protocols.map { String($0.trimmedDescription.split(separator: ".").last ?? "") })
    }
    self.enclosing = enclosing
  }

  /// What the macro generates.
  enum Plan {
    /// A conformance of an enum with raw values, without members.
    case rawValues
    case fields([CodedField])
  }

  /// The protocols that the type gets. Each is named, even if another one implies it: Swift 6.3 stops
  /// at a subclass of a class with an implied conformance from a macro.
  var conformances: String {
    let missing = missing ?? []
    var names: [String] = []
    if missing.isSuperset(of: ["Decodable", "Encodable"]) {
      names.append("Swift.Codable")
    } else {
      names += ["Decodable", "Encodable"].filter { missing.contains($0) }.map { "Swift.\($0)" }
    }
    let own = declaration.is(EnumDeclSyntax.self) ? [] : ["PlistFieldCodable"]
    names += (["PlistCodable"] + own).filter { missing.contains($0) }.map { "PropertyLists.\($0)" }
    return names.joined(separator: ", ")
  }

  var isClass: Bool { declaration.is(ClassDeclSyntax.self) }

  /// Whether the type can have subclasses.
  var isOpen: Bool { isClass && !has(.final) }

  var name: String {
    (declaration.asProtocol((any NamedDeclSyntax).self)?.name.text).map(bare) ?? ""
  }

  var isGeneric: Bool { Syntax(declaration).isGenericType }

  /// Whether the declaration is inside another one.
  var isNested: Bool { !enclosing.isEmpty }

  func has(_ keyword: Keyword) -> Bool {
    declaration.modifiers.contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }

  /// The types that the declaration names after its colon.
  var inherited: [TypeSyntax] {
    declaration.inheritanceClause?.inheritedTypes.map { $0.type.trimmed } ?? []
  }

  /// Whether the declaration itself names a protocol.
  func declares(_ protocols: Set<String>) -> Bool {
    inherited.contains { type in
      type.trimmedDescription.split { !($0.isLetter || $0.isNumber) }.contains {
        protocols.contains(String($0))
      }
    }
  }
}

extension Syntax {
  /// Whether a declaration is a type with generic parameters.
  var isGenericType: Bool {
    asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
      && asProtocol((any DeclGroupSyntax).self) != nil
  }
}

// MARK: Plans

extension MacroSubject {
  /// Returns what to generate, or why nothing can be generated.
  func plan() -> Result<Plan, MacroFailure> {
    if let conformance = failure(ofConformance: missing) { return .failure(conformance) }
    if isNested, has(.private) {
      return .failure(MacroFailure(.privateType(name), at: attribute))
    }
    switch Syntax(declaration).as(SyntaxEnum.self) {
    case .enumDecl(let declaration): return plan(of: declaration)
    case .structDecl, .classDecl: return planOfFields()
    default: return .failure(MacroFailure(.otherDeclaration, at: attribute))
    }
  }

  private func failure(ofConformance missing: Set<String>?) -> MacroFailure? {
    guard let missing else { return nil }
    let own = declaration.is(EnumDeclSyntax.self) ? "PlistCodable" : "PlistFieldCodable"
    if !missing.contains(own) {
      return MacroFailure(
        isClass && !declares([own])
          ? .inheritedConformance(name) : .repeatedConformance(name, conformance: own),
        at: attribute, removing: attribute)
    }
    // Swift synthesizes `Codable` in an extension for structs and final classes only. A superclass
    // that is `Codable` codes other properties than the macro sees.
    guard let declaration = declaration.as(ClassDeclSyntax.self),
      !declares(["Codable", "Decodable", "Encodable"])
    else { return nil }
    if !missing.contains("Decodable") {
      return MacroFailure(.hiddenCodable(name), at: attribute, naming: "Codable", in: declaration)
    }
    return isOpen
      ? MacroFailure(.openClass(name), at: attribute, naming: "Codable", in: declaration) : nil
  }

  // MARK: Enums

  private static let rawTypes: Set = [
    "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64", "Double", "Float",
  ]

  private func plan(of declaration: EnumDeclSyntax) -> Result<Plan, MacroFailure> {
    let cases = declaration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    if let element = cases.first(where: { $0.parameterClause != nil }) {
      return .failure(
        MacroFailure(.associatedValues(name), at: element, removing: attribute))
    }
    let hasRawType = declares(Self.rawTypes) || cases.contains { $0.rawValue != nil }
    return hasRawType
      ? .success(.rawValues)
      : .failure(MacroFailure(.noRawValues(name), at: declaration.name, removing: attribute))
  }

  // MARK: Fields

  private func planOfFields() -> Result<Plan, MacroFailure> {
    if let outer = enclosing.first(where: \.isGenericType) {
      return .failure(MacroFailure(.insideGenericType(name, outer: outer), at: attribute))
    }
    let members = declaration.memberBlock.members
    if let own = members.first(where: { $0.decl.isPartOfCodable }) {
      return .failure(MacroFailure(.ownImplementation(name), at: own.decl, removing: attribute))
    }
    let properties = StoredProperties(members)
    if let condition = properties.conditional.first {
      return .failure(MacroFailure(.conditionalProperties, at: condition))
    }
    return codedFields(properties.fields, keys: CodingKeysDeclaration(members)).map { .fields($0) }
  }

  /// Returns the fields in the order of the cases of `CodingKeys`, if there are any.
  private func codedFields(_ properties: [CodedField], keys: CodingKeysDeclaration?)
    -> Result<[CodedField], MacroFailure>
  {
    guard let keys else { return .success(properties) }
    guard let cases = keys.cases else {
      return .failure(MacroFailure(.otherCodingKeys, at: keys.declaration))
    }
    var fields: [CodedField] = []
    for key in cases {
      guard var field = properties.first(where: { bare($0.property) == key.name }) else {
        return .failure(MacroFailure(.unknownKey(key.name), at: key.syntax))
      }
      field.key = key.literal
      fields.append(field)
    }
    return .success(fields)
  }
}

// MARK: Keys

/// The declaration of a type's `CodingKeys`.
struct CodingKeysDeclaration {
  let declaration: DeclSyntax
  /// The cases in their order; nil if the declaration is not an enum with literal raw values.
  let cases: [CodingKeyCase]?

  /// A case of `CodingKeys`.
  struct CodingKeyCase {
    var name: String
    /// The key in the dictionary, as a string literal.
    var literal: String
    var syntax: Syntax
  }

  /// Finds the declaration among the members of a type; nil if there is none.
  init?(_ members: MemberBlockItemListSyntax) {
    let found = members.first { member in
      member.decl.asProtocol((any NamedDeclSyntax).self)?.name.text == "CodingKeys"
    }
    guard let found else { return nil }
    declaration = found.decl
    guard let keys = found.decl.as(EnumDeclSyntax.self) else {
      cases = nil
      return
    }
    // The raw values of other enums are numbers, and their keys are the names of the cases.
    let hasNames = keys.inheritanceClause?.inheritedTypes.contains {
      $0.type.trimmedDescription == "String" || $0.type.trimmedDescription == "Swift.String"
    }
    let elements = keys.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    let hasOwnMembers = keys.memberBlock.members.contains { !$0.decl.is(EnumCaseDeclSyntax.self) }
    let keyCases = elements.map { element in
      let name = bare(element.name.text)
      let raw = hasNames == true ? element.rawValue?.value.trimmedDescription : nil
      return CodingKeyCase(name: name, literal: raw ?? "\"\(name)\"", syntax: Syntax(element))
    }
    cases = hasOwnMembers ? nil : keyCases
  }
}

extension DeclSyntax {
  /// Whether a member of a type is a requirement of `Codable`.
  var isPartOfCodable: Bool {
    if let initializer = self.as(InitializerDeclSyntax.self) {
      let parameters = initializer.signature.parameterClause.parameters
      return parameters.count == 1 && parameters.first?.firstName.text == "from"
        && parameters.first?.type.mentions("Decoder") == true
    }
    if let function = self.as(FunctionDeclSyntax.self), function.name.text == "encode" {
      let parameters = function.signature.parameterClause.parameters
      return parameters.count == 1 && parameters.first?.firstName.text == "to"
        && parameters.first?.type.mentions("Encoder") == true
    }
    return false
  }
}

extension TypeSyntax {
  /// Whether a name is one of the words of a type.
  fileprivate func mentions(_ name: String) -> Bool {
    trimmedDescription.split { !$0.isLetter }.contains { $0 == name }
  }
}
