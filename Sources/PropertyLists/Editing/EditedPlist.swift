// The result of edits of a file: its bytes as ranges of the original and new bytes, and what undoes
// the edits.

/// A property list after edits: bytes that differ from the original ones only where they must.
public struct EditedPlist: Sendable {
  /// A part of the edited bytes.
  enum Piece: Sendable {
    /// A range of the original bytes.
    case kept(Range<Int>)
    case new(SourceBytes)
  }

  private let input: SourceBytes
  private let pieces: [Piece]

  init(_ input: SourceBytes, pieces: [Piece]) {
    self.input = input
    self.pieces = pieces
  }

  /// The number of bytes.
  public var byteCount: Int {
    pieces.reduce(0) { sum, piece in
      switch piece {
      case .kept(let range): sum + range.count
      case .new(let bytes): sum + bytes.count
      }
    }
  }

  /// The bytes of the edited file, copied on each access.
  public var data: Data {
    var output = ByteWriter(minimumCapacity: byteCount)
    for piece in pieces {
      switch piece {
      case .kept(let range):
        output.append(input.view, at: range.lowerBound, count: range.count)
      case .new(let bytes): output.append(bytes.view)
      }
    }
    return output.data()
  }

  /// Whether the bytes are those of the original file.
  public var isUnchanged: Bool {
    guard byteCount == input.count else { return false }
    var position = 0
    for piece in pieces {
      switch piece {
      case .kept(let range):
        if range.lowerBound != position { return false }
        position += range.count
      case .new(let bytes):
        let view = bytes.view
        guard view.isEqual(at: 0, count: view.count, to: input.view, at: position) else {
          return false
        }
        position += view.count
      }
    }
    return true
  }

  /// Calls a function with the bytes in order, in chunks of at most 1 MiB. Needs no memory for a copy
  /// of the file.
  public func forEachChunk<Failure: Error>(_ body: (Data) throws(Failure) -> Void)
    throws(Failure)
  {
    for piece in pieces {
      let view: ByteView
      switch piece {
      case .kept(let range): view = input.view.slice(range)
      case .new(let bytes): view = bytes.view
      }
      var position = 0
      while position < view.count {
        let count = min(1 << 20, view.count - position)
        try body(view.data(at: position, count: count))
        position += count
      }
    }
  }

  /// An edit of the edited file that restores the original bytes. It applies only to a document
  /// with exactly the bytes of `data`.
  public var inverse: PlistEdit {
    let data = data
    var replacements: [PlistRestoration.Replacement] = []
    var (original, edited) = (0, 0)
    var added = 0
    /// Ends a run of new bytes at a position of the original.
    func endRun(at position: Int) {
      if added > 0 || position > original {
        let bytes = input.view.data(at: original, count: position - original)
        replacements.append(
          PlistRestoration.Replacement(range: edited - added..<edited, bytes: bytes))
      }
      added = 0
    }
    for piece in pieces {
      switch piece {
      case .kept(let range):
        endRun(at: range.lowerBound)
        original = range.upperBound
        edited += range.count
      case .new(let bytes):
        added += bytes.count
        edited += bytes.count
      }
    }
    endRun(at: input.count)
    return .restore(
      PlistRestoration(
        replacements: replacements, byteCount: data.count,
        checksum: SourceBytes(data).checksum))
  }
}

/// The treatment of the comments that Xcode writes after the ids of objects.
public enum ProjectCommentTreatment: Sendable, Hashable {
  /// They remain as they are. Xcode itself changes them when it saves the project.
  case kept
  /// Those that followed Xcode's rules before the edits follow them afterwards.
  case updated
}

extension PlistDocument {
  /// Returns the file after edits. It keeps everything that the edits do not concern: comments, the
  /// order of keys, white space, quotes, escapes, the text of numbers, the encoding and line breaks;
  /// in a binary file, the objects with their order, identity and widths. Added values take the
  /// style of their neighbors. Without edits, the bytes are the same.
  ///
  /// A document that was created in memory becomes XML.
  ///
  /// - Parameters:
  ///   - edits: The edits, applied one after another: each path leads to a value of the result of
  ///     the edits before it.
  ///   - comments: The treatment of the comments of an Xcode project that show the name of an
  ///     object. By default, only the lines of the edited values change.
  /// - Throws: `PlistError` with the path of the edit that cannot be applied, or of the value that
  ///   the format cannot hold.
  public func applying(_ edits: [PlistEdit], comments: ProjectCommentTreatment = .kept)
    throws(PlistError) -> EditedPlist
  {
    guard let input = storage.origin.input, let codec = storage.origin.codec else {
      return try PlistDocument(encoded(as: .xml)).applying(edits)
    }
    if edits.count == 1, case .restore(let restoration)? = edits.first {
      return try restored(restoration, input: input)
    }
    var tree = EditTree(storage)
    for edit in edits { try tree.apply(edit) }
    if codec == BinaryFormat.self {
      let edited = try BinaryEditor.storage(after: tree)
      if edits.isEmpty { return EditedPlist(input, pieces: [.kept(0..<input.count)]) }
      let bytes = try SourceBytes(codec.writeDocument(edited, options: PlistWritingOptions()))
      return EditedPlist(input, pieces: input.pieces(changedTo: bytes))
    }
    var editor = TextEditor(tree, codec: codec, updatesComments: comments == .updated)
    let edited = EditedPlist(input, pieces: try storage.pieces(editor.textChanges()))
    if !edits.isEmpty { try ReadBack.check(edited, of: storage, tree: tree) }
    return edited
  }

  private func restored(_ restoration: PlistRestoration, input: SourceBytes) throws(PlistError)
    -> EditedPlist
  {
    guard input.count == restoration.byteCount, input.checksum == restoration.checksum else {
      throw PlistError(
        .invalidEdit,
        message: "the file has changed since the edits that are to be undone")
    }
    var pieces: [EditedPlist.Piece] = []
    var position = 0
    for replacement in restoration.replacements {
      pieces.append(.kept(position..<replacement.range.lowerBound))
      pieces.append(.new(SourceBytes(replacement.bytes)))
      position = replacement.range.upperBound
    }
    pieces.append(.kept(position..<input.count))
    return EditedPlist(input, pieces: pieces)
  }
}

extension SourceBytes {
  /// A number that depends on all bytes.
  fileprivate var checksum: UInt64 {
    let low = view.hash(at: 0, count: count, seed: 0x9E37_79B9_7F4A_7C15)
    let high = view.hash(at: 0, count: count, seed: 0xC2B2_AE3D_27D4_EB4F)
    return UInt64(high) &<< 32 | UInt64(low)
  }

  /// Returns the pieces of other bytes: the beginning and the end that both have, and what is
  /// between.
  fileprivate func pieces(changedTo other: SourceBytes) -> [EditedPlist.Piece] {
    let shorter = min(count, other.count)
    var head = 0
    while head < shorter, view[head] == other.view[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, view[count - 1 - tail] == other.view[other.count - 1 - tail] {
      tail += 1
    }
    return [
      .kept(0..<head), .new(SourceBytes(other.view.bytes(in: head..<other.count - tail))),
      .kept(count - tail..<count),
    ]
  }
}

extension DocumentStorage {
  /// Returns the pieces of the input in its own encoding, given the changes of its text.
  fileprivate func pieces(_ changes: [TextEditor.TextChange]) throws(PlistError)
    -> [EditedPlist.Piece]
  {
    let count = origin.input?.count ?? 0
    var pieces: [EditedPlist.Piece] = []
    var position = 0
    for change in changes {
      let start = inputOffset(of: change.range.lowerBound)
      pieces.append(.kept(position..<max(position, start)))
      let bytes = try encoded(change.bytes, at: change.range.lowerBound)
      if !bytes.isEmpty { pieces.append(.new(SourceBytes(bytes))) }
      position = inputOffset(of: change.range.upperBound)
    }
    pieces.append(.kept(position..<max(position, count)))
    return pieces
  }

  /// Returns new text in the encoding of the file.
  private func encoded(_ bytes: [UInt8], at offset: Int) throws(PlistError) -> [UInt8] {
    guard let encoding = origin.text?.encoding, encoding != .utf8 else { return bytes }
    let isXML = origin.codec == XMLFormat.self
    return try encoding.bytes(of: bytes) { scalar throws(PlistError) in
      // A character that the encoding does not have.
      if isXML { return "&#x\(String(scalar.value, radix: 16, uppercase: true));" }
      if origin.codec is any JSONCodec.Type { return scalar.jsonEscape }
      if origin.isOpenStepFamily { return scalar.openStepEscape }
      throw PlistError(
        .notRepresentable,
        message:
          "the encoding of the file does not have the character \(PlistError.quoted(String(scalar)))",
        position: position(ofByte: offset))
    }
  }
}

extension DocumentOrigin {
  fileprivate var isOpenStepFamily: Bool { codec?.isOpenStepFamily == true }
}

extension Unicode.Scalar {
  /// The escapes of a character in text of the OpenStep family.
  fileprivate var openStepEscape: String {
    utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
