// Reads one value of a large file without its document. If anything is unusual, the whole file is
// read instead, so that every error and every warning has one origin. Relies on DurableFiles for
// parts of files.

internal import DurableFiles
internal import PropertyLists

/// The size from which on only a value of a file is read, if that is possible.
enum LargeFile { static let minimumSize = 1 << 20 }

extension GetPrinter {
  func run() throws { if try !showExtractedValue() { try showDocuments() } }

  /// Shows the value at the path if the command requests one value of a large file and nothing
  /// about it is unusual. Returns false, and writes nothing, if the document must be read.
  private func showExtractedValue() throws -> Bool {
    guard let (file, path) = try singleValue,
      let (found, input) = extractedValue(of: file, at: path)
    else { return false }
    let value = FoundValue(node: found.node, path: path)
    if hasWarnings(value, in: found.document) { return false }
    var result = FileValues(input: input, document: found.document)
    (result.values, result.isAlone) = ([value], true)
    var output = ValueOutput(areNamed: false, substitute: nil)
    output.begin(input)
    do { try show(result, to: &output) } catch is PlistError { return false } catch {
      throw values.reading.runner.report(FileFailure(error, in: input))
    }
    return true
  }

  /// The file and the path, if the command requests one value of one file as it is.
  private var singleValue: (file: String, path: PlistPath)? {
    get throws {
      let (files, patterns) = (values.fileWords, try values.patterns)
      guard !values.files.isGiven, values.reading.encoding == nil, !nested,
        files.count == 1, let file = files.first, file != "-",
        patterns.count == 1, let path = patterns.first?.path, !path.isEmpty
      else { return nil }
      return (file, path)
    }
  }

  private func extractedValue(of file: String, at path: PlistPath) -> (ExtractedValue, Input)? {
    let input = Input(name: Input.shownName(file), argument: file, bytes: [])
    var value: ExtractedValue?
    let isUnchanged = FileParts.withParts(
      of: ArgumentBytes.filePath(file), minimumSize: LargeFile.minimumSize
    ) { parts in
      guard let beginning = parts.bytes(in: 0..<256) else { return false }
      switch PlistFormat.marked(Data(beginning)) {
      case .binary:
        value = ExtractedValue(ofBinaryFileAt: path, byteCount: parts.size, read: parts.bytes)
      case .xml:
        value = ExtractedValue(
          ofXMLFileAt: path, byteCount: parts.size, options: input.options, read: parts.bytes)
      default: break
      }
      return value != nil
    }
    guard isUnchanged, let value else { return nil }
    return (value, input)
  }

  /// Whether the command reports warnings when it prints a value.
  private func hasWarnings(_ value: FoundValue, in document: PlistDocument) -> Bool {
    value.node.loneSurrogateWarning != nil
      || !value.losses(writtenAs: target?.format ?? .typedJSON, in: document).isEmpty
  }
}
