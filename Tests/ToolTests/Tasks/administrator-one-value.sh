# A Mac administrator reads one value, with both notations of an index.
plist get profile.mobileconfig PayloadContent.0.PayloadType
plist get profile.mobileconfig 'PayloadContent[0].PayloadType'
plist get profile.mobileconfig 'PayloadContent[-1].tilesize'
# The syntax of plutil and PlistBuddy is answered with the equivalent command.
plist -extract PayloadContent.0.PayloadType raw profile.mobileconfig 2>&1 | tail -1
plist get profile.mobileconfig :PayloadContent:0:PayloadType 2>&1 | head -1
plist -c 'Print :PayloadContent:0:PayloadType' profile.mobileconfig 2>&1 | tail -1
