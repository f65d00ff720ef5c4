// The lines below a value of an archive: what each is called, and which value it shows.

internal import KeyedArchives
internal import PropertyLists

/// A line of a value: a field, a member, or half of a pair.
struct ArchiveRow {
  enum Label {
    case key(String)
    case index(Int)
    /// The key of a dictionary, where it is a plain value.
    case scalar(PlistNode)
    /// A half of a pair whose key needs lines of its own.
    case part(String, Int)
  }

  let label: Label
  let value: ArchivedValue
  /// What stands behind the value.
  var suffix = ""
}

/// The lines of a value, made when they are shown.
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

  /// A line; nil where there is none to show: a plain key stands in the line of its value.
  subscript(place: Int) -> ArchiveRow? {
    switch self {
    case .none: nil
    case .fields(let fields): ArchiveRow(fields[place])
    case .members(let members): ArchiveRow(label: .index(place), value: members[place])
    case .counted(let members, let counts):
      ArchiveRow(label: .index(place), value: members[place], suffix: " × \(counts[place])")
    case .entries(let keys, let values): entry(place, keys[place / 2], values[place / 2])
    case .base(let value): ArchiveRow(label: .key("base"), value: value)
    case .both(let contents, let fields):
      place < contents.count ? contents[place] : ArchiveRow(fields[place - contents.count])
    }
  }

  private func entry(_ place: Int, _ key: ArchivedValue, _ value: ArchivedValue) -> ArchiveRow? {
    let isKey = place.isMultiple(of: 2)
    if key.kind == .scalar, key.node.kind != .data {
      return isKey ? nil : ArchiveRow(label: .scalar(key.node), value: value)
    }
    return ArchiveRow(
      label: .part(isKey ? "key" : "value", place / 2), value: isKey ? key : value)
  }
}

extension ArchiveRow {
  init(_ field: ArchivedObject.Field) { self.init(label: .key(field.key), value: field.value) }
}

extension KeyedArchive {
  /// The error of a file that has the keys of an archive and objects, but no reference to any of
  /// them: what is left when references were written as numbers.
  var missingReferences: ArchiveError? {
    guard objects.count > 1, top.allSatisfy({ $0.value.uid == nil }) else { return nil }
    return ArchiveError(
      .notArchive, message: "nothing in $top refers to one of the \(objects.count) objects",
      suggestion: "`plist print` shows property lists that are not archives",
      position: document.root["$top"]?.position, path: PlistPath([.key("$top")]))
  }
}
