// The contents of a disk in memory, and the changes that programs make to it one by one.
// Independent of the system.

internal import DurableFiles

/// A file, directory or symbolic link without its names.
struct MemoryFile: Hashable {
  var kind: FileStatus.FileKind
  /// The contents; those after `size` are not visible yet.
  var bytes: [UInt8] = []
  var size = 0
  /// The names in a directory.
  var entries: [String: Int] = [:]
  /// The target of a symbolic link.
  var target = ""
  var permissions: UInt16
  var user: UInt32 = 0
  var group: UInt32 = 0
  var attributes: [String: [UInt8]] = [:]
  var modified = FileTime(seconds: 0)
}

/// A change that a crash keeps or loses as a whole.
enum DiskChange {
  /// A file without a name: no process sees it yet, so that it is never lost.
  case made(file: Int, MemoryFile)
  /// Names of a directory that change at once; nil removes one.
  case names(directory: Int, [String: Int?])
  /// Bytes at an offset within one block.
  case bytes(file: Int, at: Int, [UInt8])
  case size(file: Int, Int, FileTime)
  case permissions(file: Int, UInt16)
  case owner(file: Int, user: UInt32?, group: UInt32?)
  case attribute(file: Int, String, [UInt8]?)
  /// A file or directory was synced to the drive.
  case synchronized(file: Int)
  /// The program announced that its data is safe now.
  case announced

  /// The file that the change belongs to; nil for those that are never lost.
  var file: Int? {
    switch self {
    case .names(let file, _), .bytes(let file, _, _), .size(let file, _, _),
      .permissions(let file, _), .owner(let file, _, _), .attribute(let file, _, _):
      file
    case .made, .synchronized, .announced: nil
    }
  }

  /// Whether the change is of bytes or their number.
  var isContents: Bool {
    switch self {
    case .bytes, .size: true
    default: false
    }
  }
}

/// All the files of a disk by their numbers; 1 is the root directory.
struct MemoryDisk: Hashable {
  var files: [Int: MemoryFile] = [1: MemoryFile(kind: .directory, permissions: 0o755)]

  mutating func apply(_ change: DiskChange) {
    switch change {
    case .made(let file, let made): files[file] = made
    case .names(let directory, let names):
      for (name, file) in names { files[directory]?.entries[name] = file }
    case .bytes(let file, let offset, let bytes): write(bytes, at: offset, of: file)
    case .size(let file, let size, let time):
      resize(file, to: size)
      files[file]?.modified = time
    case .permissions(let file, let bits): files[file]?.permissions = bits
    case .owner(let file, let user, let group):
      if let user { files[file]?.user = user }
      if let group { files[file]?.group = group }
    case .attribute(let file, let name, let value): files[file]?.attributes[name] = value
    case .synchronized, .announced: break
    }
  }

  /// Bytes that arrive before their size are not visible; those that never arrive read as zeros.
  private mutating func write(_ bytes: [UInt8], at offset: Int, of file: Int) {
    guard var all = files[file]?.bytes else { return }
    if all.count < offset + bytes.count {
      all += [UInt8](repeating: 0, count: offset + bytes.count - all.count)
    }
    all.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    files[file]?.bytes = all
  }

  private mutating func resize(_ file: Int, to size: Int) {
    guard let count = files[file]?.bytes.count else { return }
    files[file]?.bytes += [UInt8](repeating: 0, count: max(0, size - count))
    files[file]?.size = size
  }

  func linkCount(of file: Int) -> Int {
    files.values.reduce(0) { $0 + $1.entries.values.count { $0 == file } }
  }

  /// Only the files with names, by path: the basis for comparing two disks.
  var tree: [String: MemoryFile] {
    var found: [String: MemoryFile] = [:]
    var open = [("", 1)]
    while let (path, number) = open.popLast() {
      guard var file = files[number], found[path] == nil else { continue }
      open += file.entries.map { ("\(path)/\($0.key)", $0.value) }
      // Different file numbers are not a visible difference.
      file.entries = [:]
      file.bytes.removeLast(file.bytes.count - file.size)
      found[path] = file
    }
    return found
  }
}
