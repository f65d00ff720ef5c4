# A forensic analyst is told what a file is that is no archive, or no property list.
for file in Preferences/org.example.notes.plist compiled.nib session.typedstream; do
  plist archive print $file 2>&1 | cut -d';' -f1
done
plist print compiled.nib -q
echo "exit $?"
