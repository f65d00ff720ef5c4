# A forensic analyst inspects a keyed archive: as an outline, with a check, and with jq.
# needs: jq
plist archive print session.archive
plist archive verify session.archive
plist archive classes session.archive
plist archive json session.archive | jq -c '."$top"'
plist archive json --lines session.archive | jq -r '[.file, .value."$top".root.title] | @tsv'
