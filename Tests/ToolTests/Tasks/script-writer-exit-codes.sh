# A script writer tells absent values, broken files and missing files apart by the exit code.
file=Preferences/org.example.notes.plist
plist get -q $file theme; echo "found: $?"
plist get -q $file nope; echo "absent: $?"
plist get -q Preferences/cut.plist theme; echo "broken: $?"
plist get -q none theme; echo "missing: $?"
plist get -q $file; echo "usage: $?"
plist get $file theme > /dev/full 2>/dev/null; echo "full: $?"
plist --help > /dev/full 2>/dev/null; echo "help: $?"
plist get $file nope --default none; echo "default: $?"
plist get --each --path theme $file none LaunchAgents/*.plist 2>/dev/null; echo "the gravest: $?"
plist get --each --path theme $file LaunchAgents/*.plist 2>/dev/null; echo "the gravest: $?"
plist get $file Theme 2>&1; echo "near: $?"
