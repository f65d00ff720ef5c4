# An iOS developer sees what changed in a binary property list.
# needs: git
export HOME=$PWD
git init -q . 2>/dev/null
git config user.name Ada && git config user.email ada@example.org
echo '*.plist diff=plist' > .gitattributes
git config diff.plist.textconv 'plist print'
git add .gitattributes Preferences/org.example.notes.plist
git commit -q -m 'Keep the preferences'
plist convert Preferences/org.example.notes.plist --to typed-json | sed 's/14/16/' |
  plist convert --to binary -o Preferences/org.example.notes.plist
git diff Preferences | grep '^[-+] '
