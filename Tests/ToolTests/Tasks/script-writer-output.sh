# A script writer writes to devices and pipes.
plist convert Preferences/org.example.notes.plist --to json -o /dev/stdout | head -2
plist convert Preferences/org.example.notes.plist --to xml -o - | tail -2
mkfifo pipe
cat pipe | plist get - theme &
plist convert Preferences/org.example.notes.plist --to binary -o pipe
wait
