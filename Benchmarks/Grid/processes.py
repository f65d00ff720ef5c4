"""Runs one driver or one command as a process of its own, with a time limit, and reads its answer."""
import dataclasses
import json
import math
import os
import signal
import subprocess
import sys
import time

CLOCK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "command_clock.py")
LONGEST_REASON = 160  # characters of an error message that are kept


@dataclasses.dataclass
class Answer:
    """The outcome of one process: `values` when it succeeded, `error` when it failed, `stopped` at the limit."""

    values: dict = dataclasses.field(default_factory=dict)
    error: str = ""
    stopped: bool = False
    seconds: float = 0.0


def last_line(text):
    """Returns the last line of a text that is not empty."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def failure(status, errors):
    """Describes how a process failed: by its exit status or its signal, with the last line of its errors."""
    if status < 0:
        try:
            description = f"ended by {signal.Signals(-status).name}"
        except ValueError:
            description = f"ended by signal {-status}"
    else:
        description = f"exit {status}"
    reason = last_line(errors)
    return f"{description}: {reason[:LONGEST_REASON]}" if reason else description


def end_group(process):
    """Kills a process that leads a session, with everything that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, limit, folder=None, descriptors=()):
    """Runs a command until it ends or the limit passes. Returns its exit status, output, errors and seconds.

    The status is `None` when the limit ended the process.
    """
    begin = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=descriptors,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        end_group(process)
        output, errors = process.communicate()
        status = None
    except BaseException:
        # An interrupt must not leave the process running.
        end_group(process)
        process.wait()
        raise
    seconds = time.monotonic() - begin
    return status, output.decode(errors="replace"), errors.decode(errors="replace"), seconds


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and value >= 0


def protocol_error(values, repeats):
    """Describes how a driver's answer breaks the protocol. Returns an empty text when it does not."""
    for key in ("milliseconds", "release_milliseconds"):
        numbers = values.get(key)
        if not isinstance(numbers, list) or len(numbers) != repeats or not all(map(is_number, numbers)):
            return f"invalid answer: expected {repeats} numbers under “{key}”"
    for key in ("checksum", "bytes", "peak_bytes"):
        if not is_number(values.get(key)):
            return f"invalid answer: expected a number under “{key}”"
    return ""


def run_driver(command, operation, file, repeats, calls, limit, folder=None):
    """Runs a driver once and returns its answer. The command's relative paths start at `folder`."""
    words = [*command, operation, file, str(repeats), str(calls)]
    try:
        status, output, errors, seconds = run(words, limit, folder)
    except OSError as error:
        return Answer(error=f"not started: {error.strerror}")
    if status is None:
        return Answer(stopped=True, seconds=seconds)
    try:
        values = json.loads(last_line(output))
    except ValueError:
        values = None
    if isinstance(values, dict) and "error" in values:
        return Answer(error=str(values["error"])[:LONGEST_REASON], seconds=seconds)
    if status != 0:
        return Answer(error=failure(status, errors), seconds=seconds)
    if not isinstance(values, dict):
        return Answer(error="invalid answer: expected a JSON object on the last line", seconds=seconds)
    error = protocol_error(values, repeats)
    return Answer(error=error, seconds=seconds) if error else Answer(values=values, seconds=seconds)


def run_command(command, limit, output_file=None):
    """Runs a whole command once, under the clock, and returns its times and its peak memory.

    A command that has an output file must make it. Any other command must print something.
    """
    if output_file and os.path.exists(output_file):
        os.remove(output_file)
    reader, writer = os.pipe()
    try:
        words = [sys.executable, "-I", "-S", CLOCK, str(writer), *command]
        status, output, errors, seconds = run(words, limit, descriptors=(writer,))
        os.close(writer)
        writer = None
        with os.fdopen(reader, "rb") as report:
            reader = None
            line = report.read().decode()
    finally:
        for descriptor in (reader, writer):
            if descriptor is not None:
                os.close(descriptor)
    if status is None:
        return Answer(stopped=True, seconds=seconds)
    if not line:
        return Answer(error=f"not started: {failure(status, errors)}", seconds=seconds)
    values = json.loads(line)
    if values["exit"] != 0:
        return Answer(error=failure(values["exit"], errors), seconds=seconds)
    if output_file and not (os.path.exists(output_file) and os.path.getsize(output_file) > 0):
        return Answer(error="the command wrote no file", seconds=seconds)
    if not output_file and not output.strip():
        return Answer(error="the command printed nothing", seconds=seconds)
    return Answer(values=values, seconds=seconds)
