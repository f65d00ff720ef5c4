#!/usr/bin/env python3
"""Drives lifecycle-program under a pseudo-terminal and holds it to a script.

    lifecycle_driver.py PROGRAM HOME SCRIPT [ARGUMENT ...]

HOME says how the program is started: `shell` as the foreground job of a session, `orphan` as the
leader of one, so that its process group is orphaned, `nohup` by nohup(1) with pipes.

A script is made of words: !TERM sends a signal, ^Z a key, `gated` lets saves wait for `open`, `ping`
sends a line and waits until it has come back, `quit` sends that line. Any other word is a line that
the program must print next, or in brackets what its parent must see next: [stopped], [exit_0],
[SIGTERM]. A line after ~ may be missing. Nothing else may happen. Nothing here depends on time, but
that a minute without what is expected is a failure.
"""
import os
import pty
import queue
import resource
import signal
import subprocess
import sys
import tempfile
import termios
import threading

PATIENCE = 60
KEYS = {"^Z": b"\x1a", "^C": b"\x03", "^\\": b"\x1c"}


def fail(reason):
    print(f"FAILED: {reason}", flush=True)
    os._exit(1)


def fresh_signals():
    """What the tests themselves were started with must not matter."""
    for number in signal.valid_signals():
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            try:
                signal.signal(number, signal.SIG_DFL)
            except (OSError, ValueError):
                pass
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Swift's own handler for SIGQUIT would print the stack of each thread first.
    os.environ["SWIFT_BACKTRACE"] = "enable=no"


def quiet_terminal(fd):
    settings = termios.tcgetattr(fd)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(fd, termios.TCSANOW, settings)


def told(status):
    """What a parent sees, as a word; None for what the scripts leave out."""
    if os.WIFSTOPPED(status):
        return "[stopped]"
    if os.WIFSIGNALED(status):
        return f"[{signal.Signals(os.WTERMSIG(status)).name}]"
    return f"[exit {os.WEXITSTATUS(status)}]" if os.WIFEXITED(status) else None


def watch(pid, tell):
    while True:
        _, status = os.waitpid(pid, os.WUNTRACED | os.WCONTINUED)
        word = told(status)
        if word:
            tell(word)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            return


def start_under_shell(command):
    """A session leader that has the program as its foreground job and reports what it sees."""
    report_in, report_out = os.pipe()
    shell, terminal = pty.fork()
    if shell == 0:
        fresh_signals()
        quiet_terminal(0)
        ready_in, ready_out = os.pipe()
        job = os.fork()
        if job == 0:
            os.setpgid(0, 0)
            os.close(ready_out)
            os.read(ready_in, 1)
            os.execv(command[0], command)
        os.close(ready_in)
        try:
            os.setpgid(job, job)
        except PermissionError:
            pass
        os.tcsetpgrp(0, job)
        os.write(report_out, f"{job}\n".encode())
        os.close(ready_out)
        watch(job, lambda word: os.write(report_out, f"{word}\n".encode()))
        # Until the driver is gone and the terminal with it.
        while True:
            signal.pause()
    os.close(report_out)
    report = os.fdopen(report_in)
    return int(report.readline()), terminal, terminal, lambda tell: [tell(line.strip()) for line in report]


def start_orphan(command):
    pid, terminal = pty.fork()
    if pid == 0:
        fresh_signals()
        quiet_terminal(0)
        os.execv(command[0], command)
    return pid, terminal, terminal, lambda tell: watch(pid, tell)


def start_under_nohup(command):
    child = subprocess.Popen(
        ["nohup", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        preexec_fn=fresh_signals, start_new_session=True)
    return child.pid, child.stdin.fileno(), child.stdout.fileno(), lambda tell: watch(child.pid, tell)


STARTS = {"shell": start_under_shell, "orphan": start_orphan, "nohup": start_under_nohup}


def read_lines(fd, lines):
    rest = b""
    while True:
        try:
            piece = os.read(fd, 4096)
        except OSError:
            piece = b""
        if not piece:
            return
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            lines.put(line.strip().decode())


class Run:
    def __init__(self, program, home, script, arguments):
        self.words, self.next, self.done = script.split(), "", []
        self.gate = None
        command = [program, *arguments]
        if "gated" in self.words:
            self.gate = os.path.join(tempfile.mkdtemp(), "gate")
            os.mkfifo(self.gate)
            command += ["gate", self.gate]
            # A byte for each save; open both ways, nobody waits for a partner.
            self.gate = os.open(self.gate, os.O_RDWR)
        self.pid, self.input, output, watcher = STARTS[home](command)
        self.lines, self.seen = queue.Queue(), queue.Queue()
        self.reader = threading.Thread(target=read_lines, args=(output, self.lines), daemon=True)
        self.reader.start()
        threading.Thread(target=watcher, args=(self.seen.put,), daemon=True).start()

    def take(self, source, wanted):
        try:
            found = source.get(timeout=PATIENCE)
        except queue.Empty:
            self.fail(f"waited in vain for {wanted}")
        if found != wanted:
            self.fail(f"{wanted} was expected, {found} came")

    def fail(self, reason):
        rest = [*self.lines.queue, *self.seen.queue]
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        fail(f"{reason}; after: {' '.join(self.done)}; then: {rest}")

    def step(self, word):
        if word.startswith("!"):
            os.kill(self.pid, getattr(signal, f"SIG{word[1:]}"))
        elif word in KEYS:
            os.write(self.input, KEYS[word])
        elif word == "open":
            os.write(self.gate, b"x")
        elif word == "ping":
            os.write(self.input, b"ping\n")
            self.take(self.lines, "read:ping")
        elif word == "quit":
            os.write(self.input, b"quit\n")
        elif word.startswith("["):
            self.take(self.seen, word.replace("_", " "))
        elif word.startswith("~"):
            self.skip = word[1:]
        elif word != "gated":
            self.take_line(word)
        self.done.append(word)

    skip = None

    def take_line(self, wanted):
        try:
            found = self.lines.get(timeout=PATIENCE)
            if found == self.skip:
                found = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            self.fail(f"waited in vain for {wanted}")
        self.skip = None
        if found != wanted:
            self.fail(f"{wanted} was expected, {found} came")

    def play(self):
        for word in self.words:
            self.step(word)
        rest = [*self.seen.queue]
        if rest:
            self.fail("more happened")
        print(" ".join(self.words), flush=True)
        os._exit(0)


if __name__ == "__main__":
    Run(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]).play()
