#!/usr/bin/env python3
"""Drives one of the sample apps through steps, under a pseudo-terminal or with pipes.

    app_driver.py PROGRAM terminal|leader|shell|pipe ARGUMENT ... -- STEP ...

With `leader` the leader of the session outlives its terminal without passing on the hang-up; it exits
with the status of the program. With `shell` an interactive bash in the terminal has already received
the command.

Steps: `type:TEXT` sends keys (with Python's escapes), `see:TEXT` waits for a row of exactly this
text after those seen before, `shows:TEXT` for one that contains this text, `row:TEXT` waits until the
row of the cursor is this, `cursor:N` until the cursor is in that column, `paste:N` sends N letters,
`bell` waits until the bell has rung, `size:N` sets the columns, `modes:raw` and `modes:cooked` wait for
the terminal's modes, `signal:NAME` sends a signal, `status:WORD` waits for the status that the parent
sees ([stopped], [exit 0], [SIGTERM]), `end` ends the input of a pipe, `hangup` takes the terminal away,
`has:FILE:TEXT` waits until a file contains a text, `value:FILE:KEY=TEXT` until a property list has a
value, `run:COMMAND` runs a shell command to its end, `say:TEXT` prints a line, `other:STEP` drives a
second run of the program with the same arguments, which has pipes and starts at the first of its steps.
A step fails if its condition is not met within a minute.
"""
import fcntl
import os
import plistlib
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "LifecycleProgram"))
from lifecycle_driver import fresh_signals, start_orphan, start_under_shell, watch  # noqa: E402

PATIENCE = 60
ESCAPE = re.compile(r"\x1b\[\??(\d*)([A-Za-z])")


class Screen:
    """Rows of text, for the subset of terminal functions that the apps use."""

    def __init__(self):
        self.rows, self.column, self.rest, self.lock = [""], 0, b"", threading.Lock()
        self.bells = 0

    def feed(self, data):
        with self.lock:
            self.rest += data
            text = self.rest.decode("utf-8", "ignore")
            if text.encode() != self.rest:
                return
            # An incomplete escape sequence waits for its end.
            cut = text.rfind("\x1b")
            if cut >= 0 and not ESCAPE.match(text, cut):
                self.rest, text = text[cut:].encode(), text[:cut]
            else:
                self.rest = b""
            self.draw(text)

    def draw(self, text):
        index = 0
        while index < len(text):
            found = ESCAPE.match(text, index)
            if found:
                self.escape(int(found[1] or 1), found[2])
                index = found.end()
                continue
            self.put(text[index])
            index += 1

    def escape(self, number, letter):
        if letter == "K":
            self.rows[-1] = self.rows[-1][: self.column]
        elif letter == "C":
            self.column += number

    def put(self, letter):
        if letter == "\n":
            self.rows.append("")
            self.column = 0
        elif letter == "\r":
            self.column = 0
        elif letter == "\a":
            self.bells += 1
        else:
            row = self.rows[-1].ljust(self.column)
            self.rows[-1] = row[: self.column] + letter + row[self.column + 1 :]
            self.column += 1


class Run:
    def __init__(self, program, home, arguments):
        os.environ["TERM"] = "xterm"
        command = [program, *arguments]
        self.screen, self.statuses, self.seen, self.done = Screen(), [], 0, []
        self.command, self.second = (program, arguments), None
        if home == "terminal":
            self.pid, self.input, output, watcher = start_under_shell(command)
        elif home == "leader":
            deaf = ["/usr/bin/env", "bash", "-c", 'set -m; trap : HUP; "$@"; exit $?', "bash"]
            self.pid, self.input, output, watcher = start_orphan(deaf + command)
        elif home == "shell":
            os.environ["PS1"] = "$ "
            bash = ["/usr/bin/env", "bash", "--norc", "--noprofile", "--noediting", "-i"]
            self.pid, self.input, output, watcher = start_orphan(bash)
            # The shell's output is on the row before.
            os.write(self.input, f"echo; {shlex.join(command)}\n".encode())
        else:
            child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     preexec_fn=fresh_signals, start_new_session=True)
            self.pid, output = child.pid, child.stdout.fileno()
            # Kept from being closed while this runs.
            self.child, self.input = child, os.dup(child.stdin.fileno())
            child.stdin.close()
            watcher = lambda tell: watch(child.pid, tell)  # noqa: E731
        self.hears = True
        self.reader = threading.Thread(target=self.read, args=(output,), daemon=True)
        self.reader.start()
        threading.Thread(target=watcher, args=(self.statuses.append,), daemon=True).start()

    def read(self, fd):
        while self.hears:
            try:
                # A thread that blocks in `read` would keep a terminal open.
                if not select.select([fd], [], [], 0.05)[0]:
                    continue
                data = os.read(fd, 4096)
            except OSError:
                return
            if not data:
                return
            self.screen.feed(data)

    def until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                self.fail(f"waited in vain for {what}")
            time.sleep(0.01)

    def fail(self, reason):
        for run in filter(None, (self, self.second)):
            try:
                os.kill(run.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        print(f"FAILED: {reason}; after: {self.done}; rows: {self.screen.rows}, "
              f"column {self.screen.column}, statuses: {self.statuses}", flush=True)
        os._exit(1)

    def take_row(self, fits):
        with self.screen.lock:
            for index in range(self.seen, len(self.screen.rows)):
                if fits(self.screen.rows[index].rstrip()):
                    self.seen = index + 1
                    return True
        return False

    def next_row(self):
        with self.screen.lock:
            rows = self.screen.rows[self.seen:]
            return rows[0].rstrip() if rows else None

    def other(self):
        if self.second is None:
            self.second = Run(self.command[0], "pipe", self.command[1])
        return self.second

    def is_raw(self):
        return not termios.tcgetattr(self.input)[3] & termios.ICANON

    def resize(self, columns):
        fcntl.ioctl(self.input, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def hang_up(self):
        self.hears = False
        self.reader.join()
        os.close(self.input)

    @staticmethod
    def file_value(path, key):
        try:
            with open(path, "rb") as file:
                return str(plistlib.load(file).get(key))
        except (OSError, plistlib.InvalidFileException):
            return None

    @staticmethod
    def file_has(path, text):
        try:
            with open(path, "rb") as file:
                return text.encode() in file.read()
        except OSError:
            return False

    def step(self, step):
        word, _, value = step.partition(":")
        if word == "type":
            keys = value.encode("latin-1", "backslashreplace").decode("unicode_escape")
            os.write(self.input, keys.encode())
        elif word == "see":
            self.until(lambda: self.take_row(lambda row: row == value), step)
        elif word == "next":
            self.until(lambda: self.next_row() == value, step)
        elif word == "shows":
            self.until(lambda: self.take_row(lambda row: value in row), step)
        elif word == "row":
            self.until(lambda: self.screen.rows[-1].rstrip() == value, step)
        elif word == "cursor":
            self.until(lambda: self.screen.column == int(value), step)
        elif word == "paste":
            for begin in range(0, int(value), 1000):
                os.write(self.input, b"x" * min(1000, int(value) - begin))
        elif word == "bell":
            self.until(lambda: self.screen.bells > 0, step)
        elif word == "size":
            self.resize(int(value))
        elif word == "modes":
            self.until(lambda: self.is_raw() == (value == "raw"), step)
        elif word == "signal":
            os.kill(self.pid, getattr(signal, f"SIG{value}"))
        elif word == "status":
            self.until(lambda: bool(self.statuses), step)
            if self.statuses[0] != value:
                self.fail(f"{value} was expected")
            self.statuses.pop(0)
        elif word == "end":
            os.close(self.input)
        elif word == "hangup":
            self.hang_up()
        elif word == "run":
            subprocess.run(["bash", "-c", value], check=True, stdout=subprocess.DEVNULL)
        elif word == "other":
            self.other().step(value)
        elif word == "say":
            print(value, flush=True)
        elif word == "has":
            path, _, text = value.partition(":")
            self.until(lambda: self.file_has(path, text), step)
        elif word == "value":
            path, _, pair = value.rpartition(":")
            key, _, text = pair.partition("=")
            self.until(lambda: self.file_value(path, key) == text, step)
        else:
            self.fail(f"no step is named {word}")
        self.done.append(step)

    def play(self, steps):
        for step in steps:
            self.step(step)
        os._exit(0)


if __name__ == "__main__":
    words = sys.argv[1:]
    middle = words.index("--")
    Run(words[0], words[1], words[2:middle]).play(words[middle + 1 :])
