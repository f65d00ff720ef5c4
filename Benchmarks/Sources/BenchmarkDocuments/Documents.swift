// The values that the benchmarks measure, generated from fixed seeds: records, strings, numbers,
// blobs, keys, a small Info.plist and a deep tree.

// The properties of the Info.plist have the names of its keys.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A small generator of random numbers with a fixed seed.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

package struct Address: Codable, Sendable {
  package var street: String
  package var zip: String
}

package struct Record: Codable, Sendable {
  package var name: String
  package var id: Int
  package var score: Double
  package var active: Bool
  package var created: Date
  package var token: Data
  package var tags: [String]
  package var address: Address
}

package struct Numbers: Codable, Sendable {
  package var ints: [Int]
  package var reals: [Double]
}

package struct DeepNode: Codable, Sendable {
  package var level: Int
  package var name: String
  package var children: [DeepNode]
}

package struct DocumentType: Codable, Sendable {
  package var CFBundleTypeName: String
  package var CFBundleTypeRole: String
  package var LSHandlerRank: String
  package var LSItemContentTypes: [String]
}

package struct URLType: Codable, Sendable {
  package var CFBundleURLName: String
  package var CFBundleURLSchemes: [String]
}

package struct TransportSecurity: Codable, Sendable {
  package var NSAllowsArbitraryLoads: Bool
}

package struct InfoPlist: Codable, Sendable {
  package var CFBundleDevelopmentRegion: String
  package var CFBundleDisplayName: String
  package var CFBundleDocumentTypes: [DocumentType]
  package var CFBundleExecutable: String
  package var CFBundleIdentifier: String
  package var CFBundleInfoDictionaryVersion: String
  package var CFBundleName: String
  package var CFBundlePackageType: String
  package var CFBundleShortVersionString: String
  package var CFBundleSupportedPlatforms: [String]
  package var CFBundleURLTypes: [URLType]
  package var CFBundleVersion: String
  package var DTCompiler: String
  package var DTPlatformName: String
  package var DTPlatformVersion: String
  package var DTSDKBuild: String
  package var DTXcode: String
  package var ITSAppUsesNonExemptEncryption: Bool
  package var LSApplicationCategoryType: String
  package var LSRequiresIPhoneOS: Bool
  package var MinimumOSVersion: String
  package var NSAppTransportSecurity: TransportSecurity
  package var NSCameraUsageDescription: String
  package var NSHumanReadableCopyright: String
  package var NSPhotoLibraryUsageDescription: String
  package var UIDeviceFamily: [Int]
  package var UILaunchStoryboardName: String
  package var UIRequiredDeviceCapabilities: [String]
  package var UISupportedInterfaceOrientations: [String]
  package var BuildDate: Date
  package var BuildScale: Double
}

private let firstNames =
  "Ada Bram Chloé Dmitri Elif Fatima Gérard Hana Ingrid João Kofi Lars Mei Noor"
  .split(separator: " ")
private let lastNames =
  "Abe Brown Carter Diaz Evans Fischer Garcia Hughes Ito Jensen Müller Weber"
  .split(separator: " ")
private let words =
  "the quick brown fox jumps over lazy dog open save close window file edit view insert format table help print export"
  .split(separator: " ").map(String.init)
private let nonASCIIWords = [
  "Größe ändern", "パスワードを入力してください", "Ошибка соединения", "无法打开文件", "🎉 Terminé",
]

package enum Documents {
  package static func records(_ count: Int) -> [Record] {
    var random = SeededGenerator(seed: 1)
    return (0..<count).map { index in
      let bits = [7, 15, 31, 62].randomElement(using: &random) ?? 7
      return Record(
        name: "\(pick(firstNames, &random)) \(pick(lastNames, &random)) \(index)",
        id: Int.random(in: 0..<(1 << bits), using: &random),
        score: Double.random(in: 0..<1000, using: &random),
        active: Bool.random(using: &random),
        created: Date(
          timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<800_000_000, using: &random))),
        token: Data((0..<24).map { _ in UInt8.random(in: 0...255, using: &random) }),
        tags: (0..<3).map { _ in pick(words, &random) },
        address: Address(
          street: "\(Int.random(in: 0..<999, using: &random)) \(pick(lastNames, &random)) St",
          zip: String(10000 + Int.random(in: 0..<90000, using: &random))))
    }
  }

  package static func strings(_ count: Int) -> [String: String] {
    var random = SeededGenerator(seed: 2)
    var pairs: [String: String] = [:]
    for index in 0..<count {
      let text = (0..<Int.random(in: 2...12, using: &random)).map { _ in pick(words, &random) }
        .joined(separator: " ")
      let share = Double.random(in: 0..<1, using: &random)
      let value =
        share < 0.15
        ? "\(pick(nonASCIIWords, &random)) \(text)"
        : share < 0.25 ? "\(text) & <b>\(text)</b>" : text
      pairs["\(pick(words, &random)).\(pick(words, &random)).\(1_000_000 + index)"] = value
    }
    return pairs
  }

  package static func numbers(_ count: Int) -> Numbers {
    var random = SeededGenerator(seed: 3)
    let ints = (0..<count).map { _ in
      Int.random(
        in: -(1 << 15)..<(1 << ([16, 31, 62].randomElement(using: &random) ?? 16)), using: &random)
    }
    let reals = (0..<count / 2).map { index in
      index % 3 == 0
        ? Double(Int.random(in: 0..<1000, using: &random)) / 4
        : Double.random(in: -1e6..<1e6, using: &random)
    }
    return Numbers(ints: ints, reals: reals)
  }

  package static func blobs(_ count: Int) -> [String: Data] {
    var random = SeededGenerator(seed: 4)
    return Dictionary(
      uniqueKeysWithValues: (0..<count).map { index in
        (
          "blob\(1000 + index)",
          Data((0..<256 * 1024).map { _ in UInt8.random(in: 0...255, using: &random) })
        )
      })
  }

  /// One dictionary with a number for each key.
  package static func keys(_ count: Int) -> [String: Int] {
    var random = SeededGenerator(seed: 5)
    return Dictionary(
      uniqueKeysWithValues: (0..<count).map { index in
        ("\(pick(words, &random)).\(index)", index % 1000)
      })
  }

  package static func deep(_ levels: Int) -> DeepNode {
    var node = DeepNode(level: levels, name: "leaf", children: [])
    for level in stride(from: levels - 2, to: 0, by: -2) {
      node = DeepNode(level: level, name: "node \(level)", children: [node])
    }
    return node
  }

  package static let small = InfoPlist(
    CFBundleDevelopmentRegion: "en", CFBundleDisplayName: "Flash Cards & Friends",
    CFBundleDocumentTypes: [
      DocumentType(
        CFBundleTypeName: "Flash card deck", CFBundleTypeRole: "Editor", LSHandlerRank: "Owner",
        LSItemContentTypes: ["org.example.deck", "public.json"])
    ],
    CFBundleExecutable: "FlashCards", CFBundleIdentifier: "org.example.FlashCards",
    CFBundleInfoDictionaryVersion: "6.0", CFBundleName: "FlashCards", CFBundlePackageType: "APPL",
    CFBundleShortVersionString: "4.2.1", CFBundleSupportedPlatforms: ["iPhoneOS"],
    CFBundleURLTypes: [
      URLType(
        CFBundleURLName: "org.example.FlashCards", CFBundleURLSchemes: ["flashcards", "fcards"])
    ],
    CFBundleVersion: "20261", DTCompiler: "com.apple.compilers.llvm.clang.1_0",
    DTPlatformName: "iphoneos", DTPlatformVersion: "17.4", DTSDKBuild: "21E210", DTXcode: "1530",
    ITSAppUsesNonExemptEncryption: false,
    LSApplicationCategoryType: "public.app-category.education", LSRequiresIPhoneOS: true,
    MinimumOSVersion: "15.0",
    NSAppTransportSecurity: TransportSecurity(NSAllowsArbitraryLoads: false),
    NSCameraUsageDescription: "The camera is used to scan cards into a deck.",
    NSHumanReadableCopyright: "Copyright © 2026 Example. All rights reserved.",
    NSPhotoLibraryUsageDescription: "Pictures can be put on either side of a card.",
    UIDeviceFamily: [1, 2],
    UILaunchStoryboardName: "LaunchScreen", UIRequiredDeviceCapabilities: ["arm64"],
    UISupportedInterfaceOrientations: [
      "UIInterfaceOrientationPortrait", "UIInterfaceOrientationLandscapeLeft",
      "UIInterfaceOrientationLandscapeRight",
    ],
    BuildDate: Date(timeIntervalSinceReferenceDate: 800_000_000), BuildScale: 2.5)

  private static func pick<S: StringProtocol>(
    _ list: [S], _ random: inout SeededGenerator
  ) -> String {
    String(list[Int.random(in: 0..<list.count, using: &random)])
  }
}
