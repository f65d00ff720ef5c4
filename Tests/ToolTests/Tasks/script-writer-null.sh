# A script writer learns that a binary file cannot hold JSON's null.
plist convert null.json --to binary -o null.plist 2>&1
echo "exit $?"
plist convert null.json --to xml 2>&1 | head -1
[ -e null.plist ] || echo "nothing was written"
