// The parts of an archive around its objects, and the options of its layout.

/// The parts of an archive around its objects.
package struct ArchiveFrame: Sendable {
  /// The dictionary of the top-level values.
  package var top: UInt32
  package var archiver: String
  /// The version of the format.
  package var version: Int
  /// The order of the four parts: current, or as in macOS 10.14 and earlier.
  package var order: Order
  /// The parts of a graph that was read. If present, they are laid out instead.
  package var parts: ArchiveNodes?
  /// How the objects are numbered.
  package var slots = Slots.byReference
  /// Whether repeated references and Booleans are written again each time.
  package var repeats = Repeats.written
  /// Whether the document has the old document type in XML.
  package var documentType = DocumentType.binary

  /// The nodes of an archive that was read.
  package struct ArchiveNodes: Sendable {
    /// The dictionary of all parts.
    package var root: UInt32
    /// The array in it that represents the objects.
    package var objects: UInt32

    /// Creates the nodes of an archive.
    package init(root: UInt32, objects: UInt32) {
      self.root = root
      self.objects = objects
    }
  }

  /// The ways to number objects.
  package enum Slots: Sendable {
    /// In the order of the first references, as an archiver does.
    case byReference
    /// In the order in which they were created, including unreachable ones.
    case asMade
  }

  /// The treatment of a reference or Boolean that was already written.
  package enum Repeats: Sendable {
    /// It is written again, and nothing refers to the copy, as in CoreFoundation.
    case written
    /// It is not written again.
    case leftOut
  }

  /// The document type of an archive when it is written as XML.
  package enum DocumentType: Sendable {
    /// A binary file, whose objects keep their identities; the current document type in XML.
    case binary
    /// The document type of XML before Mac OS X 10.2.
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

  /// Creates the frame of an archive.
  package init(top: UInt32, archiver: String, version: Int, order: Order) {
    self.top = top
    self.archiver = archiver
    self.version = version
    self.order = order
  }
}
