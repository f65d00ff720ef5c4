# A Mac administrator reads keys that contain dots, without quotes.
plist get App.entitlements com.apple.security.app-sandbox
plist get App.entitlements 'com.apple.security.application-groups[*]'
plist get App.entitlements com.apple.security.network.clint 2>&1
echo "exit $?"
