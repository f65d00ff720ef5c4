# A script writer uses indexes from the end, and wildcards for all elements.
plist get Preferences/org.example.notes.plist 'recent[-1]'
plist get Preferences/org.example.notes.plist 'recent[*]'
plist get Preferences/org.example.mail.plist 'accounts[*].port'
plist get Preferences/org.example.mail.plist 'accounts[*].port' --default 0
plist get Preferences/org.example.mail.plist 'accounts[*]' --as json
plist get Preferences/org.example.mail.plist 'accounts[-4].port' 2>&1
plist get Preferences/org.example.notes.plist 'recent[5]' 2>&1
plist get Preferences/org.example.notes.plist recent.5 2>&1
plist get Preferences/org.example.mail.plist 'accounts[*].prot' 2>&1
echo "exit $?"
