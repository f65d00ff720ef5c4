// What a file is that cannot be read as a property list, told by its first bytes: the one table of
// signatures. It is looked at only after reading failed, so a property list never pays for it and is
// never taken for something else.

/// The mark of a kind of file that is not a property list.
struct FileSignature {
  /// How a kind of file is recognized.
  enum Mark {
    /// Bytes, one scalar each, at an offset, which counts from the end of the file where it is negative.
    /// Where the bytes are much like text, the file must have a zero byte near its start too.
    case bytes(String, at: Int, isBinary: Bool)
    /// A message in DER (PKCS #7) of a type, one that is signed with what is signed; nil for all.
    case message(MessageType?)
    /// A certificate or key in DER.
    case certificate
    /// Markup with one of these elements at its root, or with a document type of that name.
    case root([String])
  }

  /// The types of messages that hold a file, by the last number of their identifiers.
  enum MessageType: UInt8 {
    case signed = 2
    case encrypted = 3
  }

  /// What the file is, with its article.
  let name: String
  /// How to go on with the file, as the end of a sentence.
  let advice: String
  let mark: Mark

  private init(_ name: String, _ mark: Mark, _ advice: String) {
    (self.name, self.mark, self.advice) = (name, mark, advice)
  }

  private init(
    _ name: String, _ bytes: String, _ advice: String, at offset: Int = 0, isBinary: Bool = false
  ) {
    self.init(name, .bytes(bytes, at: offset, isBinary: isBinary), advice)
  }

  /// The first signature of the table that a file has.
  ///
  /// - Parameter root: The name of the element at the root of the markup, if the file is markup.
  static func found(in view: ByteView, root: String?) -> FileSignature? {
    all.first { $0.matches(view, root) }
  }

  private func matches(_ view: ByteView, _ root: String?) -> Bool {
    switch mark {
    case .bytes(let bytes, let offset, let isBinary):
      let start = offset < 0 ? view.count + offset : offset
      guard start >= 0, view.hasBytes(bytes, at: start) else { return false }
      return !isBinary || view.firstIndex(of: 0, from: 0) < min(view.count, 512)
    case .message(let type):
      guard let found = view.messageType else { return false }
      guard let type else { return true }
      return type.rawValue == found && (type != .signed || !view.isDetachedMessage)
    case .certificate: return view.isCertificate
    case .root(let names): return root.map { names.contains($0.lowercased()) } ?? false
    }
  }
}

extension FileSignature {
  private static let all = apple + messages + compressed + archives + documents + media + programs

  /// Forms of Apple's software that are not property lists.
  private static let apple = [
    FileSignature(
      "a compiled nib of iOS (NIBArchive)", "NIBArchive",
      "read the .xib or .storyboard it was made from; `strings FILE` lists its keys and texts"),
    FileSignature("a typedstream of NSArchiver", "\u{4}\u{B}streamtyped", typedstream),
    FileSignature("a typedstream of NSArchiver", "\u{4}\u{B}typedstream", typedstream),
    FileSignature("a typedstream of NeXTSTEP", "\u{3}\u{B}streamtyped", typedstream),
    FileSignature("a typedstream of NeXTSTEP", "\u{3}\u{B}typedstream", typedstream),
    FileSignature(
      "an archive of GNUstep's NSArchiver", "GNUstep archive",
      "GNUstep's NSUnarchiver reads it; archive the objects again with NSKeyedArchiver"),
    FileSignature(
      "a private format of Apple's frameworks (bplist15 and later)", "bplist1",
      "`strings FILE` lists its texts; let the program that wrote it export a property list"),
    FileSignature(
      "a Finder .DS_Store file", "\0\0\0\u{1}Bud1", "`ds_store FILE` (Python's ds-store) shows it"),
    FileSignature(
      "bookmark data", "book\0\0\0\0mark", "`strings FILE` lists the path and volume it refers to"),
    FileSignature(
      "a file's resource fork and attributes (AppleDouble)", "\0\u{5}\u{16}\u{7}",
      "the property list is in the file of the same name without ._"),
    FileSignature(
      "an AppleSingle file", "\0\u{5}\u{16}\0", "`unar FILE` takes the file inside it out"),
    FileSignature(
      "a bill of materials or an asset catalog (BOM)", "BOMStore",
      "`lsbom FILE` or `assetutil --info FILE` shows it on a Mac"),
    FileSignature("a keychain", "kych\0", "`security dump-keychain FILE` shows it on a Mac"),
    FileSignature(
      "an Apple Archive", "AA01", "`aa extract -i FILE -d FOLDER` unpacks it on a Mac",
      isBinary: true),
    FileSignature(
      "an encrypted Apple Archive", "AEA1", "`aea decrypt -i FILE -o OUT` opens it on a Mac",
      isBinary: true),
    FileSignature(
      "compressed by Apple's tools (pbzx and the like)", "pbz",
      "`aa extract -i FILE -d FOLDER` unpacks it on a Mac", isBinary: true),
    FileSignature(
      "a file of web cookies", "cook\0", "`strings FILE` lists their names and values"),
  ]

  private static let typedstream = "`pytypedstream decode FILE` (Python's pytypedstream) shows it"

  /// Messages and keys.
  private static let messages = [
    FileSignature(
      "a signed message (CMS), as profiles are delivered", .message(.signed),
      "`openssl smime -verify -noverify -inform der -in FILE | plist print -` shows the profile"),
    FileSignature(
      "an encrypted message (CMS)", .message(.encrypted),
      "`openssl cms -decrypt -inform der -in FILE -inkey KEY | plist print -` shows its contents"),
    FileSignature(
      "a message (CMS)", .message(nil), "`openssl asn1parse -inform der -in FILE` shows it"),
    FileSignature(
      "a certificate or key in DER form", .certificate,
      "`openssl asn1parse -inform der -in FILE` shows it"),
    pemMessage("-----BEGIN PKCS7-----"), pemMessage("-----BEGIN CMS-----"),
    FileSignature(
      "a certificate, key or message in PEM form", "-----BEGIN ",
      "`openssl asn1parse -in FILE` shows it"),
    FileSignature(
      "a message of electronic mail (S/MIME)", "MIME-Version:",
      "`openssl smime -verify -noverify -in FILE | plist print -` shows its contents"),
    encoded("YnBsaXN0"), encoded("PD94bWwg"),
    lfs("version https://git-lfs.github.com/spec/"), lfs("version https://hawser.github.com/spec/"),
  ]

  private static func pemMessage(_ mark: String) -> FileSignature {
    FileSignature(
      "a message in PEM form (CMS)", mark,
      "`openssl smime -verify -noverify -inform pem -in FILE | plist print -` shows its contents")
  }

  /// The base64 text of a property list.
  private static func encoded(_ mark: String) -> FileSignature {
    FileSignature(
      "base64 text", mark, "`base64 -d FILE | plist print -` shows the property list in it")
  }

  private static func lfs(_ mark: String) -> FileSignature {
    FileSignature("a pointer of Git LFS", mark, "`git lfs pull` fetches the file itself")
  }

  private static let compressed = [
    decompressed("gzip", "\u{1F}\u{8B}", by: "gzip"),
    decompressed("bzip2", "BZh", by: "bzip2", isBinary: true),
    decompressed("xz", "\u{FD}7zXZ\0", by: "xz"),
    decompressed("zstd", "\u{28}\u{B5}\u{2F}\u{FD}", by: "zstd"),
    decompressed("lz4", "\u{4}\u{22}\u{4D}\u{18}", by: "lz4"),
    decompressed("compress", "\u{1F}\u{9D}", by: "gzip"),
    FileSignature(
      "compressed with LZFSE", "bvx", "`lzfse -decode -i FILE | plist print -` shows its contents",
      isBinary: true),
  ]

  private static func decompressed(
    _ name: String, _ mark: String, by program: String, isBinary: Bool = false
  ) -> FileSignature {
    FileSignature(
      "compressed with \(name)", mark,
      "`\(program) -dc FILE | plist print -` shows its contents", isBinary: isBinary)
  }

  /// Files that hold files.
  private static let archives = [
    FileSignature("a zip archive", "PK\u{3}\u{4}", unzip),
    FileSignature("an empty zip archive", "PK\u{5}\u{6}", unzip),
    FileSignature(
      "a tar archive", "ustar", "`tar -tf FILE` lists its files", at: 257, isBinary: true),
    FileSignature("an installer package (xar)", "xar!", "`bsdtar -tf FILE` lists its files"),
    FileSignature("a 7-Zip archive", "7z\u{BC}\u{AF}\u{27}\u{1C}", "`7z l FILE` lists its files"),
    FileSignature("a RAR archive", "Rar!\u{1A}\u{7}", "`unrar l FILE` lists its files"),
    FileSignature("a cpio archive", "070701", "`cpio -t < FILE` lists its files", isBinary: true),
    FileSignature("a cpio archive", "070707", "`cpio -t < FILE` lists its files", isBinary: true),
    FileSignature("an ar archive", "!<arch>\n", "`ar t FILE` lists its files"),
    FileSignature(
      "a disk image", "koly\0\0\0\u{4}", "`7z l FILE` lists its files", at: -512),
    FileSignature("a cabinet archive", "MSCF\0", "`7z l FILE` lists its files"),
  ]

  private static let unzip =
    "`unzip -l FILE` lists its files, `unzip -p FILE NAME | plist print -` shows one"

  private static let documents = [
    FileSignature(
      "a web page (HTML)", .root(htmlElements), "check where it was downloaded from"),
    FileSignature(
      "an SQLite database", "SQLite format 3\0",
      "`sqlite3 FILE .schema` lists its tables; data in it is read with `plist print -`"),
    FileSignature("a PDF document", "%PDF-", "`pdftotext FILE -` shows its text"),
    FileSignature("a PostScript document", "%!PS", "`ps2txt FILE` shows its text"),
    FileSignature("an RTF document", "{\\rtf", "`unrtf --text FILE` shows its text"),
    FileSignature(
      "an older Office document (OLE)", "\u{D0}\u{CF}\u{11}\u{E0}", "`7z l FILE` lists its parts"),
    FileSignature("a YAML document", "---\n", yaml),
    FileSignature("a YAML document", "---\r\n", yaml),
    FileSignature("a YAML document", "%YAML", yaml),
  ]

  /// The elements that web pages and the messages of servers begin with.
  private static let htmlElements = [
    "html", "head", "body", "title", "meta", "script", "style", "noscript", "h1", "h2", "h3", "p",
    "div",
    "span", "center", "table", "form", "pre", "br", "hr", "font",
  ]

  private static let yaml = "`yq -o json FILE | plist convert - --to xml` converts it"

  private static let media = [
    picture("PNG", "\u{89}PNG\r\n"), picture("JPEG", "\u{FF}\u{D8}\u{FF}"),
    picture("GIF", "GIF87a"), picture("GIF", "GIF89a"), picture("TIFF", "II*\0"),
    picture("TIFF", "MM\0*"), picture("Apple icon", "icns", isBinary: true),
    picture("WebP", "WEBP", at: 8, isBinary: true),
    sound("QuickTime, MPEG-4 or HEIF", "ftyp", at: 4, isBinary: true),
    sound("WAVE", "WAVEfmt", at: 8, isBinary: true),
    sound("MP3", "ID3", isBinary: true), sound("Ogg", "OggS\0"), sound("FLAC", "fLaC\0"),
  ]

  private static func picture(
    _ name: String, _ mark: String, at offset: Int = 0, isBinary: Bool = false
  ) -> FileSignature {
    FileSignature(
      "a picture (\(name))", mark, "`file FILE` says more", at: offset, isBinary: isBinary)
  }

  private static func sound(
    _ name: String, _ mark: String, at offset: Int = 0, isBinary: Bool = false
  ) -> FileSignature {
    FileSignature(
      "a media file (\(name))", mark, "`ffprobe FILE` says more", at: offset, isBinary: isBinary)
  }

  private static let programs =
    [
      FileSignature("a script", "#!", "`cat FILE` shows it"),
      FileSignature("a program (ELF)", "\u{7F}ELF", "`readelf -h FILE` says more"),
      program("\u{CF}\u{FA}\u{ED}\u{FE}"), program("\u{CE}\u{FA}\u{ED}\u{FE}"),
      program("\u{FE}\u{ED}\u{FA}\u{CF}"), program("\u{FE}\u{ED}\u{FA}\u{CE}"),
      FileSignature("a program for Windows", "MZ", "`file FILE` says more", isBinary: true),
      FileSignature("a WebAssembly module", "\0asm", "`wasm-objdump -h FILE` says more"),
    ]
    + (1...24 as ClosedRange<UInt8>).map { count in
      // The number of processors that it is for; Java's classes have their version there, from 45.
      program("\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\(Unicode.Scalar(count))")
    } + [
      FileSignature("a Java class", "\u{CA}\u{FE}\u{BA}\u{BE}", "`javap FILE` shows it")
    ]

  /// A program of Apple's systems, in which property lists are sections.
  private static func program(_ mark: String) -> FileSignature {
    FileSignature(
      "a program of Apple's systems (Mach-O)", mark,
      "its Info.plist is next to it, or in its section __TEXT,__info_plist")
  }
}

extension ByteView {
  /// Whether bytes, given as one scalar each, are at an offset.
  fileprivate func hasBytes(_ bytes: String, at start: Int) -> Bool {
    var offset = start
    for scalar in bytes.unicodeScalars {
      guard offset < count, UInt32(self[offset]) == scalar.value else { return false }
      offset += 1
    }
    return true
  }
}
