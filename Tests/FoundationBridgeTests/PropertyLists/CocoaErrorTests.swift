// Tests of errors of property lists as programs that are ported from Foundation inspect them.
import FoundationBridge
import PropertyLists
import Testing

@Suite("Errors of property lists as Foundation's errors")
struct CocoaErrorTests {
  private func cocoaError(_ body: () throws -> Void) -> NSError? {
    (#expect(throws: PlistError.self, performing: body) as (any Error)?).map { $0 as NSError }
  }

  @Test("A corrupted property list is Cocoa's error 3840")
  func corrupted() {
    let error = cocoaError {
      _ = try PlistSerialization.propertyList(from: Data("<plist><array>\n<true></array>".utf8))
    }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == CocoaError.Code.propertyListReadCorrupt.rawValue)
    #expect(error?.code == 3840)
  }

  @Test("The decoder's error for a file that is not a property list is Cocoa's error 3840 too")
  func decoding() {
    let error = cocoaError { _ = try PlistDecoder().decode([Int].self, from: Data("<plist".utf8)) }
    #expect(error?.domain == NSCocoaErrorDomain && error?.code == 3840)
  }

  @Test("An unsupported object is Cocoa's error 3851")
  func unwritable() {
    let error = cocoaError {
      _ = try PlistSerialization.data(fromPropertyList: ["key": NSNull()], format: .xml)
    }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == CocoaError.Code.propertyListWriteStream.rawValue)
    #expect(error?.code == 3851)
  }

  @Test("The description has the line, the column and the path")
  func description() {
    let error = cocoaError {
      _ = try PlistSerialization.propertyList(from: Data("<plist><array>\n<true></array>".utf8))
    }
    #expect(error?.localizedDescription.hasPrefix("2:") == true)
    #expect(error?.localizedDescription.hasSuffix("(at [0])") == true)
    #expect(error?.userInfo[NSDebugDescriptionErrorKey] as? String == error?.localizedDescription)
  }
}
