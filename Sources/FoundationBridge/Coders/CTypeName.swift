// The name of the C type in an NSValue, to which Foundation returns a pointer.

extension NSValue {
  /// The name of the structure, or the letters of another type.
  var cTypeName: String {
    let type = unsafe String(cString: objCType)
    return String(type.drop { $0 == "{" || $0 == "_" }.prefix { $0 != "=" })
  }
}
