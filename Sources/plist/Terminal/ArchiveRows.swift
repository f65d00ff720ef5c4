// The lines below a value of an archive: the label and the value of each.

internal import KeyedArchives
internal import PropertyLists

/// A line below a value: a field, a member, or the key or the value of a pair.
struct ArchiveRow {
  enum Label {
    case key(String)
    case index(Int)
    /// The key of a dictionary, if it is a plain value.
    case scalar(PlistNode)
    /// The key or the value of a pair whose key needs separate lines, with the index of the pair.
    case part(String, Int)
  }

  let label: Label
  let value: ArchivedValue
  /// The text after the value.
  var suffix = ""
}

/// The lines below a value, created when they are shown.
indirect enum ArchiveRows {
  case none
  case fields([ArchivedObject.Field])
  case members(ArchivedValue.Members)
  case counted(ArchivedValue.Members, [PlistInteger])
  case entries(ArchivedValue.Members, ArchivedValue.Members)
  case base(ArchivedValue)
  /// Contents, then other fields.
  case both(ArchiveRows, [ArchivedObject.Field])

  init(_ contents: ArchivedContents) {
    switch contents {
    case .items(let members): self = .members(members)
    case .countedItems(let members, let counts): self = .counted(members, counts)
    case .entries(let keys, let values): self = .entries(keys, values)
    case .url(_, let base?): self = base.kind == .null ? .none : .base(base)
    default: self = .none
    }
  }

  var count: Int {
    switch self {
    case .none: 0
    case .fields(let fields): fields.count
    case .members(let members), .counted(let members, _): members.count
    case .entries(let keys, _): 2 * keys.count
    case .base: 1
    case .both(let contents, let fields): contents.count + fields.count
    }
  }

  /// The line at an index; nil if there is none, because a plain key appears on the line of its
  /// value.
  subscript(index: Int) -> ArchiveRow? {
    switch self {
    case .none: nil
    case .fields(let fields): ArchiveRow(fields[index])
    case .members(let members): ArchiveRow(label: .index(index), value: members[index])
    case .counted(let members, let counts):
      ArchiveRow(label: .index(index), value: members[index], suffix: " × \(counts[index])")
    case .entries(let keys, let values):
      pairRow(at: index, key: keys[index / 2], value: values[index / 2])
    case .base(let value): ArchiveRow(label: .key("base"), value: value)
    case .both(let contents, let fields):
      index < contents.count ? contents[index] : ArchiveRow(fields[index - contents.count])
    }
  }

  private func pairRow(at index: Int, key: ArchivedValue, value: ArchivedValue) -> ArchiveRow? {
    let isKey = index.isMultiple(of: 2)
    if key.kind == .scalar, key.node.kind != .data {
      return isKey ? nil : ArchiveRow(label: .scalar(key.node), value: value)
    }
    return ArchiveRow(
      label: .part(isKey ? "key" : "value", index / 2), value: isKey ? key : value)
  }
}

extension ArchiveRow {
  init(_ field: ArchivedObject.Field) { self.init(label: .key(field.key), value: field.value) }
}

extension KeyedArchive {
  /// The error of a file that has the keys of an archive, and objects, but no reference to any of
  /// the objects. Such a file results if references are written as numbers.
  var missingReferences: ArchiveError? {
    guard objects.count > 1, top.allSatisfy({ $0.value.uid == nil }) else { return nil }
    return ArchiveError(
      .notArchive, message: "$top does not refer to any of the \(objects.count) objects",
      suggestion: "`plist print` shows property lists that are not archives",
      position: document.root["$top"]?.position, path: PlistPath([.key("$top")]))
  }
}
