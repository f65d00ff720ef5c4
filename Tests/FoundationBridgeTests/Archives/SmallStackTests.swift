// Tests on small stacks, as programs have them for their secondary threads: values that are nested
// too deep to be created or released are an error.
import Foundation
import FoundationBridge
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

/// A link of a chain.
private final class Link: NSObject, NSCoding {
  var next: Link?
  override init() {}
  init?(coder: NSCoder) { next = coder.decodeObject(of: Link.self, forKey: "next") }
  func encode(with coder: NSCoder) { coder.encode(next, forKey: "next") }
}

/// An object with others in a collection.
private final class Branch: NSObject, NSCoding {
  var members: Any?
  override init() {}
  init?(coder: NSCoder) { members = coder.decodeObject(forKey: "members") }
  func encode(with coder: NSCoder) { coder.encode(members, forKey: "members") }
}

/// The permitted outcomes on a small stack: complete, or rejected for its depth.
private func expectWholeOrRefused(_ body: () throws -> Void) {
  do { try body() } catch {
    let code = (error as? ArchiveError)?.code.rawValue ?? (error as? PlistError)?.code.rawValue
    #expect(code == ArchiveError.Code.depthLimit.rawValue, "\(error)")
  }
}

@Suite("The bridge on small stacks")
struct SmallStackTests {
  static let sizes = [128, 256, 512]

  @Test("Chains of objects are decoded and released, or rejected", arguments: sizes)
  func chains(size: Int) throws {
    let archives = try [10, 100, 500, 1000, 2000, 3999].map { count in
      var first = Link()
      for _ in 1..<count {
        let link = Link()
        link.next = first
        first = link
      }
      return try NSCodingArchiver.archivedData(root: first)
    }
    try onSmallStack(kilobytes: size) {
      for archive in archives {
        expectWholeOrRefused {
          let made = try NSCodingUnarchiver.unarchivedObject(ofClass: Link.self, from: archive)
          #expect(made != nil)
        }
      }
    }
  }

  @Test("Objects in collections in objects are decoded and released, or rejected", arguments: sizes)
  func branches(size: Int) throws {
    let archives = try [10, 100, 200, 1000].map { count in
      var last: NSObject = Branch()
      for level in 1..<count {
        switch level % 3 {
        case 0: last = NSArray(array: [last])
        case 1:
          let branch = Branch()
          branch.members = last
          last = branch
        default: last = NSDictionary(dictionary: ["key": last])
        }
      }
      return try NSCodingArchiver.archivedData(root: last)
    }
    try onSmallStack(kilobytes: size) {
      for archive in archives {
        expectWholeOrRefused {
          _ = try NSCodingUnarchiver.unarchivedObject(
            ofClasses: [NSArray.self, NSDictionary.self, Branch.self], from: archive)
        }
        var options = NSCodingOptions()
        options.unfinishedObjects = .areNil
        expectWholeOrRefused {
          _ = try NSCodingUnarchiver.unarchivedObject(
            ofClasses: [NSArray.self, NSDictionary.self, Branch.self], from: archive,
            options: options)
        }
      }
    }
  }

  @Test(
    "Property lists of 511 levels become trees that can be released, or are rejected",
    arguments: sizes)
  func trees(size: Int) throws {
    let lists = [20, 60, 120, 250, 511].map { depth in
      let arrays = String(repeating: "<array>", count: depth)
      let dictionaries = String(repeating: "<dict><key>k</key>", count: depth)
      return [
        arrays + String(repeating: "</array>", count: depth),
        dictionaries + "<true/>" + String(repeating: "</dict>", count: depth),
      ].map { Data("<plist>\($0)</plist>".utf8) }
    }
    try onSmallStack(kilobytes: size) {
      for list in lists.joined() {
        for options in [
          PropertyListSerialization.MutabilityOptions(), .mutableContainersAndLeaves,
        ] {
          expectWholeOrRefused {
            _ = try PlistSerialization.propertyList(from: list, options: options)
          }
        }
      }
    }
  }

  @Test("Shallow values are decoded on a small stack")
  func shortChain() throws {
    let link = Link()
    link.next = Link()
    let archive = try NSCodingArchiver.archivedData(root: NSArray(array: [link]))
    try onSmallStack(kilobytes: 512) {
      let made = try NSCodingUnarchiver.unarchivedObject(
        ofClasses: [NSArray.self, Link.self], from: archive)
      #expect((made as? NSArray)?.count == 1)
    }
    let list = Data("<plist><array><array/></array></plist>".utf8)
    try onSmallStack(kilobytes: 128) {
      let tree = try PlistSerialization.propertyList(from: list)
      #expect((tree as? NSArray)?.count == 1)
    }
  }
}
