// Attributes of adjacent text: outside of Apple's systems, Foundation compares their values as Core
// Foundation objects, and ends the process if the class of a value has no counterpart there.

extension [[NSAttributedString.Key: Any]] {
  /// A key under which two of these attributes have different objects, one of which cannot be
  /// compared; nil if there is none. Takes time linear in the attributes.
  var incomparableKey: NSAttributedString.Key? {
    #if canImport(ObjectiveC)
      return nil
    #else
      var known: [NSAttributedString.Key: (object: AnyObject, isComparable: Bool)] = [:]
      for attributes in self {
        for (key, value) in attributes {
          let (object, isComparable) = (value as AnyObject, Self.isComparable(value))
          if let other = known[key], other.object !== object, !(isComparable && other.isComparable)
          {
            return key
          }
          if known[key]?.isComparable ?? true { known[key] = (object, isComparable) }
        }
      }
      return nil
    #endif
  }

  /// Whether Core Foundation can compare a value: an object of these classes, or a value that is
  /// not an object.
  private static func isComparable(_ value: Any) -> Bool {
    switch value as AnyObject {
    case is NSString, is NSNumber, is NSData, is NSDate, is NSURL, is NSUUID: true
    case is NSArray, is NSDictionary, is NSSet, is NSOrderedSet, is NSIndexSet: true
    case is NSIndexPath, is NSLocale, is NSTimeZone, is NSCalendar, is NSCharacterSet: true
    case is NSAttributedString, is NSDateInterval, is NSMeasurement, is NSRegularExpression: true
    default: false
    }
  }
}
