# A Mac administrator checks whole folders. Layout is not an error, even with --strict.
plist lint -r LaunchAgents Preferences 2>&1
echo "exit $?"
plist lint --strict LaunchAgents/*.plist *.mobileconfig *.entitlements
plist lint --strict --style LaunchAgents/org.example.clock.plist 2>&1 | head -1
plist lint -q LaunchAgents/*.plist && echo "all good"
