# A Mac administrator inspects a profile, a launchd job, and a preference file.
plist print profile.mobileconfig
plist print LaunchAgents/org.example.backup.plist
plist print Preferences/org.example.notes.plist
