# A Mac administrator asks for one value, with either form of an index.
plist get profile.mobileconfig PayloadContent.0.PayloadType
plist get profile.mobileconfig 'PayloadContent[0].PayloadType'
plist get profile.mobileconfig 'PayloadContent[-1].tilesize'
# As plutil and PlistBuddy write the same, with the answer how it is written here.
plist -extract PayloadContent.0.PayloadType raw profile.mobileconfig 2>&1 | tail -1
plist get profile.mobileconfig :PayloadContent:0:PayloadType 2>&1 | head -1
plist -c 'Print :PayloadContent:0:PayloadType' profile.mobileconfig 2>&1 | tail -1
