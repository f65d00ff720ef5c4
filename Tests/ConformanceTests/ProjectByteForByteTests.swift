// Reads the Xcode projects of the corpus into value trees, which keep neither comments
// nor quotes, and writes them again. Projects that are not the same to the byte are listed with
// their reason, and the reason is verified in the file.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Xcode projects written again")
struct ProjectByteForByteTests {
  /// The reasons why a project is not written the same.
  enum Reason: Sendable {
    /// Strings have quotes that Xcode does not write: changed by hand or by another program.
    case needlessQuotes
    /// Objects are out of order: merged by hand.
    case unsortedObjects
    /// The root object is missing: an excerpt.
    case excerpt
    /// The text does not end with the brace of the root and one line break.
    case otherEnd
    /// An old Xcode wrote the line breaks of a build rule's script unchanged; others escape them,
    /// also in projects of the same object version.
    case rawLineBreaks

    /// Whether Xcode wrote the file in its present form.
    var isXcodes: Bool { self == .rawLineBreaks }
  }

  static let cordova = "openstep/apache+cordova-node-xcode/test__parser__projects__"
  static let cocoaPods = "openstep/CocoaPods+Xcodeproj/spec__fixtures__Sample Project__"

  static let others: [String: Reason] = [
    "openstep/3breadt+dd-plist/test-files__issue33.pbxproj": .needlessQuotes,
    cordova + "expected__with_omit_empty_values_disabled_expected.pbxproj": .needlessQuotes,
    cordova + "expected__with_omit_empty_values_enabled_expected.pbxproj": .needlessQuotes,
    cordova + "group.pbxproj": .needlessQuotes,
    cordova + "variantgroup.pbxproj": .needlessQuotes,
    cordova + "header-search.pbxproj": .excerpt,
    cordova + "library-search-paths.pbxproj": .otherEnd,
    "openstep/cjwl+cocotron/O2Context_AntiGrain__O2Context_AntiGrain.xcodeproj__project.pbxproj":
      .needlessQuotes,
    "openstep/joaomoreno+thyme/Thyme.xcodeproj__project.pbxproj": .unsortedObjects,
    cocoaPods + "6.3-format.xcodeproj__project.pbxproj": .rawLineBreaks,
    cocoaPods + "8.0-format.xcodeproj__project.pbxproj": .rawLineBreaks,
  ]

  /// A project with comments and sections, of object version 46 or later.
  struct Project: Sendable {
    var name: String
    var text: String
    var tree: Plist
    /// The name of the project from its comments, which a tree does not have.
    var projectName: String?

    init?(_ file: Corpus.File) {
      guard file.name.hasSuffix(".pbxproj"), let tree = try? Plist(file.bytes),
        let version = tree["objectVersion"]?.stringValue.flatMap({ Int($0) }), version >= 46
      else { return nil }
      name = file.name
      text = String(decoding: file.bytes, as: UTF8.self)
      guard text.contains("/* Begin ") else { return nil }
      self.tree = tree
      projectName = text.firstMatch(of: /list for PBXProject "(.*)" \*\//).map { String($0.1) }
    }

    /// Whether the project, written again from its tree, is the same to the byte.
    func isReproduced(named projectName: String?) throws -> Bool {
      var options = PlistWritingOptions()
      options.projectName = projectName
      let written = try tree.encoded(as: .project, options: options)
      return written.elementsEqual(text.utf8)
    }

    /// Whether a reason is found in the text.
    func shows(_ reason: Reason) -> Bool {
      switch reason {
      case .needlessQuotes:
        text.matches(of: /[\s(]"([A-Za-z0-9_.\/$]+)"(?:;|,| =)/).contains {
          !$0.1.contains("//") && !$0.1.contains("___")
        }
      case .unsortedObjects:
        text.split(separator: "/* Begin ").dropFirst().contains(where: isUnsorted)
      case .excerpt: tree["objects"]?[tree["rootObject"]?.stringValue ?? ""] == nil
      case .otherEnd: !text.hasSuffix("}\n") || text.hasSuffix("\n\n")
      case .rawLineBreaks: text.contains(/\sscript = "[^"]*\n/)
      }
    }

    private func isUnsorted(_ section: Substring) -> Bool {
      let ids = section.matches(of: /\n\t\t([A-Z0-9]+) [^\n]*= \{/).map(\.1)
      return zip(ids, ids.dropFirst()).contains { $0 > $1 }
    }
  }

  static let projects = Corpus.openStep.compactMap(Project.init)

  @Test("At least 95 of 100 projects that Xcode wrote are the same to the byte")
  func share() throws {
    let written = Self.projects.filter { Self.others[$0.name]?.isXcodes ?? true }
    let same = try written.filter { try $0.isReproduced(named: $0.projectName) }
    let share = Double(same.count) / Double(written.count)
    #expect(written.count >= (Corpus.hasSharedCollection ? 72 : 12))
    #expect(share >= 0.95, "\(same.count) of \(written.count)")
  }

  @Test("Every other project is listed with a reason that is found in it")
  func reasons() throws {
    let others = try Self.projects.filter { try !$0.isReproduced(named: $0.projectName) }
    #expect(Set(others.map(\.name)) == (Corpus.hasSharedCollection ? Set(Self.others.keys) : []))
    for project in others {
      let reason = try #require(Self.others[project.name])
      #expect(project.shows(reason), "\(project.name)")
    }
  }

  @Test("A project that is the same to the byte shows none of the reasons")
  func reasonsAreReasons() throws {
    let same = Self.projects.filter { Self.others[$0.name] == nil }
    let reasons: [Reason] = [
      .needlessQuotes, .unsortedObjects, .excerpt, .otherEnd, .rawLineBreaks,
    ]
    for project in same {
      #expect(reasons.filter(project.shows).isEmpty, "\(project.name)")
    }
  }

  @Test("Every project is read again as the same tree, named or not")
  func treesAreKept() throws {
    #expect(Self.projects.count > (Corpus.hasSharedCollection ? 82 : 11))
    for project in Self.projects {
      #expect(try Plist(project.tree.encoded(as: .project)) == project.tree, "\(project.name)")
    }
  }
}
