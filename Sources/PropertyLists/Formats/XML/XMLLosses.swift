// Changes without an error when a value is written as XML.

extension XMLFormat {
  static func losses(of node: PlistNode) -> [PlistDiagnostic] {
    let storage = node.storage
    return node.finding(storage.strings(where: storage.hasControl), code: .controlCharacter) {
      node in
      "control characters such as \(storage.controlName(in: node)) are written as Apple's software"
        + " writes them; other XML parsers reject them"
    }
      + node.finding(storage.datesWithFractions, code: .lostFraction) { _ in
        "XML stores dates in whole seconds, so fractions are dropped"
      }
      + node.finding(storage.strings(where: storage.hasLoneSurrogate), code: .loneSurrogate) { _ in
        "an unpaired surrogate is written as U+FFFD"
      }
      + node.finding(storage.keysEqualInXML, code: .duplicateKey) { _ in
        "the key differs from another in its dictionary only in unpaired surrogates: in XML they are"
          + " one key, and readers keep one of its values"
      }
  }
}

extension DocumentStorage {
  fileprivate func strings(where holds: (Node) -> Bool) -> Set<Int> {
    var found: Set<Int> = []
    for index in 0..<nodes.count where nodes[index].kind == .string && holds(nodes[index]) {
      found.insert(index)
    }
    return found
  }

  /// The keys that are equal in XML to an earlier key of their dictionary.
  fileprivate var keysEqualInXML: Set<Int> {
    let unusual = strings(where: hasLoneSurrogate)
    if unusual.isEmpty { return [] }
    var found: Set<Int> = []
    for index in 0..<nodes.count where nodes[index].kind == .dictionary {
      let node = nodes[index]
      let keys = (0..<node.count).map { key($0, of: node) }
      guard keys.contains(where: unusual.contains) else { continue }
      var texts: Set<[UInt8]> = []
      for key in keys where !texts.insert(Array(nodes[key].text(in: source).utf8)).inserted {
        found.insert(key)
      }
    }
    return found
  }

  fileprivate var datesWithFractions: Set<Int> {
    var found: Set<Int> = []
    for index in 0..<nodes.count where nodes[index].kind == .date {
      let seconds = Double(bitPattern: nodes[index].payload)
      if seconds != seconds.rounded(.down) { found.insert(index) }
    }
    return found
  }
}
