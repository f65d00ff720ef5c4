// The types of the measured values, coded directly by their fields.
package import PropertyLists

extension Address: PlistFieldCodable {
  package static let plistFields = PlistFields("street", "zip")

  package init(from fields: borrowing PlistFieldReader) throws {
    (street, zip) = (try fields.decode(0), try fields.decode(1))
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(street)
    default: try writer.encode(zip)
    }
  }
}

extension Record: PlistFieldCodable {
  package static let plistFields = PlistFields(
    "name", "id", "score", "active", "created", "token", "tags", "address")

  package init(from fields: borrowing PlistFieldReader) throws {
    (name, id, score, active, created, token, tags, address) = (
      try fields.decode(0),
      try fields.decode(1),
      try fields.decode(2),
      try fields.decode(3),
      try fields.decode(4),
      try fields.decode(5),
      try fields.decode(6),
      try fields.decode(7)
    )
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(name)
    case 1: try writer.encode(id)
    case 2: try writer.encode(score)
    case 3: try writer.encode(active)
    case 4: try writer.encode(created)
    case 5: try writer.encode(token)
    case 6: try writer.encode(tags)
    default: try writer.encode(address)
    }
  }
}

extension Numbers: PlistFieldCodable {
  package static let plistFields = PlistFields("ints", "reals")

  package init(from fields: borrowing PlistFieldReader) throws {
    (ints, reals) = (try fields.decode(0), try fields.decode(1))
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(ints)
    default: try writer.encode(reals)
    }
  }
}

extension DeepNode: PlistFieldCodable {
  package static let plistFields = PlistFields("level", "name", "children")

  package init(from fields: borrowing PlistFieldReader) throws {
    (level, name, children) = (try fields.decode(0), try fields.decode(1), try fields.decode(2))
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(level)
    case 1: try writer.encode(name)
    default: try writer.encode(children)
    }
  }
}

extension DocumentType: PlistFieldCodable {
  package static let plistFields = PlistFields(
    "CFBundleTypeName", "CFBundleTypeRole", "LSHandlerRank", "LSItemContentTypes")

  package init(from fields: borrowing PlistFieldReader) throws {
    (CFBundleTypeName, CFBundleTypeRole, LSHandlerRank, LSItemContentTypes) = (
      try fields.decode(0),
      try fields.decode(1),
      try fields.decode(2),
      try fields.decode(3)
    )
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(CFBundleTypeName)
    case 1: try writer.encode(CFBundleTypeRole)
    case 2: try writer.encode(LSHandlerRank)
    default: try writer.encode(LSItemContentTypes)
    }
  }
}

extension URLType: PlistFieldCodable {
  package static let plistFields = PlistFields("CFBundleURLName", "CFBundleURLSchemes")

  package init(from fields: borrowing PlistFieldReader) throws {
    (CFBundleURLName, CFBundleURLSchemes) = (try fields.decode(0), try fields.decode(1))
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(CFBundleURLName)
    default: try writer.encode(CFBundleURLSchemes)
    }
  }
}

extension TransportSecurity: PlistFieldCodable {
  package static let plistFields = PlistFields("NSAllowsArbitraryLoads")

  package init(from fields: borrowing PlistFieldReader) throws {
    NSAllowsArbitraryLoads = try fields.decode(0)
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    default: try writer.encode(NSAllowsArbitraryLoads)
    }
  }
}

extension InfoPlist: PlistFieldCodable {
  package static let plistFields = PlistFields(
    "CFBundleDevelopmentRegion", "CFBundleDisplayName", "CFBundleDocumentTypes",
    "CFBundleExecutable", "CFBundleIdentifier", "CFBundleInfoDictionaryVersion", "CFBundleName",
    "CFBundlePackageType", "CFBundleShortVersionString", "CFBundleSupportedPlatforms",
    "CFBundleURLTypes", "CFBundleVersion", "DTCompiler", "DTPlatformName", "DTPlatformVersion",
    "DTSDKBuild", "DTXcode", "ITSAppUsesNonExemptEncryption", "LSApplicationCategoryType",
    "LSRequiresIPhoneOS", "MinimumOSVersion", "NSAppTransportSecurity", "NSCameraUsageDescription",
    "NSHumanReadableCopyright", "NSPhotoLibraryUsageDescription", "UIDeviceFamily",
    "UILaunchStoryboardName", "UIRequiredDeviceCapabilities", "UISupportedInterfaceOrientations",
    "BuildDate", "BuildScale")

  package init(from fields: borrowing PlistFieldReader) throws {
    (
      CFBundleDevelopmentRegion, CFBundleDisplayName, CFBundleDocumentTypes, CFBundleExecutable,
      CFBundleIdentifier, CFBundleInfoDictionaryVersion, CFBundleName, CFBundlePackageType,
      CFBundleShortVersionString, CFBundleSupportedPlatforms, CFBundleURLTypes, CFBundleVersion,
      DTCompiler, DTPlatformName, DTPlatformVersion, DTSDKBuild, DTXcode,
      ITSAppUsesNonExemptEncryption, LSApplicationCategoryType, LSRequiresIPhoneOS,
      MinimumOSVersion, NSAppTransportSecurity, NSCameraUsageDescription, NSHumanReadableCopyright,
      NSPhotoLibraryUsageDescription, UIDeviceFamily, UILaunchStoryboardName,
      UIRequiredDeviceCapabilities, UISupportedInterfaceOrientations, BuildDate, BuildScale
    ) = (
      try fields.decode(0),
      try fields.decode(1),
      try fields.decode(2),
      try fields.decode(3),
      try fields.decode(4),
      try fields.decode(5),
      try fields.decode(6),
      try fields.decode(7),
      try fields.decode(8),
      try fields.decode(9),
      try fields.decode(10),
      try fields.decode(11),
      try fields.decode(12),
      try fields.decode(13),
      try fields.decode(14),
      try fields.decode(15),
      try fields.decode(16),
      try fields.decode(17),
      try fields.decode(18),
      try fields.decode(19),
      try fields.decode(20),
      try fields.decode(21),
      try fields.decode(22),
      try fields.decode(23),
      try fields.decode(24),
      try fields.decode(25),
      try fields.decode(26),
      try fields.decode(27),
      try fields.decode(28),
      try fields.decode(29),
      try fields.decode(30)
    )
  }

  package func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(CFBundleDevelopmentRegion)
    case 1: try writer.encode(CFBundleDisplayName)
    case 2: try writer.encode(CFBundleDocumentTypes)
    case 3: try writer.encode(CFBundleExecutable)
    case 4: try writer.encode(CFBundleIdentifier)
    case 5: try writer.encode(CFBundleInfoDictionaryVersion)
    case 6: try writer.encode(CFBundleName)
    case 7: try writer.encode(CFBundlePackageType)
    case 8: try writer.encode(CFBundleShortVersionString)
    case 9: try writer.encode(CFBundleSupportedPlatforms)
    case 10: try writer.encode(CFBundleURLTypes)
    case 11: try writer.encode(CFBundleVersion)
    case 12: try writer.encode(DTCompiler)
    case 13: try writer.encode(DTPlatformName)
    case 14: try writer.encode(DTPlatformVersion)
    case 15: try writer.encode(DTSDKBuild)
    case 16: try writer.encode(DTXcode)
    case 17: try writer.encode(ITSAppUsesNonExemptEncryption)
    case 18: try writer.encode(LSApplicationCategoryType)
    case 19: try writer.encode(LSRequiresIPhoneOS)
    case 20: try writer.encode(MinimumOSVersion)
    case 21: try writer.encode(NSAppTransportSecurity)
    case 22: try writer.encode(NSCameraUsageDescription)
    case 23: try writer.encode(NSHumanReadableCopyright)
    case 24: try writer.encode(NSPhotoLibraryUsageDescription)
    case 25: try writer.encode(UIDeviceFamily)
    case 26: try writer.encode(UILaunchStoryboardName)
    case 27: try writer.encode(UIRequiredDeviceCapabilities)
    case 28: try writer.encode(UISupportedInterfaceOrientations)
    case 29: try writer.encode(BuildDate)
    default: try writer.encode(BuildScale)
    }
  }
}
