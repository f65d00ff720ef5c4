// Single-byte encodings: ASCII below 0x80, and a table of 128 characters above.

/// A single-byte encoding, named as in the IANA registry.
public enum SingleByteEncoding: String, Sendable, Hashable, CaseIterable {
  /// ASCII, in which bytes of 0x80 or more are errors.
  case ascii = "us-ascii"
  /// Western European.
  case latin1 = "iso-8859-1"
  /// Central European.
  case latin2 = "iso-8859-2"
  /// Cyrillic.
  case cyrillic = "iso-8859-5"
  /// Western European with the euro sign.
  case latin9 = "iso-8859-15"
  /// Central European on Windows.
  case windows1250 = "windows-1250"
  /// Cyrillic on Windows.
  case windows1251 = "windows-1251"
  /// Western European on Windows.
  case windows1252 = "windows-1252"
  /// Russian.
  case koi8R = "koi8-r"
  /// Mac Roman.
  case macRoman = "macintosh"

  /// Returns the scalar of a byte, or nil if the encoding does not define it.
  func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    if byte < 0x80 || self == .latin1 { return Unicode.Scalar(byte) }
    guard let table = Self.upperHalves[self] else { return nil }
    let scalar = table[Int(byte) - 0x80]
    return scalar == "\u{FFFD}" ? nil : scalar
  }

  /// Returns the byte of a scalar, or nil if the encoding does not have it.
  func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x80 { return UInt8(scalar.value) }
    if self == .latin1 { return UInt8(exactly: scalar.value) }
    guard scalar != "\u{FFFD}", let table = Self.upperHalves[self],
      let index = table.firstIndex(of: scalar)
    else { return nil }
    return UInt8(0x80 + index)
  }

  /// Returns the encoding with a name from the IANA registry, given in upper case.
  static func named(_ name: String) -> SingleByteEncoding? {
    switch name {
    case "US-ASCII", "ASCII", "ANSI_X3.4-1968", "ISO646-US": .ascii
    case "ISO-8859-1", "ISO_8859-1", "LATIN1", "L1", "ISO8859-1", "CP819", "IBM819": .latin1
    case "ISO-8859-2", "ISO_8859-2", "LATIN2", "L2": .latin2
    case "ISO-8859-5", "ISO_8859-5", "CYRILLIC": .cyrillic
    case "ISO-8859-15", "ISO_8859-15", "LATIN-9", "LATIN9": .latin9
    case "WINDOWS-1250", "CP1250": .windows1250
    case "WINDOWS-1251", "CP1251": .windows1251
    case "WINDOWS-1252", "CP1252": .windows1252
    case "KOI8-R", "CSKOI8R": .koi8R
    case "MACINTOSH", "X-MAC-ROMAN", "MAC", "MACROMAN": .macRoman
    default: nil
    }
  }

  /// The characters of the bytes of 0x80 or more; U+FFFD for undefined bytes.
  private static let upperHalves: [SingleByteEncoding: [Unicode.Scalar]] = [
    .latin2: Array(
      ("\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}"
        + "\u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}"
        + "\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}"
        + "ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôő" + "ö÷řůúűüýţ˙")
        .unicodeScalars),
    .cyrillic: Array(
      ("\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}"
        + "\u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}"
        + "\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}"
        + "ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕ" + "іїјљњћќ§ўџ")
        .unicodeScalars),
    .latin9: Array(
      ("\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}"
        + "\u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}"
        + "\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}"
        + "®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõ" + "ö÷øùúûüýþÿ")
        .unicodeScalars),
    .windows1250: Array(
      ("€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\u{A0}"
        + "ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâă"
        + "äĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙").unicodeScalars),
    .windows1251: Array(
      ("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶"
        + "·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэю" + "я")
        .unicodeScalars),
    .windows1252: Array(
      ("€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{A0}"
        + "¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâã"
        + "äåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ").unicodeScalars),
    .koi8R: Array(
      ("─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юаб"
        + "цдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ").unicodeScalars),
    .macRoman: Array(
      ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«"
        + "»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars),
  ]
}
