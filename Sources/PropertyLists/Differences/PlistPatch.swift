// A list of edits as a JSON file, which `plist diff --format patch` writes and `plist patch` reads.
// Relies on typed JSON for the values.
internal import OrderedCollections

/// A list of edits that can be stored as JSON.
///
/// The JSON is an array with one object for each edit, each on one line. The edits are applied one
/// after another. Paths have the text form of `PlistPath`, and values are typed JSON, so that dates,
/// data and all other values are preserved:
///
/// ```json
/// [
/// {"op":"set","path":"a.b[2]","value":1},
/// {"op":"insert","path":"a.c","value":{"$data":"AAE="},"position":{"after":"b"}},
/// {"op":"append","path":"list","value":"last"},
/// {"op":"remove","path":"list[0]"},
/// {"op":"rename","path":"a.c","to":"d"},
/// {"op":"move","path":"list[3]","to":"list[0]"},
/// {"op":"merge","path":"a","value":{"e":true}},
/// {"op":"sort","path":"a"}
/// ]
/// ```
///
/// `position` is `"first"` or `{"after": KEY}`; without it, the position is `automatic`. `to` is the
/// new key of `rename`, and the path of the value after `move`.
public struct PlistPatch: Sendable, Hashable {
  /// The edits in the order in which they are applied.
  public var edits: [PlistEdit]

  /// Creates a patch from edits.
  public init(edits: [PlistEdit]) { self.edits = edits }

  /// Reads a patch.
  ///
  /// - Throws: `PlistError` with the location in the data: with `invalidPatch` if the JSON is not a
  ///   list of edits, or with the code of the fault if the data is not JSON.
  public init(_ data: Data) throws(PlistError) {
    var options = PlistReadingOptions()
    options.looseText = .json
    // A value is inside an edit and the list.
    options.maximumDepth = Plist.maximumDepth + 2
    let document = try PlistDocument(data, options: options)
    guard document.format == .json || document.format == .typedJSON else {
      throw PlistError(
        .invalidPatch, message: "expected a patch, which is a JSON array of edits",
        position: document.root.position)
    }
    guard document.root.kind == .array else {
      throw PlistError.invalidPatch(
        "expected an array of edits, found \(document.root.kind.phrase)", document.root)
    }
    edits = []
    edits.reserveCapacity(document.root.count)
    for index in 0..<document.root.count {
      guard let node = document.root[index] else { break }
      edits.append(try PatchOperation(node).edit())
    }
  }

  /// Returns the patch as JSON.
  ///
  /// - Throws: `PlistError` with `notRepresentable` for a value that JSON cannot represent, and with
  ///   `invalidEdit` for the restoration of a file, which is not part of a patch.
  public func encoded() throws(PlistError) -> Data {
    if edits.isEmpty { return Data("[]\n".utf8) }
    var options = PlistWritingOptions()
    options.layout = .compact
    options.maximumDepth = Plist.maximumDepth + 2
    var output = Data("[".utf8)
    for (index, edit) in edits.enumerated() {
      output += Data((index == 0 ? "\n" : ",\n").utf8)
      output += try Plist.dictionary(edit.patchMembers())
        .encoded(as: .typedJSON, options: options).dropLast()
    }
    return output + Data("\n]\n".utf8)
  }
}

// MARK: - Writing

extension PlistEdit {
  /// The members of the JSON object for the edit, in order.
  fileprivate func patchMembers() throws(PlistError) -> OrderedDictionary<String, Plist> {
    var members: OrderedDictionary<String, Plist>
    switch self {
    case .set(let path, let value):
      members = ["op": "set", "path": .string(path.fullText), "value": value]
    case .insert(let path, let value, let position):
      members = ["op": "insert", "path": .string(path.fullText), "value": value]
      switch position {
      case .automatic: break
      case .first: members["position"] = "first"
      case .after(let key): members["position"] = ["after": .string(key)]
      }
    case .append(let path, let value):
      members = ["op": "append", "path": .string(path.fullText), "value": value]
    case .remove(let path): members = ["op": "remove", "path": .string(path.fullText)]
    case .rename(let path, let key):
      members = ["op": "rename", "path": .string(path.fullText), "to": .string(key)]
    case .move(let path, let target):
      members = [
        "op": "move", "path": .string(path.fullText), "to": .string(target.fullText),
      ]
    case .merge(let path, let value):
      members = ["op": "merge", "path": .string(path.fullText), "value": value]
    case .sort(let path): members = ["op": "sort", "path": .string(path.fullText)]
    case .restore:
      throw PlistError(
        .invalidEdit, message: "a patch cannot contain the restoration of a file")
    }
    return members
  }
}

// MARK: - Reading

/// The JSON object of an edit.
private struct PatchOperation {
  private let node: PlistNode
  private let name: String

  /// The members of each edit, apart from `op` and `path`.
  private static let members: [String: [String]] = [
    "set": ["value"], "insert": ["value", "position"], "append": ["value"], "remove": [],
    "rename": ["to"], "move": ["to"], "merge": ["value"], "sort": [],
  ]

  init(_ node: PlistNode) throws(PlistError) {
    self.node = node
    guard node.kind == .dictionary else {
      throw PlistError.invalidPatch("expected an edit, found \(node.kind.phrase)", node)
    }
    guard let operation = node["op"] else {
      throw PlistError.invalidPatch("the edit does not have the member “op”", node)
    }
    guard let name = operation.stringValue, let members = Self.members[name] else {
      throw PlistError.invalidPatch(
        "expected an edit (set, insert, append, remove, rename, move, merge or sort), found "
          + (operation.stringValue.map { PlistError.quoted($0) } ?? operation.kind.phrase),
        operation)
    }
    self.name = name
    for position in 0..<node.count {
      guard let key = node.key(at: position) else { break }
      let text = key.stringValue ?? ""
      if text != "op", text != "path", !members.contains(text) {
        throw PlistError.invalidPatch(
          "\(name) does not have a member \(PlistError.quoted(text))", key)
      }
    }
  }

  func edit() throws(PlistError) -> PlistEdit {
    let path = try path("path")
    return switch name {
    case "set": .set(path, try value())
    case "insert": .insert(path, try value(), position: try position())
    case "append": .append(path, try value())
    case "remove": .remove(path)
    case "rename": .rename(path, to: try text("to"))
    case "move": .move(path, to: try self.path("to"))
    case "merge": .merge(path, try value())
    default: .sort(path)
    }
  }

  private func member(_ key: String) throws(PlistError) -> PlistNode {
    guard let member = node[key] else {
      throw PlistError.invalidPatch("\(name) does not have the member “\(key)”", node)
    }
    return member
  }

  private func text(_ key: String) throws(PlistError) -> String {
    let member = try member(key)
    guard let text = member.stringValue else {
      throw PlistError.invalidPatch(
        "expected a string in “\(key)”, found \(member.kind.phrase)", member)
    }
    return text
  }

  private func path(_ key: String) throws(PlistError) -> PlistPath {
    let text = try text(key)
    do throws(PlistError) { return try PlistPath(text) } catch {
      throw PlistError.invalidPatch(error.message, try member(key))
    }
  }

  private func value() throws(PlistError) -> Plist {
    let member = try member("value")
    do throws(PlistError) { return try Plist(member) } catch {
      throw PlistError(
        error.code, message: error.message, position: error.position ?? member.position)
    }
  }

  private func position() throws(PlistError) -> PlistEdit.PairPosition {
    guard let member = node["position"] else { return .automatic }
    if member.stringValue == "first" { return .first }
    if member.count == 1, let key = member["after"]?.stringValue { return .after(key) }
    throw PlistError.invalidPatch(
      "expected \"first\" or {\"after\": KEY} in “position”, found \(member.kind.phrase)", member)
  }
}

extension PlistError {
  /// Returns the error for a part of a patch.
  fileprivate static func invalidPatch(_ message: String, _ node: PlistNode) -> PlistError {
    PlistError(.invalidPatch, message: message, position: node.position)
  }
}
