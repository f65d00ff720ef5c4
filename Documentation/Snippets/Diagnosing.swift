// Finds all errors in a file.
import DurableFiles
import PropertyLists

let bytes = try FileContents.read("Examples/Data/broken.plist")
for finding in PlistDocument.diagnose(bytes) {
  print(finding.severity, finding.error.code, finding.error.position?.offset ?? 0)
}
// prints error invalid-integer 251
// prints error mismatched-tag 296
