// Where conversions are written: into standard output, a file, each file itself, or a folder, in which
// no file may be written twice. Relies on DurableFiles for what paths stand for.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// Where a command writes the conversions of files.
enum ConversionDestination {
  case standardOutput
  case file(String)
  /// Each file is replaced.
  case itself
  case folder(ConversionFolder)

  /// The destination that a command line names, of all of its files.
  ///
  /// - Parameter output: The word after `-o`: a folder where it ends with a slash or is one.
  /// - Throws: `ValidationError` where there are several files for one, and as
  ///   ``ConversionFolder/init(_:_:as:)``.
  init(_ output: String?, isInPlace: Bool, _ files: [String], as format: PlistFormat) throws {
    if isInPlace {
      self = .itself
    } else if let output, output != "-" {
      let kind = FileEntry(argument: output).status?.kind
      if output.hasSuffix("/") || kind == .directory {
        self = .folder(try ConversionFolder(output, files, as: format))
      } else if files.count > 1 {
        throw ValidationError(
          "several files are converted with --in-place, or -o and a folder, such as \(output)/")
      } else {
        self = .file(output)
      }
    } else {
      self = .standardOutput
    }
  }

  /// The file that the conversion of a file replaces; nil for standard output.
  func file(of file: String) -> String? {
    switch self {
    case .standardOutput: nil
    case .file(let output): output
    case .itself: file
    case .folder(let folder): folder.files[file]
    }
  }
}

/// A folder of conversions.
struct ConversionFolder {
  /// The word of the command line that names it.
  let name: String
  /// The files in it that are written, by those that are converted.
  let files: [String: String]

  /// The names of conversions in a folder. Nothing is written.
  ///
  /// - Throws: `ValidationError` where two files would be written under one name, where one would
  ///   replace another that is converted, and for standard input, which has no name.
  init(_ folder: String, _ inputs: [String], as format: PlistFormat) throws {
    name = folder
    var (files, inputsByOutput): ([String: String], [String: String]) = ([:], [:])
    let identities = Set(inputs.compactMap { FileEntry(argument: $0).identity })
    for input in inputs {
      if input == "-" {
        throw ValidationError("standard input has no name in a folder; name a file after -o")
      }
      let output = (folder.hasSuffix("/") ? folder : folder + "/") + format.fileName(for: input)
      if let other = inputsByOutput.updateValue(input, forKey: output) {
        throw ValidationError(
          "\(Input.shownName(other)) and \(Input.shownName(input)) would both become "
            + Input.shownName(output))
      }
      if let identity = FileEntry(argument: output).identity, identities.contains(identity) {
        throw ValidationError(
          "\(Input.shownName(output)) is one of the files that are converted; use --in-place")
      }
      files[input] = output
    }
    self.files = files
  }

  /// Makes the folder, if it is missing.
  func make() throws(FileError) {
    let path = ArgumentBytes.filePath(name)
    if path.beginsWithTilde {
      throw FileError(
        code: .invalidPath, path: path, operation: .createDirectory, systemError: nil,
        task: .replace)
    }
    do throws(Errno) {
      try POSIXFileSystem().makeDirectory(path, permissions: FilePermissions(rawValue: 0o777))
    } catch {
      if error == .fileExists { return }
      throw FileError(
        code: FileError.Code(error), path: path, operation: .createDirectory, systemError: error,
        task: .replace)
    }
  }
}

extension FileEntry {
  /// What tells the file apart from all others, under whatever names.
  fileprivate var identity: [UInt64]? { status.map { [$0.device, $0.inode] } }
}

extension PlistFormat {
  /// The name of the conversion of a file, without its folder.
  fileprivate func fileName(for file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    let stem = dot.map { String(name[..<$0]) } ?? name
    let isJSON = dot.map { name[$0...].lowercased() == ".json" } ?? false
    if let own = fileNameExtension { return "\(stem).\(own)" }
    return isJSON ? stem + ".plist" : name
  }
}
