// The codec of Xcode projects. The reader of the OpenStep family reads them.

/// An Xcode project, `project.pbxproj`.
enum ProjectFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .project
  static let fileNameExtension: String? = "pbxproj"

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  {
    try ProjectWriter(storage, options: options, indentation: Indentation(unit: .tab))
      .text(start: "// !$*UTF8*$!\n", end: "\n")
  }

  static func writeValue(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation
  ) throws(PlistError) -> Data? {
    try ProjectWriter(storage, options: options, indentation: indentation).text()
  }

  static let unsupportedKinds: Set<PlistKind> = [.bool, .date, .set, .uid, .null]

  static let plural = "Xcode projects"
}
