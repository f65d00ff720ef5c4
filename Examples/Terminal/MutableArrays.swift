// Arrays as the tutorials' classes archive them: mutable, so that an Objective-C program may change
// them after reading.

package import KeyedArchives
package import ObservableState

extension ArchivedArray {
  /// A mutable array of objects, each archived under its own class.
  package convenience init(mutable objects: [some AnyObject & Codable]) {
    self.init(objects.map { .object($0) }, as: Self.mutableClass)
  }
}

extension GraphFormat {
  /// A keyed archive of one mutable array, as the root object.
  package static func mutableArray<Element: AnyObject & Codable>() -> GraphFormat
  where Root == [Element] {
    keyedArchive(
      encode: { try $1.encode(ArchivedArray(mutable: $0), forKey: "root") },
      decode: { try $0.decode([Element].self, forKey: "root") })
  }
}
