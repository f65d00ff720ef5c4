# A script writer distinguishes absent values, invalid files, and missing files by the exit status.
file=Preferences/org.example.notes.plist
plist get -q $file theme; echo "found: $?"
plist get -q $file nope; echo "absent: $?"
plist get -q Preferences/cut.plist theme; echo "invalid: $?"
plist get -q none theme; echo "missing: $?"
plist get -q $file; echo "usage: $?"
plist get $file theme > /dev/full 2>/dev/null; echo "full: $?"
plist --help > /dev/full 2>/dev/null; echo "help: $?"
plist get $file nope --default none; echo "default: $?"
plist get --each --path theme $file none LaunchAgents/*.plist 2>/dev/null; echo "the most severe: $?"
plist get --each --path theme $file LaunchAgents/*.plist 2>/dev/null; echo "the most severe: $?"
plist get $file Theme 2>&1; echo "near: $?"
