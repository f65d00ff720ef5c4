# A script writer converts hundreds of files in place, in one call.
mkdir many
for i in $(seq 500); do cp LaunchAgents/org.example.backup.plist many/$i.plist; done
plist convert many/*.plist --to binary --in-place
plist lint many/*.plist | grep -c OK
plist get -r --path Label many | cut -d: -f2 | sort -u
head -c 8 many/500.plist; echo
