// The destination of conversions: standard output, a file, each file itself, or a folder, in which
// no file may be written twice. Relies on DurableFiles for file status.

internal import ArgumentParser
internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

enum ConversionDestination {
  case standardOutput
  case file(String)
  /// Each file is replaced.
  case itself
  case folder(ConversionFolder)

  /// The destination that a command line names for its files. The argument of `-o` names a folder
  /// if it ends with a slash or if a folder of that name exists. It is an error if several files
  /// have one destination.
  init(output: String?, isInPlace: Bool, files: [String], format: PlistFormat) throws {
    if isInPlace {
      self = .itself
    } else if let output, output != "-" {
      let kind = FileEntry(argument: output).status?.kind
      if output.hasSuffix("/") || kind == .directory {
        self = .folder(try ConversionFolder(output, inputs: files, format: format))
      } else if files.count > 1 {
        throw ValidationError(
          "-o names one file for \(files.count) conversions; use --in-place, or a folder, such as "
            + "\(output)/")
      } else {
        self = .file(output)
      }
    } else {
      self = .standardOutput
    }
  }

  /// The file to which the conversion of a file is written; nil for standard output.
  func file(of file: String) -> String? {
    switch self {
    case .standardOutput: nil
    case .file(let output): output
    case .itself: file
    case .folder(let folder): folder.files[file]
    }
  }
}

struct ConversionFolder {
  /// The command-line argument that names the folder.
  let name: String
  /// The files to write in the folder, by the names of the input files.
  let files: [String: String]

  /// Chooses the names of the conversions in a folder. Nothing is written. It is an error if two
  /// conversions would have the same name, if one would replace an input file, or if an input is
  /// standard input, which does not have a name.
  init(_ folder: String, inputs: [String], format: PlistFormat) throws {
    name = folder
    var (files, inputsByOutput): ([String: String], [String: String]) = ([:], [:])
    let identities = Set(inputs.compactMap { FileEntry(argument: $0).identity })
    for input in inputs {
      if input == "-" {
        throw ValidationError(
          "standard input does not have a name to use in a folder; name a file after -o")
      }
      let output = (folder.hasSuffix("/") ? folder : folder + "/") + format.fileName(for: input)
      if let other = inputsByOutput.updateValue(input, forKey: output) {
        throw ValidationError(
          "\(Input.shownName(other)) and \(Input.shownName(input)) would both become "
            + Input.shownName(output))
      }
      if let identity = FileEntry(argument: output).identity, identities.contains(identity) {
        throw ValidationError(
          "\(Input.shownName(output)) is one of the input files; use --in-place")
      }
      files[input] = output
    }
    self.files = files
  }

  /// Creates the folder if it is missing.
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
  /// The device and inode numbers, which identify the file under all of its names.
  fileprivate var identity: [UInt64]? { status.map { [$0.device, $0.inode] } }
}

extension PlistFormat {
  /// The name of the conversion of a file, without its directory.
  fileprivate func fileName(for file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    let stem = dot.map { String(name[..<$0]) } ?? name
    let isJSON = dot.map { name[$0...].lowercased() == ".json" } ?? false
    if let own = fileNameExtension { return "\(stem).\(own)" }
    return isJSON ? stem + ".plist" : name
  }
}
