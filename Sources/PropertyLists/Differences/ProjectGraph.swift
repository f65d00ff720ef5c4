// The objects of an Xcode project and the references between them, as a merge sees them: any text
// that is the id of an object refers to it.
internal import OrderedCollections

/// A reference of an object of a project.
struct ProjectReference {
  /// The id of the object that refers.
  var holder: String
  /// The keys and indexes in the object that lead to the reference.
  var steps: [PlistPath.Step]
  /// The id to which the reference leads.
  var target: String
  /// Whether the reference is a key of a dictionary.
  var isKey: Bool
}

/// The objects of a project.
struct ProjectGraph {
  let objects: OrderedDictionary<String, Plist>

  init(_ project: Plist) { objects = project["objects"]?.pairs ?? [:] }

  /// The maximum length of an id in bytes.
  private static let longestID = 256

  /// Returns whether a text can be an id.
  private static func isID(_ text: String) -> Bool { text.utf8.count <= longestID }

  /// Returns all texts of an object that can be ids, keys included.
  static func texts(in object: Plist) -> [String] {
    var texts: [String] = []
    var pending = [object]
    while let value = pending.popLast() {
      switch value {
      case .string(let text): texts.append(text)
      case .array(let elements), .set(let elements): pending += elements
      case .dictionary(let pairs):
        texts += pairs.keys
        pending += pairs.values
      default: break
      }
    }
    return texts.filter(isID)
  }

  /// Returns the references of an object, in the order of the file.
  static func references(
    of id: String, _ object: Plist, where isTarget: (String) -> Bool
  ) -> [ProjectReference] {
    var references: [ProjectReference] = []
    var pending: [(value: Plist, steps: [PlistPath.Step])] = [(object, [])]
    func note(_ text: String, _ steps: [PlistPath.Step], isKey: Bool) {
      if isID(text), isTarget(text) {
        references.append(
          ProjectReference(holder: id, steps: steps, target: text, isKey: isKey))
      }
    }
    while let (value, steps) = pending.popLast() {
      switch value {
      case .string(let text): note(text, steps, isKey: false)
      case .array(let elements), .set(let elements):
        pending += elements.enumerated().reversed().map { ($1, steps + [.index($0)]) }
      case .dictionary(let pairs):
        for key in pairs.keys { note(key, steps + [.key(key)], isKey: true) }
        pending += pairs.reversed().map { ($0.value, steps + [.key($0.key)]) }
      default: break
      }
    }
    return references
  }

  /// Returns the members of the lists of an object.
  static func members(of object: Plist?) -> [String] {
    let lists = object?.pairs?.values.compactMap(\.elements) ?? []
    return lists.flatMap { $0.compactMap(\.stringValue).filter(isID) }
  }

  /// The members of all lists of all objects.
  var allMembers: Set<String> { Set(objects.values.flatMap { Self.members(of: $0) }) }

  /// The ids of the groups that contain each object.
  var groupsByMember: [String: Set<String>] {
    var groups: [String: Set<String>] = [:]
    for (id, object) in objects {
      for child in object["children"]?.elements ?? [] {
        if let member = child.stringValue, Self.isID(member) {
          groups[member, default: []].insert(id)
        }
      }
    }
    return groups
  }
}

extension Plist {
  /// Applies one edit that inserts or removes a value, without a copy of the value.
  mutating func applyInPlace(_ edit: PlistEdit) throws(PlistError) {
    switch edit {
    case .insert(let path, let value, let position):
      try insert(value, at: path, position: position)
    case .remove(let path): try remove(at: path)
    default: try apply([edit])
    }
  }
}
