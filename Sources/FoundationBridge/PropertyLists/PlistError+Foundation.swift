// The error of property lists as Foundation's. The conformance is here since the protocol belongs
// to the part of Foundation that the other modules do not import.
public import PropertyLists

extension PlistError: CustomNSError {
  /// The domain of Cocoa's errors, which `PropertyListSerialization` throws.
  public static var errorDomain: String { NSCocoaErrorDomain }

  /// Cocoa's code: 3851 where a format has no form for a value, otherwise 3840, the code of a
  /// property list that is corrupted.
  public var errorCode: Int {
    let cocoaCode: CocoaError.Code =
      code == .notRepresentable ? .propertyListWriteStream : .propertyListReadCorrupt
    return cocoaCode.rawValue
  }

  /// The description, with the line, the column and the path.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: description, NSDebugDescriptionErrorKey: description]
  }
}
