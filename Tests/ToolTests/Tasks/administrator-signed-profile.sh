# A Mac administrator reads a signed profile, as mail and device management deliver it.
# needs: openssl
openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -subj /CN=example 2>/dev/null
openssl smime -sign -nodetach -binary -outform der -in profile.mobileconfig -signer certificate \
  -inkey key -out signed.mobileconfig
plist get signed.mobileconfig PayloadIdentifier 2>&1 | cut -c1-64
openssl smime -verify -noverify -inform der -in signed.mobileconfig 2>/dev/null |
  plist get - PayloadIdentifier
