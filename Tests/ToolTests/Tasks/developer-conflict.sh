# An iOS developer sees which line of a project has an unresolved merge conflict.
plist lint conflict.pbxproj 2>&1
echo "exit $?"
