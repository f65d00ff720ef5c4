// The order of the objects of an Xcode project: sections by class, and objects by id in each
// section. Entries that are not objects come last, sorted by key, so that nothing is lost.

/// The sections of a project.
struct ProjectSections {
  /// The indexes of all entries, in the order in which they are written.
  private(set) var order: [UInt32] = []
  private(set) var sections: [Section] = []

  /// The entries of one class.
  struct Section {
    var name: String
    /// The range of the section in `order`.
    var range: Range<Int>
  }

  init(_ objects: ProjectObjects) {
    var groups: [String: [UInt32]] = [:]
    var others: [UInt32] = []
    for (index, name) in zip(objects.indexes, objects.classes) {
      if let name { groups[name, default: []].append(index) } else { others.append(index) }
    }
    for (name, indexes) in groups.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      sections.append(Section(name: name, range: order.count..<order.count + indexes.count))
      order += indexes
    }
    order += others
  }
}
