# An iOS developer reads a project and writes it back with the same bytes.
plist convert Notes.xcodeproj/project.pbxproj --to pbxproj -o Notes.xcodeproj/copy.pbxproj
cmp Notes.xcodeproj/project.pbxproj Notes.xcodeproj/copy.pbxproj && echo "the same bytes"
plist get Notes.xcodeproj/project.pbxproj 'objects[*].isa' | sort | uniq -c |
  awk '$1 > 1 { print $1, $2 }'
plist get Notes.xcodeproj/project.pbxproj 'objects[*].productName'
