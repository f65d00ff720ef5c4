#!/usr/bin/env python3
"""Drives lifecycle-program through a script under a pseudo-terminal.

    lifecycle_driver.py PROGRAM HOME SCRIPT [ARGUMENT ...]

HOME determines how the program is started: `shell` as the foreground job of a session, `orphan` as the
leader of one, so that its process group is orphaned, `nohup` as `shell`, but by nohup(1) and with pipes
for input and output.

A script consists of words: !TERM sends a signal, ^Z a key, `gated` lets saves wait for `open`, `ping`
sends a line and waits until it has come back, `noted` until a signal other than SIGTSTP has arrived,
`quit` sends that line, `hangup` takes the terminal away, =raw and =cooked require a mode of the terminal.
Any other word is a line that the program must print next, or in brackets the status that its parent must
see next: [stopped], [exit_0], [SIGTERM], [SIGTERM/SIGHUP] for one of two. A line after ~ is optional.
Any other event is a failure, and a script continues to the end of the program. Nothing here depends on
time, except that a word fails if it does not happen within a minute.
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
    """Resets the signals, so that those of the tests' parent have no effect."""
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


def status_word(status):
    """The status that a parent sees, as a word; None for those that scripts omit."""
    if os.WIFSTOPPED(status):
        return "[stopped]"
    if os.WIFSIGNALED(status):
        return f"[{signal.Signals(os.WTERMSIG(status)).name}]"
    return f"[exit {os.WEXITSTATUS(status)}]" if os.WIFEXITED(status) else None


def watch(pid, tell):
    while True:
        _, status = os.waitpid(pid, os.WUNTRACED | os.WCONTINUED)
        word = status_word(status)
        if word:
            tell(word)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            return


def pass_hang_up(job):
    """Sends a hang-up to a job. On a busy machine the job may have ended before this process runs."""
    try:
        os.killpg(job, signal.SIGHUP)
    except ProcessLookupError:
        pass


def start_in_session(command, pipes=()):
    """Starts a session leader that runs the program as its foreground job and reports its status. With
    pipes it passes a hang-up on to its job and waits for it, as shells do."""
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
            for number, end in enumerate(pipes):
                os.dup2(end, number)
            os.execvp(command[0], command)
        if pipes:
            signal.signal(signal.SIGHUP, lambda *_: pass_hang_up(job))
        for end in pipes:
            os.close(end)
        os.close(ready_in)
        try:
            os.setpgid(job, job)
        except PermissionError:
            pass
        os.tcsetpgrp(0, job)
        os.write(report_out, f"{job}\n".encode())
        os.close(ready_out)
        watch(job, lambda word: os.write(report_out, f"{word}\n".encode()))
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        # Until the driver and the terminal have ended.
        while True:
            signal.pause()
    os.close(report_out)
    report = os.fdopen(report_in)
    pid = int(report.readline())
    return pid, shell, terminal, lambda tell: [tell(line.strip()) for line in report]


def start_under_shell(command):
    pid, _, terminal, watcher = start_in_session(command)
    return pid, terminal, terminal, watcher


def start_orphan(command):
    pid, terminal = pty.fork()
    if pid == 0:
        fresh_signals()
        quiet_terminal(0)
        os.execv(command[0], command)
    return pid, terminal, terminal, lambda tell: watch(pid, tell)


def start_under_nohup(command):
    """Starts the program as a user would: in the session of a terminal, whose keys and hang-up reach it."""
    (input_end, to_program), (from_program, output_end) = os.pipe(), os.pipe()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    ends = (input_end, output_end, nowhere)
    pid, leader, terminal, watcher = start_in_session(["nohup", *command], ends)
    for end in ends:
        os.close(end)
    return pid, leader, terminal, to_program, from_program, watcher


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
            # A byte for each save; open in both directions, so that opening does not block.
            self.gate = os.open(self.gate, os.O_RDWR)
        self.leader = None
        output, watcher = self.start(home, command)
        self.lines, self.seen = queue.Queue(), queue.Queue()
        self.reader = threading.Thread(target=read_lines, args=(output, self.lines), daemon=True)
        self.reader.start()
        self.watcher = threading.Thread(target=watcher, args=(self.seen.put,), daemon=True)
        self.watcher.start()

    def start(self, home, command):
        if home == "nohup":
            self.pid, self.leader, self.terminal, self.input, output, watcher = start_under_nohup(command)
            return output, watcher
        if home == "shell":
            self.pid, self.leader, self.terminal, watcher = start_in_session(command)
        else:
            self.pid, self.terminal, _, watcher = start_orphan(command)
        self.input = self.terminal
        return self.terminal, watcher

    def take(self, source, wanted):
        try:
            found = source.get(timeout=PATIENCE)
        except queue.Empty:
            self.fail(f"waited in vain for {wanted}")
        if found not in self.alternatives(wanted):
            self.fail(f"{wanted} was expected, {found} came")

    @staticmethod
    def alternatives(wanted):
        if not wanted.startswith("["):
            return [wanted]
        return [f"[{choice}]" for choice in wanted[1:-1].split("/")]

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
            os.write(self.terminal, KEYS[word])
        elif word == "hangup":
            os.close(self.terminal)
        elif word in ("=raw", "=cooked"):
            is_raw = not termios.tcgetattr(self.terminal)[3] & termios.ICANON
            if is_raw != (word == "=raw"):
                self.fail(f"the terminal is not {word[1:]}")
        elif word == "open":
            os.write(self.gate, b"x")
        elif word in ("ping", "noted"):
            os.write(self.input, f"{word}\n".encode())
            self.take(self.lines, f"read:{word}")
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
        self.await_end()
        if self.lines.queue or self.seen.queue:
            self.fail("more happened")
        print(" ".join(self.words), flush=True)
        os._exit(0)

    def await_end(self):
        """Waits for the last lines: the terminal may still deliver some after the end of the program."""
        if not any(word.startswith("[") and word != "[stopped]" for word in self.words):
            self.fail("the script does not go on to the end of the program")
        if self.leader:
            os.kill(self.leader, signal.SIGKILL)
        for thread in (self.reader, self.watcher):
            thread.join(PATIENCE)
            if thread.is_alive():
                self.fail("the output does not end")


if __name__ == "__main__":
    Run(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]).play()
