"""The published archives of Apple's software that the archive writer reproduces byte for byte.

The archives themselves are not in the repository; a folder of shared collections next to it has them on some machines.
"""
import json

from archive_files import counted_set, index_path, index_set, members, numbered, rooted
from archive_writer import Archive

RANGES = [(0, 50), (100, 50), (1000, 50), (2**63 - 51, 50)]
NUMBERS = [3, 2, 5, 1, 4]
ORDERED = ("NSMutableOrderedSet", ("NSOrderedSet", "NSObject")), ("NSOrderedSet", ("NSObject",))


def cases():
    """The names of published archives, and the objects that they store."""
    for name in ("NSSet", "NSMutableSet"):
        yield name + "-Empty", members(name)
        yield name + "-Numbers", members(name, *NUMBERS)
    for name, supers in ORDERED:
        yield name + "-Empty", numbered(name, "NS.object", [], supers)
        yield name + "-Numbers", numbered(name, "NS.object", [1, 2, 3, 4, 5], supers)
    yield "NSCountedSet-Empty", counted_set()
    yield "NSCountedSet-NumbersAppearingOnce", counted_set(*((number, 1) for number in NUMBERS))
    yield "NSCountedSet-NumbersAppearingSeveralTimes", counted_set(*((number, 5) for number in NUMBERS))
    for name in ("NSIndexSet", "NSMutableIndexSet"):
        yield name + "-Empty", index_set([], name)
        yield name + "-OneRange", index_set([(0, 50)], name)
        yield name + "-ManyRanges", index_set(RANGES, name)
    yield "NSIndexPath-Empty", index_path()
    yield "NSIndexPath-OneIndex", index_path(52)
    yield "NSIndexPath-ManyIndices", index_path(4, 8, 15, 16, 23, 42)


def differences(shared):
    """The names of the cases that the writer does not reproduce."""
    path = shared / "formats/vectors/third-party/keyed-archive-apple.json"
    published = json.loads(path.read_text(encoding="utf-8"))["apple"]["archives"]
    expected = {archive["id"]: archive["hex"] for archive in published}
    return [name for name, value in cases() if Archive(rooted(value)).binary().hex() != expected.get(name)]
