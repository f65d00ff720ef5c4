# A Mac administrator converts many files into a folder, with the format names of plutil.
plist convert LaunchAgents/*.plist Preferences/org.*.plist --to xml1 -o xml/
plist convert xml/*.plist --to binary1 -o binary/
plist convert xml/*.plist --to json -o json/
ls xml binary json
cmp binary/org.example.notes.plist Preferences/org.example.notes.plist && echo "the same bytes"
# Two files with the same name are rejected before anything is written.
cp -r LaunchAgents Copies
plist convert LaunchAgents/*.plist Copies/*.plist --to json -o all/ 2>&1 | head -1
[ -e all ] || echo "nothing was written"
# All files of a folder, in place.
find Copies -name '*.plist' -exec plist convert --to binary --in-place {} +
plist lint -r Copies
head -c 8 Copies/org.example.backup.plist; echo
