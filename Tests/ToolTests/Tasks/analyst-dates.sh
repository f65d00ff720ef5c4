# A forensic analyst sees fractions of seconds.
plist print dates.plist
plist get dates.plist when
plist convert dates.plist --to json
plist get --lines --path when dates.plist
plist archive print session.archive | grep opened
