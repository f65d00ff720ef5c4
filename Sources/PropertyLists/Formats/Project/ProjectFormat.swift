// The codec of Xcode projects. The reader of the OpenStep family reads them.

/// An Xcode project, `project.pbxproj`.
enum ProjectFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .project
  static let fileNameExtension: String? = "pbxproj"

  static func writeDocument(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Data
  {
    var writer = ProjectWriter(storage, options: options, indentation: Indentation(unit: .tab))
    writer.output.append("// !$*UTF8*$!\n")
    try writer.writeValue()
    writer.output.append("\n")
    return writer.output.data()
  }

  static func writeValue(
    _ storage: DocumentStorage, options: PlistWritingOptions, indentation: Indentation
  ) throws(PlistError) -> Data? {
    var writer = ProjectWriter(storage, options: options, indentation: indentation)
    try writer.writeValue()
    return writer.output.data()
  }

  static let unsupportedKinds: Set<PlistKind> = [.bool, .date, .set, .uid, .null]

  static let plural = "Xcode projects"
}
