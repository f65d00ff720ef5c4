# A forensic analyst looks at a keyed archive: for people, as a check, and for jq.
# needs: jq
plist archive print session.archive
plist archive verify session.archive
plist archive classes session.archive
plist archive json session.archive | jq -c '."$top"'
plist archive json --lines session.archive | jq -r '[.file, .value."$top".root.title] | @tsv'
