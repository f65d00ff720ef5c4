# A script writer reads several values in one call, from one file and from several files.
plist get profile.mobileconfig PayloadIdentifier PayloadVersion 'PayloadContent[*].PayloadType'
read -r -d '' theme size <<< "$(plist get Preferences/org.example.notes.plist theme fontSize)"
echo "theme $theme, size $size"
plist get --each --path Label LaunchAgents/*.plist
plist get -r --path theme --default none Preferences/By* LaunchAgents
printf '%s\0' LaunchAgents/*.plist | plist get --files0-from - --path Label --path StartInterval --default 0
plist type --each --path theme Preferences/org.*
plist print --each --path 'ProgramArguments[0]' LaunchAgents/*.plist
