// The edit of the objects of an Xcode project, which are in sections by class.

extension ContainerEdit {
  /// Changes the text between two objects of a project: new objects go to the section of their
  /// class, and sections without objects are removed.
  mutating func changeObjects(
    after previous: Int?, before next: Int?, texts: [[UInt8]], added: [Int],
    _ project: ProjectEditing
  ) {
    let start = previous.map { ranges.members[$0].end } ?? ranges.contents.lowerBound
    let end = next.map { ranges.members[$0].start } ?? ranges.contents.upperBound
    var gap: [UInt8] = []
    var position = start
    let first = previous.map { $0 + 1 } ?? 0
    for index in first..<(next ?? ranges.members.count) where !isKept[index] {
      let range = ranges.members[index]
      let lineStart = view.startOfLine(of: range.start)
      gap += view.bytes(in: position..<max(position, lineStart))
      position = range.end
      // The line break after the object leaves with it.
      if lineStart > start { position = view.endOfLineBreak(at: position) }
    }
    gap += view.bytes(in: position..<end)
    var sections = ProjectSectionText(
      gap, lineBreak: editor.style.lineBreak, line: layout.memberLine,
      section: previous.flatMap { self.section(ofRange: $0) })
    for (number, text) in zip(added, texts) {
      sections.insert(text, section: tree.className(of: opened.members[number].value))
    }
    sections.removeEmptySections()
    changes.append(TextEditor.TextChange(range: start..<end, bytes: sections.bytes))
  }

  /// Returns the class of the object in a range.
  fileprivate func section(ofRange index: Int) -> String? {
    guard let position = rangeIndexes.firstIndex(of: index) else { return nil }
    return tree.className(of: opened.members[position].value)
  }
}
