// Tests of other kinds of files: each is named with the command that handles it, and property lists
// that only resemble one are read.

import Foundation
import PropertyLists
import Testing

/// The beginning of a file that is not a property list, with the words that must describe it.
struct OtherFile: Sendable, CustomStringConvertible {
  let bytes: [UInt8]
  let name: String
  let command: String

  init(_ text: String, _ name: String, _ command: String, padding: Int = 0) {
    // One scalar is one byte.
    bytes =
      text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      + [UInt8](repeating: 0, count: padding)
    self.name = name
    self.command = command
  }

  var description: String { name }
}

@Suite("Files of other kinds")
struct OtherFileTests {
  static let files = [
    OtherFile("NIBArchive\u{1}\0\0\0\u{A}\0\0\0", "NIBArchive", "strings FILE"),
    OtherFile("\u{4}\u{B}streamtyped\u{81}\u{E8}\u{3}\u{84}\u{1}@", "typedstream", "pytypedstream"),
    OtherFile("\u{4}\u{B}typedstream\u{81}\u{3}\u{E8}", "typedstream", "pytypedstream"),
    OtherFile("GNUstep archive000f4f18:00000013:", "GNUstep's NSArchiver", "NSKeyedArchiver"),
    OtherFile("bplist15\u{D0}", "private format of Apple's frameworks", "strings", padding: 50),
    OtherFile("bplist17\u{A0}", "private format of Apple's frameworks", "strings", padding: 50),
    OtherFile("\0\0\0\u{1}Bud1\0\0\u{10}\0", ".DS_Store", "ds_store"),
    OtherFile("book\0\0\0\0mark\0\0\0\0", "bookmark data", "strings"),
    OtherFile("\0\u{5}\u{16}\u{7}\0\u{2}\0\0", "AppleDouble", "without the prefix ._"),
    OtherFile("BOMStore\0\0\0\u{1}", "asset catalog", "assetutil"),
    OtherFile(
      "0\u{82}\u{1D}\u{2}\u{6}\u{9}*\u{86}H\u{86}\u{F7}\r\u{1}\u{7}\u{2}\u{A0}", "signed message",
      "openssl smime -verify"),
    OtherFile(
      "0\u{80}\u{6}\u{9}*\u{86}H\u{86}\u{F7}\r\u{1}\u{7}\u{2}\u{A0}", "signed message",
      "openssl smime -verify"),
    OtherFile(
      "0\u{82}\u{1D}\u{2}\u{6}\u{9}*\u{86}H\u{86}\u{F7}\r\u{1}\u{7}\u{3}\u{A0}", "encrypted",
      "openssl cms -decrypt"),
    OtherFile(
      "0\u{82}\u{1D}\u{2}\u{6}\u{9}*\u{86}H\u{86}\u{F7}\r\u{1}\u{7}\u{2}\u{A0}"
        + "0\u{B}\u{6}\u{9}*\u{86}H\u{86}\u{F7}\r\u{1}\u{7}\u{1}\u{A0}", "a message (CMS)",
      "openssl asn1parse"),
    OtherFile("0\u{82}\u{4}\u{A4}\u{2}\u{1}\0\u{2}\u{82}", "certificate or key", "asn1parse"),
    OtherFile("0w\u{2}\u{1}\u{1}\u{4} ", "certificate or key", "asn1parse"),
    OtherFile("0\u{82}\u{3}\u{4}0\u{82}\u{2}\u{EC}\u{A0}\u{3}", "certificate", "asn1parse"),
    OtherFile("-----BEGIN PKCS7-----\nMIIB\n", "PEM", "openssl smime -verify"),
    OtherFile("-----BEGIN CERTIFICATE-----\nMIIB\n", "PEM", "openssl asn1parse"),
    OtherFile("MIME-Version: 1.0\nContent-Type: multipart/signed;\n", "S/MIME", "openssl smime"),
    OtherFile("YnBsaXN0MDDRAQ==\n", "base64", "base64 -d"),
    OtherFile(
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d\n", "Git LFS", "git lfs pull"),
    OtherFile("version https://hawser.github.com/spec/v1\noid", "Git LFS", "git lfs pull"),
    OtherFile("AA01\u{1B}\0TYP1D", "Apple Archive", "aa extract"),
    OtherFile("AEA1\0\0\0\0", "encrypted Apple Archive", "aea decrypt"),
    OtherFile("pbzx\0\0\0\0\u{1}", "pbzx", "aa extract"),
    OtherFile("cook\0\0\0\u{1}", "cookies", "strings"),
    OtherFile("\u{1F}\u{8B}\u{8}\0\0\0\0\0", "gzip", "gzip -dc"),
    OtherFile("BZh91AY&SY\0\0", "bzip2", "bzip2 -dc"),
    OtherFile("\u{FD}7zXZ\0\0\u{4}", "xz", "xz -dc"),
    OtherFile("(\u{B5}/\u{FD}\u{4}X", "zstd", "zstd -dc"),
    OtherFile("bvx2\0\0\0\0", "LZFSE", "lzfse"),
    OtherFile("PK\u{3}\u{4}\u{14}\0", "zip", "unzip -l"),
    OtherFile("PK\u{5}\u{6}", "empty zip", "unzip -l", padding: 18),
    OtherFile(
      "a.plist" + String(repeating: "\0", count: 250) + "ustar\0" + "00", "tar", "tar -tf"),
    OtherFile("xar!\0\u{1C}\0\u{1}", "installer package", "bsdtar"),
    OtherFile("7z\u{BC}\u{AF}'\u{1C}\0\u{4}", "7-Zip", "7z l"),
    OtherFile("!<arch>\ndebian-binary   ", "ar archive", "ar t"),
    OtherFile("\0\0\0\0koly\0\0\0\u{4}", "disk image", "7z l", padding: 504),
    OtherFile("SQLite format 3\0\u{10}\0", "SQLite", "sqlite3"),
    OtherFile("<!DOCTYPE html>\n<html><body>Not found</body></html>", "HTML", "downloaded"),
    OtherFile("\n<HTML lang=en><head>", "HTML", "downloaded"),
    OtherFile("\u{FF}\u{FE}<\0h\0t\0m\0l\0>\0", "HTML", "downloaded"),
    OtherFile("\u{EF}\u{BB}\u{BF}<!doctype HTML PUBLIC \"-//W3C\"><p>", "HTML", "downloaded"),
    OtherFile(
      "<?xml version=\"1.0\"?>\n<!-- x -->\n<rss version=\"2.0\"></rss>", "<rss>", "xmllint"),
    OtherFile("<?xml version=\"1.0\"?><document type=\"x.XIB\"/>", "<document>", "xmllint"),
    OtherFile("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<svg>", "xmllint"),
    OtherFile("%PDF-1.7\n%\u{E2}\u{E3}", "PDF", "pdftotext"),
    OtherFile("{\\rtf1\\ansi hello}", "RTF", "unrtf"),
    OtherFile("---\na: 1\n", "YAML", "yq"),
    OtherFile("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR", "PNG", "file"),
    OtherFile("\u{FF}\u{D8}\u{FF}\u{E0}\0\u{10}JFIF", "JPEG", "file"),
    OtherFile("GIF89a\u{1}\0\u{1}\0", "GIF", "file"),
    OtherFile("\0\0\0 ftypheic\0\0\0\0", "HEIF", "ffprobe"),
    OtherFile("icns\0\0\u{1}\0", "icon", "file"),
    OtherFile("#!/bin/sh\necho\n", "script", "cat"),
    OtherFile("\u{7F}ELF\u{2}\u{1}\u{1}\0", "ELF", "readelf"),
    OtherFile("\u{CF}\u{FA}\u{ED}\u{FE}\u{C}\0\0\u{1}", "Mach-O", "Info.plist"),
    OtherFile("\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\u{2}", "Mach-O", "Info.plist"),
    OtherFile("\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\u{34}", "Java class", "javap"),
    OtherFile("\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\u{3D}", "Java class", "javap"),
    OtherFile("<center><h1>502 Bad Gateway</h1></center>", "HTML", "downloaded"),
    OtherFile("<title>404</title>", "HTML", "downloaded"),
    OtherFile(
      "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><html>\u{83}</html>", "HTML", "downloaded"),
    OtherFile("MZ\u{90}\0\u{3}\0\0\0", "Windows", "file"),
  ]

  @Test("The error names the kind of the file and the command for it", arguments: files)
  func isNamed(_ file: OtherFile) throws {
    let error = try #require(throws: PlistError.self) { try PlistDocument(file.bytes) }
    #expect(error.code == .otherFormat)
    #expect(error.message.contains(file.name), "\(error)")
    #expect(error.message.hasSuffix(", not a property list"))
    let advice = try #require(error.suggestion)
    #expect(advice.contains(file.command), "\(error)")
    let findings = PlistDocument.diagnose(file.bytes)
    #expect(findings.map(\.error) == [error])
    #expect(findings.map(\.error.message) == [error.message])
  }

  @Test("The error is at the first byte, or at the root element of markup")
  func locations() {
    let compressed = #expect(throws: PlistError.self) { try PlistDocument([0x1F, 0x8B, 8]) }
    #expect(compressed?.position == SourcePosition(offset: 0))
    let feed = #expect(throws: PlistError.self) {
      try PlistDocument(Array("<?xml version=\"1.0\"?>\n <rss/>".utf8))
    }
    #expect(feed?.position == SourcePosition(offset: 23, line: 2, column: 2))
  }

  @Test(
    "A property list that begins similarly is not mistaken for another file",
    arguments: [
      "\"PK\" = x;", "MZ = x;", "BZh", "NIBArchive", "/* #! */ {}", "<0fbd>", "<ba be>", "GIF89a",
      "icns = 1;", "APPL????", "pbzx", "{b= ftyp;}", "{b = WEBP;}", "{b = WAVEfmt;}",
      "YnBsaXN0MDDRAQ",
    ])
  func textIsRead(_ text: String) throws {
    _ = try PlistDocument(Array(text.utf8))
  }

  @Test(
    "A damaged property list is not mistaken for another file",
    arguments: [
      "MZ = x; }", "BZh = ", "<plist><dict>", "<dict><key>a</dict>", "<ba be", "{a = <0fbg>;}",
      "<?xml version=\"1.0\"?><plist><rss/></plist>", "PK = 1; 2", "[1, 2", "{b= ftyp c;}",
      "{type = WEBP b;}", "ID3 = \"a",
    ])
  func damageIsReported(_ text: String) {
    let error = #expect(throws: PlistError.self) { try PlistDocument(Array(text.utf8)) }
    #expect(error?.code != .otherFormat)
  }
}
