// A field of an object is set by its path; an archive is written again from its JSON.
import KeyedArchives
import PropertyLists

let archive = try KeyedArchive(PlistDocument(contentsOfFile: "Examples/Data/stamps.archive"))
let edited = try archive.applying([
  .set(PlistPath("root.stamps[1].title"), "Ryvingen fyr"),
  .renameClass("Stamp", to: "Album.Stamp"),
])
let stamp = try KeyedArchive(PlistDocument(edited.data))[PlistUID(12)]?.object
print(stamp?.className ?? "", stamp?["title"]?.node.stringValue ?? "")
// prints Album.Stamp Ryvingen fyr

var options = KeyedArchive.JSONOptions()
options.identity = .ofEverything
let again = try KeyedArchive(json: archive.json(options))
print(try again.json(options) == archive.json(options))  // prints true
