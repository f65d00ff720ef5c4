// A keyed archive as data, without any of its classes.
import KeyedArchives
import PropertyLists

let file = "Examples/Data/stamps.archive"
let archive = try KeyedArchive(PlistDocument(contentsOfFile: file))

let collection = archive.top["root"]?.object
print(collection?.className ?? "no object")  // prints StampCollection
print(collection?["name"]?.node.stringValue ?? "no name")  // prints Lighthouses

if case .items(let stamps)? = try collection?["stamps"]?.object?.standard()?.contents {
  for stamp in stamps {
    print(stamp.object?["title"]?.node.stringValue ?? "no title", stamp.uid?.value ?? 0)
  }
}
// prints Lindesnes fyr 9
// prints Ryvingen – “the last” 12

print(archive.classes.map(\.name).count)  // prints 6
print(archive.unreachableObjects.count)  // prints 0
