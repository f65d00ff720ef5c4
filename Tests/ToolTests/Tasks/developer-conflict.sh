# An iOS developer finds the line of an unresolved merge conflict in a project.
plist lint conflict.pbxproj 2>&1
echo "exit $?"
