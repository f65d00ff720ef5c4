// The events of inotify in their binary form: a header of four numbers in the machine's byte order,
// then a name padded with zero bytes. Operates on bytes only.

internal import SystemPackage

/// A series of events.
struct InotifyEvents {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Returns the combined event for one name in the directory; nil if there is none.
  func event(for name: FilePath) -> DirectoryEvent? {
    let wanted = name.bytes
    var events = self
    var found: DirectoryEvent?
    while let (mask, bytes) = events.next() {
      if mask & Self.goneMask != 0 { return .directoryGone }
      if mask & Self.overflowMask != 0 || bytes == wanted { found = .mayConcernFile }
    }
    return found
  }

  /// The mask of events after which a directory is no longer watched: removed, renamed or
  /// unmounted.
  private static let goneMask: UInt32 = 0x400 | 0x800 | 0x2000 | 0x8000
  /// The mask of the event that reports lost events.
  private static let overflowMask: UInt32 = 0x4000

  private mutating func next() -> (mask: UInt32, name: [UInt8])? {
    guard let mask = number(at: 4), let length = number(at: 12) else { return nil }
    rest = rest.dropFirst(16)
    let name = rest.prefix(Int(length)).prefix { $0 != 0 }
    rest = rest.dropFirst(Int(length))
    return (mask, Array(name))
  }

  private func number(at offset: Int) -> UInt32? {
    let bytes = rest.dropFirst(offset).prefix(4)
    guard bytes.count == 4 else { return nil }
    let littleEndian = bytes.reversed().reduce(UInt32(0)) { $0 &<< 8 | UInt32($1) }
    return UInt32(littleEndian: littleEndian)
  }
}
