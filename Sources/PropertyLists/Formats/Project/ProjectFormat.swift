// The codec of Xcode projects. The reader of the OpenStep family reads them.

/// An Xcode project, `project.pbxproj`.
enum ProjectFormat: OpenStepFamilyCodec {
  static let format: PlistFormat? = .project
  static let fileNameExtension: String? = "pbxproj"

  static func write(
    _ storage: DocumentStorage, options: PlistWritingOptions
  ) throws(PlistError) -> Data { try ProjectWriter.write(storage, options: options) }

  static let unsupportedKinds: Set<PlistKind> = [.bool, .date, .set, .uid, .null]

  static let plural = "Xcode projects"
}
