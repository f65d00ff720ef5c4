// The properties that Swift's synthesis of `Codable` would code.

import SwiftSyntax

/// A stored property that is coded.
struct CodedField {
  /// The name in Swift, in backticks if it is a keyword.
  var property: String
  /// The key in the dictionary, as a string literal.
  var key: String
  /// The expression of the value: of a property with a wrapper, its wrapper.
  var storage: String
  /// Whether the value is encoded only if it is not nil, and decoded as nil if it is absent.
  var presence: Presence
  /// Whether the value is decoded: not if it is a constant with an initial value.
  var isDecoded: Bool

  /// What is known of whether the type of a property is an optional.
  enum Presence {
    case required
    case optional
    /// The name of the type may be another name for an optional.
    case unknown
  }
}

/// The stored properties of a type, from its declaration.
struct StoredProperties {
  private(set) var fields: [CodedField] = []
  /// Properties that depend on a condition of compilation.
  private(set) var conditional: [IfConfigDeclSyntax] = []

  init(_ members: MemberBlockItemListSyntax) {
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        if variable.isInstanceProperty { add(variable) }
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self), condition.hasProperties {
        conditional.append(condition)
      }
    }
  }

  private mutating func add(_ variable: VariableDeclSyntax) {
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    let isWrapped = variable.hasWrapper
    // In `var a, b: Int`, the type belongs to both, so that the bindings are visited backwards.
    var type: TypeSyntax?
    var added: [CodedField] = []
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
      guard !binding.isComputed else { continue }
      let presence = isWrapped ? .required : type.map { CodedField.Presence($0) } ?? .unknown
      let isDecoded = !isConstant || binding.initializer == nil
      for name in binding.pattern.names.reversed() {
        added.append(
          CodedField(
            property: name, key: "\"\(bare(name))\"", storage: isWrapped ? "_\(bare(name))" : name,
            presence: presence, isDecoded: isDecoded))
      }
    }
    fields += added.reversed()
  }
}

/// Returns a name without backticks.
func bare(_ name: String) -> String { String(name.filter { $0 != "`" }) }

extension CodedField.Presence {
  /// Types whose names mean nothing else, unless a program wants to confuse its readers.
  private static let plainNames: Set = [
    "Array", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "Set", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "URL", "UUID",
  ]

  init(_ type: TypeSyntax) {
    switch type.as(TypeSyntaxEnum.self) {
    case .optionalType, .implicitlyUnwrappedOptionalType: self = .optional
    case .arrayType, .dictionaryType: self = .required
    case .attributedType(let attributed): self.init(attributed.baseType)
    case .identifierType(let named): self.init(name: named.name.text)
    case .memberType(let member) where member.baseType.trimmedDescription == "Swift":
      self.init(name: member.name.text)
    default: self = .unknown
    }
  }

  private init(name: String) {
    if name == "Optional" {
      self = .optional
    } else {
      self = Self.plainNames.contains(name) ? .required : .unknown
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration is not static and not lazy.
  fileprivate var isInstanceProperty: Bool {
    !modifiers.contains { modifier in
      [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains(modifier.name.tokenKind)
    }
  }

  /// Whether an attribute is a property wrapper. Its name begins with a capital letter; the
  /// attributes of Swift do not, except for the main actor.
  fileprivate var hasWrapper: Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      let name = attribute.attributeName.trimmedDescription.split(separator: ".").last ?? ""
      return name.first?.isUppercase == true && name != "MainActor"
    }
  }
}

extension PatternBindingSyntax {
  /// Whether the property is computed. One with observers is stored.
  fileprivate var isComputed: Bool {
    switch accessorBlock?.accessors {
    case nil: false
    case .getter: true
    case .accessors(let accessors):
      accessors.contains { accessor in
        ![.keyword(.willSet), .keyword(.didSet)].contains(accessor.accessorSpecifier.tokenKind)
      }
    }
  }
}

extension PatternSyntax {
  /// The names that a pattern declares.
  fileprivate var names: [String] {
    if let identifier = self.as(IdentifierPatternSyntax.self) {
      return [identifier.identifier.text]
    }
    return self.as(TuplePatternSyntax.self)?.elements.flatMap(\.pattern.names) ?? []
  }
}

extension IfConfigDeclSyntax {
  /// Whether one of the alternatives has a stored property.
  fileprivate var hasProperties: Bool {
    clauses.contains { clause in
      guard case .decls(let members)? = clause.elements else { return false }
      let properties = StoredProperties(members)
      return !properties.fields.isEmpty || !properties.conditional.isEmpty
    }
  }
}
