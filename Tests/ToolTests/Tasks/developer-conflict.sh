# An iOS developer is told which line of a project has a conflict of a merge.
plist lint conflict.pbxproj 2>&1
echo "exit $?"
