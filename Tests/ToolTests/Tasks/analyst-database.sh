# A forensic analyst shows an archive from a column of a database.
# needs: sqlite3 xxd
sqlite3 notes.sqlite "create table note(body blob); insert into note values(readfile('session.archive'))"
sqlite3 notes.sqlite 'select hex(body) from note' | xxd -r -p | plist archive print -
