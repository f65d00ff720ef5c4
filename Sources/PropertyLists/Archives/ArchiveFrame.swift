// What stands around the objects of an archive, and how its layout is chosen.

/// What stands around the objects of an archive.
package struct ArchiveFrame: Sendable {
  /// The dictionary of the values at the top.
  package var top: UInt32
  /// The name of the archiver.
  package var archiver: String
  /// The version of the format.
  package var version: Int
  /// Whether the four parts stand as in macOS 10.14 and before.
  package var order: Order
  /// The parts as a graph that was read had them, which are laid out instead.
  package var parts: ArchiveNodes?
  /// Which slots the objects get.
  package var slots = Slots.byReference
  /// Whether references and Booleans are written again each time.
  package var repeats = Repeats.written
  /// Whether the document shows the old document type in XML.
  package var documentType = DocumentType.binary

  /// The parts of an archive that was read.
  package struct ArchiveNodes: Sendable {
    /// The dictionary of all parts.
    package var root: UInt32
    /// The array in it that stands for the objects.
    package var objects: UInt32

    /// The parts in a dictionary.
    package init(root: UInt32, objects: UInt32) {
      self.root = root
      self.objects = objects
    }
  }

  /// The ways to number objects.
  package enum Slots: Sendable {
    /// In the order of the first references, as an archiver does.
    case byReference
    /// In the order in which they were made, all of them.
    case asMade
  }

  /// What becomes of a reference or Boolean that is there already.
  package enum Repeats: Sendable {
    /// It is written again, and nothing refers to it: as CoreFoundation does.
    case written
    /// It is not written again.
    case leftOut
  }

  /// What an archive is when it is written as XML.
  package enum DocumentType: Sendable {
    /// A binary file with its objects as they are; XML as of today.
    case binary
    /// XML as before Mac OS X 10.2.
    case appleComputer
  }

  /// The order of the four parts.
  package enum Order: Sendable {
    /// `$version`, `$archiver`, `$top`, `$objects`.
    case current
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// `$version`, `$objects`, `$archiver`, `$top`.
    case classic
  }

  /// The frame of an archive.
  package init(top: UInt32, archiver: String, version: Int, order: Order) {
    self.top = top
    self.archiver = archiver
    self.version = version
    self.order = order
  }
}
