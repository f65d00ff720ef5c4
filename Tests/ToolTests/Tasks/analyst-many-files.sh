# A forensic analyst gets one line of JSON for each file of a folder, with its name, also for those
# that cannot be read.
# needs: jq
plist get -r --lines --path theme Preferences
echo "exit $?"
plist get -r --lines --path theme Preferences | jq -r 'select(.value == "dark").file'
plist get -r --lines --path theme Preferences | jq -r 'select(.error).error | "\(.file):\(.line): \(.code)"'
find Preferences -name 'org*' -print0 | sort -z |
  plist get --files0-from - --lines --path theme --path 'recent[*]' --path lastOpened
plist archive json -r --lines . | jq -r 'select(.value).file'
