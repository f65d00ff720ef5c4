# A forensic analyst learns what kind of file it is that is not an archive or a property list.
for file in Preferences/org.example.notes.plist compiled.nib session.typedstream; do
  plist archive print $file 2>&1 | cut -d';' -f1
done
plist print compiled.nib -q
echo "exit $?"
