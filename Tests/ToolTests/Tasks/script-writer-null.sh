# A script writer learns that JSON's null has no form in a binary file.
plist convert null.json --to binary -o null.plist 2>&1
echo "exit $?"
plist convert null.json --to xml 2>&1 | head -1
[ -e null.plist ] || echo "nothing was written"
