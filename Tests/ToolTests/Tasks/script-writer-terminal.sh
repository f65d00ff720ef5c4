# A script writer runs the tool on a terminal, which receives color, but no binary files or control characters.
# needs: script
on_terminal() { script -qec "$1" /dev/null < /dev/null | tr -d '\r'; }
file=Preferences/org.example.notes.plist
on_terminal "plist convert $file --to binary" | head -1
on_terminal "plist get $file theme"
printf '{"a": "x\\u001b[31my"}' > odd.json
on_terminal "plist get odd.json a"
plist get odd.json a | od -An -c | tr -s ' '
on_terminal "plist print $file" | grep -q $'\033' && echo "colors"
on_terminal "NO_COLOR=1 plist print $file" | grep -q $'\033' || echo "no colors"
plist print $file | grep -q $'\033' || echo "no colors"
on_terminal "plist print --color never odd.json" | cat -v
