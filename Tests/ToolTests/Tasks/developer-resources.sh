# An iOS developer checks plural rules, privacy manifests, and entitlements in a build.
# needs: jq
plist lint --strict Localizable.stringsdict PrivacyInfo.xcprivacy App.entitlements
plist get Localizable.stringsdict '%d notes.notes.other'
plist get PrivacyInfo.xcprivacy 'NSPrivacyAccessedAPITypes[*].NSPrivacyAccessedAPIType'
plist get PrivacyInfo.xcprivacy 'NSPrivacyAccessedAPITypes[*].NSPrivacyAccessedAPITypeReasons[*]'
plist keys App.entitlements
plist type App.entitlements com.apple.security.application-groups
plist lint --diagnostics json missing.strings 2>&1 |
  jq -r '"::error file=\(.file),line=\(.line)::\(.message)"'
