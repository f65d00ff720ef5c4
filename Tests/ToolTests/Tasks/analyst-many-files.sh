# A forensic analyst gets one line of JSON with the name of each file in a folder, even for files that
# cannot be read.
# needs: jq
plist get -r --lines --path theme Preferences
echo "exit $?"
plist get -r --lines --path theme Preferences | jq -r 'select(.value == "dark").file'
plist get -r --lines --path theme Preferences | jq -r 'select(.error).error | "\(.file):\(.line): \(.code)"'
find Preferences -name 'org*' -print0 | sort -z |
  plist get --files0-from - --lines --path theme --path 'recent[*]' --path lastOpened
plist archive json -r --lines . | jq -r 'select(.value).file'
