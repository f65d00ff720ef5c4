# A script writer gets raw values, from files and pipes.
plist get Preferences/org.example.mail.plist signature
plist get - theme < Preferences/org.example.mail.plist
cat Preferences/org.example.notes.plist | plist get --path fontSize
cat LaunchAgents/org.example.clock.plist | plist print
cat LaunchAgents/org.example.clock.plist | plist keys
cat LaunchAgents/org.example.clock.plist | plist convert --to json
NO_COLOR=1 plist type Preferences/org.example.notes.plist lastOpened
for i in $(seq 2000); do echo "<string>line $i</string>"; done |
  (echo '<plist><array>'; cat; echo '</array></plist>') | plist print - | head -3
