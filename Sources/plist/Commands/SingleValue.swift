// Shows one value of one file, the most common request, without the lists that several values need.
// Of a large file, only the value is kept in memory. If anything is unusual, the file is read again as
// one of several, so that every error and every warning has one origin. Relies on DurableFiles for
// parts of files.

internal import DurableFiles
internal import PropertyLists

/// The size from which on only a value of a file is read, if that is possible.
enum LargeFile { static let minimumSize = 1 << 20 }

/// A value, the document that contains it, and the file. A class, because destroying an optional structure
/// of this size requires type metadata, which would be created each time.
private final class SingleValue {
  let node: PlistNode
  /// The document; of a large file, one with the format of the file and only this value.
  let document: PlistDocument
  let input: Input

  init(_ node: PlistNode, in document: PlistDocument, of input: Input) {
    self.node = node
    self.document = document
    self.input = input
  }
}

extension GetPrinter {
  func run() throws { if try !showSingleValue() { try showDocuments() } }

  /// Shows the value at the path if the command requests one value of one file and nothing about it
  /// is unusual. Returns false, and writes nothing, otherwise.
  private func showSingleValue() throws -> Bool {
    guard let (file, path) = try request, let single = singleValue(of: file, at: path) else {
      return false
    }
    let value = FoundValue(node: single.node, path: path)
    if hasWarnings(value, in: single.document) { return false }
    let found = FileValues(input: single.input, document: single.document, isAlone: true)
    var output = ValueOutput(areNamed: false, substitute: nil)
    do { try show(value, in: found, to: &output) } catch is PlistError { return false } catch {
      throw values.reading.runner.report(FileFailure(error, in: single.input))
    }
    return true
  }

  /// The file and the path, if the command requests one value of one file as it is.
  private var request: (file: String, path: PlistPath)? {
    get throws {
      let isOneFile = !values.areWordsFiles || values.words.isEmpty
      // Where opening a file below /dev duplicates its descriptor, a command begins at its position. A name
      // that is not UTF-8 requires a `FilePath`.
      guard !values.files.isGiven, values.reading.encoding == nil, !nested, isOneFile,
        let file = values.file, file != "-", !file.utf8.starts(with: "/dev/".utf8),
        !ArgumentBytes.containsBytes(file)
      else { return nil }
      guard let path = try path, !path.isEmpty else { return nil }
      return (file, path)
    }
  }

  /// The path of the command, if there is exactly one and it has no wildcards.
  private var path: PlistPath? {
    get throws {
      if let path = try values.singlePath { return path }
      let patterns = try values.patterns
      return patterns.count == 1 ? patterns.first?.path : nil
    }
  }

  private func singleValue(of file: String, at path: PlistPath) -> SingleValue? {
    var value: SingleValue?
    let isUnchanged = FileParts.withParts(ofFileAt: file) { parts in
      value =
        parts.size < LargeFile.minimumSize
        ? smallFileValue(of: file, at: path, in: parts)
        : largeFileValue(of: file, at: path, in: parts)
      return value != nil
    }
    return isUnchanged ? value : nil
  }

  private func smallFileValue(of file: String, at path: PlistPath, in parts: FileParts)
    -> SingleValue?
  {
    guard let contents = parts.contents() else { return nil }
    let input = Input(name: Input.shownName(file), argument: file, bytes: [])
    guard let document = try? PlistDocument(contents, options: input.options),
      let node = document.root[path]
    else { return nil }
    return SingleValue(node, in: document, of: input)
  }

  private func largeFileValue(of file: String, at path: PlistPath, in parts: FileParts)
    -> SingleValue?
  {
    guard let beginning = parts.bytes(in: 0..<256) else { return nil }
    let input = Input(name: Input.shownName(file), argument: file, bytes: [])
    let value: ExtractedValue?
    switch PlistFormat.marked(Data(beginning)) {
    case .binary:
      value = ExtractedValue(ofBinaryFileAt: path, byteCount: parts.size, read: parts.bytes)
    case .xml:
      value = ExtractedValue(
        ofXMLFileAt: path, byteCount: parts.size, options: input.options, read: parts.bytes)
    default: return nil
    }
    return value.map { SingleValue($0.node, in: $0.document, of: input) }
  }

  /// Whether the command reports warnings when it prints a value.
  private func hasWarnings(_ value: FoundValue, in document: PlistDocument) -> Bool {
    if target == nil, !value.node.kind.isContainer {
      return value.node.loneSurrogateWarning != nil
    }
    return !value.losses(writtenAs: target?.format ?? .typedJSON, in: document).isEmpty
  }
}
