// The documents that are measured, made anew each time from a fixed seed: records, strings,
// numbers, blobs, keys, a small Info.plist and a deep tree.

// The properties of the Info.plist have the names of its keys.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// A small generator of random numbers with a fixed seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

struct Address: Codable, Sendable {
  var street: String
  var zip: String
}

struct Record: Codable, Sendable {
  var name: String
  var id: Int
  var score: Double
  var active: Bool
  var created: Date
  var token: Data
  var tags: [String]
  var address: Address
}

struct Numbers: Codable, Sendable {
  var ints: [Int]
  var reals: [Double]
}

struct DeepNode: Codable, Sendable {
  var level: Int
  var name: String
  var children: [DeepNode]
}

struct DocumentType: Codable, Sendable {
  var CFBundleTypeName: String
  var CFBundleTypeRole: String
  var LSHandlerRank: String
  var LSItemContentTypes: [String]
}

struct TransportSecurity: Codable, Sendable {
  var NSAllowsArbitraryLoads: Bool
}

struct InfoPlist: Codable, Sendable {
  var CFBundleDevelopmentRegion: String
  var CFBundleDisplayName: String
  var CFBundleDocumentTypes: [DocumentType]
  var CFBundleExecutable: String
  var CFBundleIdentifier: String
  var CFBundleInfoDictionaryVersion: String
  var CFBundleName: String
  var CFBundlePackageType: String
  var CFBundleShortVersionString: String
  var CFBundleSupportedPlatforms: [String]
  var CFBundleVersion: String
  var ITSAppUsesNonExemptEncryption: Bool
  var LSRequiresIPhoneOS: Bool
  var MinimumOSVersion: String
  var NSAppTransportSecurity: TransportSecurity
  var NSCameraUsageDescription: String
  var NSHumanReadableCopyright: String
  var UIDeviceFamily: [Int]
  var UILaunchStoryboardName: String
  var UIRequiredDeviceCapabilities: [String]
  var UISupportedInterfaceOrientations: [String]
  var BuildDate: Date
  var BuildScale: Double
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
private let foreign = [
  "Größe ändern", "パスワードを入力してください", "Ошибка соединения", "无法打开文件", "🎉 Terminé",
]

enum Documents {
  static func records(_ count: Int) -> [Record] {
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

  static func strings(_ count: Int) -> [String: String] {
    var random = SeededGenerator(seed: 2)
    var pairs: [String: String] = [:]
    for index in 0..<count {
      let text = (0..<Int.random(in: 2...12, using: &random)).map { _ in pick(words, &random) }
        .joined(separator: " ")
      let share = Double.random(in: 0..<1, using: &random)
      let value =
        share < 0.15
        ? "\(pick(foreign, &random)) \(text)" : share < 0.25 ? "\(text) & <b>\(text)</b>" : text
      pairs["\(pick(words, &random)).\(pick(words, &random)).\(1_000_000 + index)"] = value
    }
    return pairs
  }

  static func numbers(_ count: Int) -> Numbers {
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

  static func blobs(_ count: Int) -> [String: Data] {
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
  static func keys(_ count: Int) -> [String: Int] {
    var random = SeededGenerator(seed: 5)
    return Dictionary(
      uniqueKeysWithValues: (0..<count).map { index in
        ("\(pick(words, &random)).\(index)", index % 1000)
      })
  }

  static func deep(_ levels: Int) -> DeepNode {
    var node = DeepNode(level: levels, name: "leaf", children: [])
    for level in stride(from: levels - 2, to: 0, by: -2) {
      node = DeepNode(level: level, name: "node \(level)", children: [node])
    }
    return node
  }

  static let small = InfoPlist(
    CFBundleDevelopmentRegion: "en", CFBundleDisplayName: "Flash Cards & Friends",
    CFBundleDocumentTypes: [
      DocumentType(
        CFBundleTypeName: "Flash card deck", CFBundleTypeRole: "Editor", LSHandlerRank: "Owner",
        LSItemContentTypes: ["org.example.deck", "public.json"])
    ],
    CFBundleExecutable: "FlashCards", CFBundleIdentifier: "org.example.FlashCards",
    CFBundleInfoDictionaryVersion: "6.0", CFBundleName: "FlashCards", CFBundlePackageType: "APPL",
    CFBundleShortVersionString: "4.2.1", CFBundleSupportedPlatforms: ["iPhoneOS"],
    CFBundleVersion: "20261",
    ITSAppUsesNonExemptEncryption: false, LSRequiresIPhoneOS: true, MinimumOSVersion: "15.0",
    NSAppTransportSecurity: TransportSecurity(NSAllowsArbitraryLoads: false),
    NSCameraUsageDescription: "The camera is used to scan cards into a deck.",
    NSHumanReadableCopyright: "Copyright © 2026 Example. All rights reserved.",
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
