// Detection of the format of text in the OpenStep family, by its contents.

extension OpenStepReader {
  /// The format of the text that was read.
  var dialect: PlistFormat {
    if isStringsFile { return .strings }
    if hasGNUStepValues { return .gnuStep }
    if view.matches("// !$*UTF8*$!", at: table.origin.textStart)
      || rootHasKeys(["objects", "rootObject"])
    {
      return .project
    }
    if rootHasKeys([".appVersion"]) || rootHasKeys(["fontMaster", "unitsPerEm"]) { return .glyphs }
    return .openStep
  }

  /// Returns whether the root is a dictionary with these keys among its first.
  private func rootHasKeys(_ keys: [String]) -> Bool {
    guard table.nodes.count > 0, table.nodes[0].kind == .dictionary else { return false }
    let root = table.nodes[0]
    return keys.allSatisfy { key in
      (0..<min(root.count, 64)).contains { index in
        table.nodes[table.child(index, of: root)].isText(key, in: table.source)
      }
    }
  }
}
