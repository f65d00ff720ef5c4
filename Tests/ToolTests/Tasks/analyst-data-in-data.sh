# A forensic analyst inspects data: archives in a property list, and an archive in an archive.
# needs: jq
session=$(base64 -w 0 session.archive)
printf '{"windows": [{"state": {"$data": "%s"}}], "title": "Notes"}' "$session" > windows.json
plist convert windows.json --to binary -o windows.plist
plist archive print windows.plist 'windows[0].state'
plist archive verify windows.plist --path 'windows[0].state'
plist archive classes windows.plist 'windows[0].state' | head -1
plist print --nested windows.plist | cut -c 1-40
plist get windows.plist windows --as json --nested | jq -c '.[0].state."$archive"."$top".root.title'

# Inline data of an archive, which contains the whole property list above.
outer=$(base64 -w 0 windows.plist)
printf '{"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": {"$uid": 1}},
  "$objects": ["$null", {"$class": {"$uid": 2}, "saved": {"$data": "%s"}},
    {"$classname": "Desk", "$classes": ["Desk", "NSObject"]}]}' "$outer" > desk.json
plist convert desk.json --to binary -o desk.archive
plist archive print --nested desk.archive | cut -c 1-40
plist archive json --nested desk.archive |
  jq -c '."$top".root.saved."$plist".windows[0].state."$archive"."$top".root.title'
plist archive print windows.plist title 2>&1
echo "exit $?"
