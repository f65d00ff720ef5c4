// The check that an edited file reads back as intended. Edits of text depend on everything around
// them, so a mistake would otherwise be noticed only when the file is read the next time.
internal import OrderedCollections

/// A comparison of the value that edits intend with the one that is read back.
struct ReadBack {
  /// The maximum size in bytes of files that are read back. Reading larger ones would take longer
  /// than the edit.
  static let largestSize = 1 << 23

  /// Whether the format writes some kinds of scalars as text.
  private let isTextual: Bool

  /// Throws if an edited file cannot be read, or has another value than intended.
  static func check(_ edited: EditedPlist, of storage: DocumentStorage, tree: EditTree)
    throws(PlistError)
  {
    guard edited.byteCount <= largestSize, let intended = try? tree.plist(of: tree.root),
      let codec = storage.origin.codec
    else { return }
    let isTextual = codec.isOpenStepFamily || codec is any JSONCodec.Type
    let readBack = ReadBack(isTextual: isTextual)
    var path = PlistPath()
    do throws(PlistError) {
      let document = try PlistDocument(edited.data, options: storage.optionsOfReading)
      guard let difference = try readBack.difference(intended, Plist(document)) else { return }
      path = difference
    } catch {
      throw PlistError(
        .invalidEdit, message: "the edited file could not be read: \(error.message)",
        path: error.path)
    }
    throw PlistError(
      .invalidEdit, message: "the edited file would be read with another value", path: path)
  }

  /// Returns the path of the first value that differs; nil if there is none.
  private func difference(_ intended: Plist, _ found: Plist) -> PlistPath? {
    var pending = [(intended, found, PlistPath())]
    while let (intended, found, path) = pending.popLast() {
      if let pairs = intended.pairs {
        guard let others = found.pairs, others.count == pairs.count else { return path }
        for (key, value) in pairs.elements {
          let inner = path.appending(.key(key))
          guard let other = others[key] else { return inner }
          pending.append((value, other, inner))
        }
      } else if let elements = intended.elements {
        guard let others = found.elements, others.count == elements.count else { return path }
        for (index, pair) in zip(elements, others).enumerated() {
          pending.append((pair.0, pair.1, path.appending(.index(index))))
        }
      } else if !isEqual(intended, found) {
        return path
      }
    }
    return nil
  }

  private func isEqual(_ intended: Plist, _ found: Plist) -> Bool {
    switch (intended, found) {
    case (.string(let a), .string(let b)): return a.hasSameBytes(as: b)
    case (.date(let a), .date(let b)):
      // Text has whole seconds.
      return a == b || abs(a.timeIntervalSince(b)) < 1
    case (.real(let a), .real(let b)): return a == b || a.isNaN && b.isNaN
    default:
      if intended == found { return true }
      return isTextual && intended.kind != found.kind && !found.kind.isContainer
    }
  }
}

extension DocumentStorage {
  /// The options with which the text is read again.
  fileprivate var optionsOfReading: PlistReadingOptions {
    var options = PlistReadingOptions()
    options.maximumDepth = max(options.maximumDepth, depth + Plist.maximumDepth)
    if origin.codec is any JSONCodec.Type { options.looseText = .json }
    if case .singleByte(let encoding)? = origin.text?.encoding { options.encoding = encoding }
    let isOpenStep = origin.codec?.isOpenStepFamily == true && origin.format != .gnuStep
    if isOpenStep, (0..<nodes.count).contains(where: { nodes[$0].kind == .integer }) {
      options.numbers = .typed
    }
    return options
  }
}
