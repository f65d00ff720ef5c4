"""The grid's driver for plistlib, openstep-plist and bpylist2: driver.py PEER OPERATION FILE REPEATS CALLS.

plistlib and openstep-plist have `document` and `write`, bpylist2 has `unarchive` and `archive` of flash cards.
`Benchmarks/Peers/README.md` describes the command line and the object that is printed.
"""
import json
import sys
import time
from pathlib import Path

OPENSTEP_EXTENSIONS = ("openstep", "pbxproj")
RECURSION_LIMIT = 10_000  # frames; the deep document nests 400 levels, each of which takes a few


class DriverError(Exception):
    """A failure whose message is printed as it is."""


class FlashCard:
    """An object of the archives."""

    __slots__ = ("question", "answer", "rightCount", "wrongCount")

    @staticmethod
    def decode_archive(archive):
        card = FlashCard()
        for name in FlashCard.__slots__:
            setattr(card, name, archive.decode(name))
        return card

    @staticmethod
    def encode_archive(card, archive):
        for name in FlashCard.__slots__:
            archive.encode(name, getattr(card, name))


class Request:
    """The command line, and the contents of its file."""

    def __init__(self, arguments):
        if len(arguments) != 5:
            raise DriverError(f"expected PEER OPERATION FILE REPEATS CALLS, found {len(arguments)} arguments")
        self.peer, self.operation, path, repeats, calls = arguments
        self.repeats = positive_count(repeats, "REPEATS")
        self.calls = positive_count(calls, "CALLS")
        self.extension = Path(path).suffix.removeprefix(".")
        self.input = Path(path).read_bytes()

    def unsupported(self):
        return DriverError(f'the operation "{self.operation}" is not supported for .{self.extension}')


def positive_count(text, name):
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise DriverError(f'expected a positive number for {name}, found "{text}"')


def plistlib_call(request):
    """Returns the function that makes one call of plistlib."""
    import plistlib

    formats = {"xml": plistlib.FMT_XML, "bin": plistlib.FMT_BINARY}
    if request.extension not in formats:
        raise request.unsupported()
    if request.operation == "document":
        return lambda: plistlib.loads(request.input)
    if request.operation == "write":
        value = plistlib.loads(request.input)
        return lambda: plistlib.dumps(value, fmt=formats[request.extension], sort_keys=False)
    raise request.unsupported()


def openstep_call(request):
    """Returns the function that makes one call of openstep-plist."""
    import openstep_plist

    if request.extension not in OPENSTEP_EXTENSIONS:
        raise request.unsupported()
    if request.operation == "document":
        return lambda: openstep_plist.loads(request.input.decode())
    if request.operation == "write":
        value = openstep_plist.loads(request.input.decode())
        return lambda: openstep_plist.dumps(value, indent=0, sort_keys=False).encode()
    raise request.unsupported()


def bpylist2_call(request):
    """Returns the function that makes one call of bpylist2."""
    from bpylist2 import archiver

    archiver.update_class_map({"FlashCard": FlashCard})
    if request.extension != "bin":
        raise request.unsupported()
    if request.operation == "unarchive":
        return lambda: archiver.unarchive(request.input)
    if request.operation == "archive":
        cards = archiver.unarchive(request.input)
        return lambda: archiver.archive(cards)
    raise request.unsupported()


CALLS = {"plistlib": plistlib_call, "openstep-plist": openstep_call, "bpylist2": bpylist2_call}


def walk(value):
    """Returns the checksum of a result."""
    if isinstance(value, str):
        return len(value.encode())
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, dict):
        return 1 + sum(len(key.encode()) + walk(element) for key, element in value.items())
    if isinstance(value, list):
        return 1 + sum(map(walk, value))
    if isinstance(value, FlashCard):
        return 1 + sum(walk(getattr(value, name)) for name in FlashCard.__slots__)
    return 1


def peak_bytes():
    """Returns the most memory that the process has had resident so far."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def measure(request, call):
    """Makes the calls and times them. The checksum is computed after the peak memory is read, outside of all timings."""
    writes = request.operation in ("write", "archive")
    checksum_of = len if writes else walk
    report = {"milliseconds": [], "release_milliseconds": []}
    for repeat in range(request.repeats):
        start = time.perf_counter()
        if request.calls > 1:
            for _ in range(request.calls):
                call()
            report["milliseconds"].append((time.perf_counter() - start) * 1e3 / request.calls)
            report["release_milliseconds"].append(0)
            continue
        result = call()
        report["milliseconds"].append((time.perf_counter() - start) * 1e3)
        if repeat == request.repeats - 1:
            peak = peak_bytes()
            checksum = checksum_of(result)
        release_start = time.perf_counter()
        result = None
        report["release_milliseconds"].append((time.perf_counter() - release_start) * 1e3)
    if request.calls > 1:
        peak = peak_bytes()
        checksum = checksum_of(call())
    report["checksum"] = checksum
    report["bytes"] = checksum if writes else len(request.input)
    report["peak_bytes"] = peak
    return report


def main():
    sys.setrecursionlimit(RECURSION_LIMIT)
    try:
        request = Request(sys.argv[1:])
        if request.peer not in CALLS:
            raise DriverError(f'expected one of {", ".join(CALLS)}, found "{request.peer}"')
        report = measure(request, CALLS[request.peer](request))
    except DriverError as error:
        report = {"error": str(error)}
    except Exception as error:
        report = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(report))
    return 1 if "error" in report else 0


if __name__ == "__main__":
    sys.exit(main())
