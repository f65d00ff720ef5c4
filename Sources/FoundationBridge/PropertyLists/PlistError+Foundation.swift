// Makes the error of property lists a Foundation error. The conformance is here because the
// protocol belongs to the part of Foundation that the other modules do not import.
public import PropertyLists

extension PlistError: CustomNSError {
  /// The domain of Cocoa's errors, which `PropertyListSerialization` throws.
  public static var errorDomain: String { NSCocoaErrorDomain }

  /// The Cocoa code: 3851 if a format cannot represent a value, otherwise 3840, the code of a
  /// corrupted property list.
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
