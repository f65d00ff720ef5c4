// The names of the formats. Their implementations are in the folders under Formats.

/// A format of property lists.
public enum PlistFormat: String, Sendable, Hashable, CaseIterable {
  /// Apple's XML property list, version 1.0.
  case xml
  /// Apple's binary property list, `bplist00`.
  case binary
  /// The ASCII property list of OpenStep: strings, data, arrays and dictionaries.
  case openStep = "openstep"
  /// GNUstep's extension of the OpenStep format, with numbers, Booleans and dates.
  case gnuStep = "gnustep"
  /// A table of strings: a dictionary without braces, as in `Localizable.strings`.
  case strings
  /// An Xcode project, `project.pbxproj`.
  case project = "pbxproj"
  /// A font of the Glyphs application.
  case glyphs
  /// JSON for use with other tools: dates and data are written as text.
  case json
  /// Lossless JSON: `{"$date": …}`, `{"$data": …}`.
  case typedJSON = "typed-json"
}
