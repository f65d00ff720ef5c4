# An iOS developer keeps the comments of strings files, and finds repeated keys and missing semicolons.
plist convert fr.lproj/Localizable.strings --to strings -o copy.strings
cmp fr.lproj/Localizable.strings copy.strings && echo "the same bytes"
plist lint twice.strings missing.strings 2>&1
echo "exit $?"
plist lint --strict -q twice.strings
echo "exit $?"
plist convert twice.strings --to strings --reformat --in-place 2>&1 | head -1
cat twice.strings
