// Signatures of files that are not property lists, recognized by their first bytes. The table is
// searched only after reading failed, so a property list never pays for it and is never mistaken
// for another kind of file.

/// The signature of a kind of file that is not a property list.
struct FileSignature {
  /// How a kind of file is recognized.
  enum SignatureMark {
    /// Bytes, one scalar each, at an offset; a negative offset counts from the end of the file. If
    /// the bytes could be text (`isBinary`), the file must also have a zero byte near its start.
    case bytes(String, at: Int, isBinary: Bool)
    /// A message in DER (PKCS #7) of the given type, or of any type if nil. A signed message must
    /// contain the content that it signs.
    case message(MessageType?)
    /// A certificate or key in DER.
    case certificate
    /// Markup with one of these elements at its root, or with a document type of that name.
    case root([String])
  }

  /// The types of messages that can contain a file, by the last number of their identifiers.
  enum MessageType: UInt8 {
    case signed = 2
    case encrypted = 3
  }

  /// The name of the kind of file, with its article.
  let name: String
  /// Advice on how to proceed with the file, as a phrase that follows the message.
  let advice: String
  let mark: SignatureMark

  private init(_ name: String, mark: SignatureMark, advice: String) {
    (self.name, self.mark, self.advice) = (name, mark, advice)
  }

  private init(
    _ name: String, bytes: String, advice: String, at offset: Int = 0, isBinary: Bool = false
  ) { self.init(name, mark: .bytes(bytes, at: offset, isBinary: isBinary), advice: advice) }

  /// Returns the first signature in the table that matches a file.
  ///
  /// - Parameter root: The name of the element at the root of the markup, if the file is markup.
  static func found(in view: ByteView, root: String?) -> FileSignature? {
    all.first { $0.matches(view, root: root) }
  }

  private func matches(_ view: ByteView, root: String?) -> Bool {
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

  /// Formats of Apple's software that are not property lists.
  private static let apple = [
    FileSignature(
      "a compiled iOS nib (NIBArchive)", bytes: "NIBArchive",
      advice:
        "read the .xib or .storyboard it was compiled from; `strings FILE` lists its keys and text"),
    FileSignature(
      "a typedstream from NSArchiver", bytes: "\u{4}\u{B}streamtyped", advice: typedstream),
    FileSignature(
      "a typedstream from NSArchiver", bytes: "\u{4}\u{B}typedstream", advice: typedstream),
    FileSignature(
      "a typedstream from NeXTSTEP", bytes: "\u{3}\u{B}streamtyped", advice: typedstream),
    FileSignature(
      "a typedstream from NeXTSTEP", bytes: "\u{3}\u{B}typedstream", advice: typedstream),
    FileSignature(
      "an archive from GNUstep's NSArchiver", bytes: "GNUstep archive",
      advice: "GNUstep's NSUnarchiver reads it; archive the objects again with NSKeyedArchiver"),
    FileSignature(
      "a private format of Apple's frameworks (bplist15 and later)", bytes: "bplist1",
      advice: "`strings FILE` lists its text; export a property list from the program that wrote it"
    ),
    FileSignature(
      "a Finder .DS_Store file", bytes: "\0\0\0\u{1}Bud1",
      advice: "`ds_store FILE` (Python's ds-store) shows it"),
    FileSignature(
      "bookmark data", bytes: "book\0\0\0\0mark",
      advice: "`strings FILE` lists the path and volume it refers to"),
    FileSignature(
      "a file's resource fork and attributes (AppleDouble)", bytes: "\0\u{5}\u{16}\u{7}",
      advice: "the property list is in the file of the same name without the prefix ._"),
    FileSignature(
      "an AppleSingle file", bytes: "\0\u{5}\u{16}\0",
      advice: "`unar FILE` extracts the file inside"),
    FileSignature(
      "a bill of materials or an asset catalog (BOM)", bytes: "BOMStore",
      advice: "`lsbom FILE` or `assetutil --info FILE` shows it on a Mac"),
    FileSignature(
      "a keychain", bytes: "kych\0", advice: "`security dump-keychain FILE` shows it on a Mac"),
    FileSignature(
      "an Apple Archive", bytes: "AA01",
      advice: "`aa extract -i FILE -d FOLDER` unpacks it on a Mac", isBinary: true),
    FileSignature(
      "an encrypted Apple Archive", bytes: "AEA1",
      advice: "`aea decrypt -i FILE -o OUT` opens it on a Mac", isBinary: true),
    FileSignature(
      "a file compressed by Apple's tools (pbzx or a similar format)", bytes: "pbz",
      advice: "`aa extract -i FILE -d FOLDER` unpacks it on a Mac", isBinary: true),
    FileSignature(
      "a file with web cookies", bytes: "cook\0",
      advice: "`strings FILE` lists their names and values"),
  ]

  private static let typedstream = "`pytypedstream decode FILE` (Python's pytypedstream) shows it"

  /// Messages, certificates and keys.
  private static let messages = [
    FileSignature(
      "a signed message (CMS), such as a provisioning profile", mark: .message(.signed),
      advice:
        "`openssl smime -verify -noverify -inform der -in FILE | plist print -` shows the profile"),
    FileSignature(
      "an encrypted message (CMS)", mark: .message(.encrypted),
      advice:
        "`openssl cms -decrypt -inform der -in FILE -inkey KEY | plist print -` shows its contents"),
    FileSignature(
      "a message (CMS)", mark: .message(nil),
      advice: "`openssl asn1parse -inform der -in FILE` shows it"),
    FileSignature(
      "a certificate or key in DER form", mark: .certificate,
      advice: "`openssl asn1parse -inform der -in FILE` shows it"),
    pemMessage("-----BEGIN PKCS7-----"), pemMessage("-----BEGIN CMS-----"),
    FileSignature(
      "a certificate, key or message in PEM form", bytes: "-----BEGIN ",
      advice: "`openssl asn1parse -in FILE` shows it"),
    FileSignature(
      "an email message (S/MIME)", bytes: "MIME-Version:",
      advice: "`openssl smime -verify -noverify -in FILE | plist print -` shows its contents"),
    encoded("YnBsaXN0"), encoded("PD94bWwg"), lfs("version https://git-lfs.github.com/spec/"),
    lfs("version https://hawser.github.com/spec/"),
  ]

  private static func pemMessage(_ mark: String) -> FileSignature {
    FileSignature(
      "a message in PEM form (CMS)", bytes: mark,
      advice:
        "`openssl smime -verify -noverify -inform pem -in FILE | plist print -` shows its contents")
  }

  /// The base64 text of a property list.
  private static func encoded(_ mark: String) -> FileSignature {
    FileSignature(
      "base64 text", bytes: mark,
      advice: "`base64 -d FILE | plist print -` shows the property list in it")
  }

  private static func lfs(_ mark: String) -> FileSignature {
    FileSignature(
      "a Git LFS pointer", bytes: mark, advice: "`git lfs pull` fetches the file itself")
  }

  private static let compressed = [
    decompressed("gzip", mark: "\u{1F}\u{8B}", by: "gzip"),
    decompressed("bzip2", mark: "BZh", by: "bzip2", isBinary: true),
    decompressed("xz", mark: "\u{FD}7zXZ\0", by: "xz"),
    decompressed("zstd", mark: "\u{28}\u{B5}\u{2F}\u{FD}", by: "zstd"),
    decompressed("lz4", mark: "\u{4}\u{22}\u{4D}\u{18}", by: "lz4"),
    decompressed("compress", mark: "\u{1F}\u{9D}", by: "gzip"),
    FileSignature(
      "a file compressed with LZFSE", bytes: "bvx",
      advice: "`lzfse -decode -i FILE | plist print -` shows its contents", isBinary: true),
  ]

  private static func decompressed(
    _ name: String, mark: String, by program: String, isBinary: Bool = false
  ) -> FileSignature {
    FileSignature(
      "a file compressed with \(name)", bytes: mark,
      advice: "`\(program) -dc FILE | plist print -` shows its contents", isBinary: isBinary)
  }

  /// Files that contain files.
  private static let archives = [
    FileSignature("a zip archive", bytes: "PK\u{3}\u{4}", advice: unzip),
    FileSignature("an empty zip archive", bytes: "PK\u{5}\u{6}", advice: unzip),
    FileSignature(
      "a tar archive", bytes: "ustar", advice: "`tar -tf FILE` lists its files", at: 257,
      isBinary: true),
    FileSignature(
      "an installer package (xar)", bytes: "xar!", advice: "`bsdtar -tf FILE` lists its files"),
    FileSignature(
      "a 7-Zip archive", bytes: "7z\u{BC}\u{AF}\u{27}\u{1C}", advice: "`7z l FILE` lists its files"),
    FileSignature(
      "a RAR archive", bytes: "Rar!\u{1A}\u{7}", advice: "`unrar l FILE` lists its files"),
    FileSignature(
      "a cpio archive", bytes: "070701", advice: "`cpio -t < FILE` lists its files", isBinary: true),
    FileSignature(
      "a cpio archive", bytes: "070707", advice: "`cpio -t < FILE` lists its files", isBinary: true),
    FileSignature("an ar archive", bytes: "!<arch>\n", advice: "`ar t FILE` lists its files"),
    FileSignature(
      "a disk image", bytes: "koly\0\0\0\u{4}", advice: "`7z l FILE` lists its files", at: -512),
    FileSignature("a cabinet archive", bytes: "MSCF\0", advice: "`7z l FILE` lists its files"),
  ]

  private static let unzip =
    "`unzip -l FILE` lists its files, `unzip -p FILE NAME | plist print -` shows one"

  private static let documents = [
    FileSignature(
      "a web page (HTML)", mark: .root(htmlElements), advice: "check where it was downloaded from"),
    FileSignature(
      "an SQLite database", bytes: "SQLite format 3\0",
      advice: "`sqlite3 FILE .schema` lists its tables; pipe data from it to `plist print -`"),
    FileSignature("a PDF document", bytes: "%PDF-", advice: "`pdftotext FILE -` shows its text"),
    FileSignature("a PostScript document", bytes: "%!PS", advice: "`ps2txt FILE` shows its text"),
    FileSignature("an RTF document", bytes: "{\\rtf", advice: "`unrtf --text FILE` shows its text"),
    FileSignature(
      "an older Office document (OLE)", bytes: "\u{D0}\u{CF}\u{11}\u{E0}",
      advice: "`7z l FILE` lists its parts"),
    FileSignature("a YAML document", bytes: "---\n", advice: yaml),
    FileSignature("a YAML document", bytes: "---\r\n", advice: yaml),
    FileSignature("a YAML document", bytes: "%YAML", advice: yaml),
  ]

  /// The first elements of web pages and of HTML error messages from servers.
  private static let htmlElements = [
    "html", "head", "body", "title", "meta", "script", "style", "noscript", "h1", "h2", "h3", "p",
    "div", "span", "center", "table", "form", "pre", "br", "hr", "font",
  ]

  private static let yaml = "`yq -o json FILE | plist convert - --to xml` converts it"

  private static let media = [
    image("PNG", mark: "\u{89}PNG\r\n"), image("JPEG", mark: "\u{FF}\u{D8}\u{FF}"),
    image("GIF", mark: "GIF87a"), image("GIF", mark: "GIF89a"), image("TIFF", mark: "II*\0"),
    image("TIFF", mark: "MM\0*"), image("Apple icon", mark: "icns", isBinary: true),
    image("WebP", mark: "WEBP", at: 8, isBinary: true),
    sound("QuickTime, MPEG-4 or HEIF", mark: "ftyp", at: 4, isBinary: true),
    sound("WAVE", mark: "WAVEfmt", at: 8, isBinary: true),
    sound("MP3", mark: "ID3", isBinary: true), sound("Ogg", mark: "OggS\0"),
    sound("FLAC", mark: "fLaC\0"),
  ]

  private static func image(
    _ name: String, mark: String, at offset: Int = 0, isBinary: Bool = false
  ) -> FileSignature {
    FileSignature(
      "an image (\(name))", bytes: mark, advice: "`file FILE` shows details", at: offset,
      isBinary: isBinary)
  }

  private static func sound(
    _ name: String, mark: String, at offset: Int = 0, isBinary: Bool = false
  ) -> FileSignature {
    FileSignature(
      "a media file (\(name))", bytes: mark, advice: "`ffprobe FILE` shows details", at: offset,
      isBinary: isBinary)
  }

  private static let programs =
    [
      FileSignature("a script", bytes: "#!", advice: "`cat FILE` shows it"),
      FileSignature(
        "a program (ELF)", bytes: "\u{7F}ELF", advice: "`readelf -h FILE` shows details"),
      program("\u{CF}\u{FA}\u{ED}\u{FE}"), program("\u{CE}\u{FA}\u{ED}\u{FE}"),
      program("\u{FE}\u{ED}\u{FA}\u{CF}"), program("\u{FE}\u{ED}\u{FA}\u{CE}"),
      FileSignature(
        "a Windows program", bytes: "MZ", advice: "`file FILE` shows details", isBinary: true),
      FileSignature(
        "a WebAssembly module", bytes: "\0asm", advice: "`wasm-objdump -h FILE` shows details"),
    ]
    + (1...24 as ClosedRange<UInt8>).map { count in
      // The number of architectures in the file. In this position, Java classes store their
      // version, which is 45 or more.
      program("\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\(Unicode.Scalar(count))")
    } + [
      FileSignature(
        "a Java class", bytes: "\u{CA}\u{FE}\u{BA}\u{BE}", advice: "`javap FILE` shows it")
    ]

  /// A program for Apple platforms, in which property lists are sections.
  private static func program(_ mark: String) -> FileSignature {
    FileSignature(
      "a program for Apple platforms (Mach-O)", bytes: mark,
      advice: "its Info.plist is next to it, or in its __TEXT,__info_plist section")
  }
}

extension ByteView {
  /// Returns whether bytes, given as one scalar each, appear at an offset.
  fileprivate func hasBytes(_ bytes: String, at start: Int) -> Bool {
    var offset = start
    for scalar in bytes.unicodeScalars {
      guard offset < count, UInt32(self[offset]) == scalar.value else { return false }
      offset += 1
    }
    return true
  }
}
