"""Values of property lists, as the writers of the committed corpus take them.

A dictionary, a list, text, bytes, a Boolean, an integer and a float are Python's own. The other kinds are here.
"""
import datetime

EPOCH = datetime.datetime(2001, 1, 1)


class Date:
    """An instant, in seconds since 2001."""

    def __init__(self, seconds):
        self.seconds = seconds

    @classmethod
    def of(cls, *fields):
        return cls((datetime.datetime(*fields) - EPOCH).total_seconds())

    def text(self):
        """The form of XML, rounded down to a whole second; years from 1 to 9999 only."""
        moment = EPOCH + datetime.timedelta(seconds=int(self.seconds // 1))
        return f"{moment.year:04d}-{moment:%m-%dT%H:%M:%S}Z"


class UID:
    """The number of a slot of a keyed archive."""

    def __init__(self, number):
        self.number = number


class Single:
    """A real of four bytes."""

    def __init__(self, value):
        self.value = value


class Set:
    """A set, which only binary files can hold."""

    def __init__(self, *members):
        self.members = list(members)


class Pairs:
    """A dictionary with keys of any kind."""

    def __init__(self, *pairs):
        self.pairs = list(pairs)


class Null:
    """The null of binary files and JSON."""


NULL = Null()


def utf16(text):
    """The UTF-16 code units of a text."""
    data = text.encode("utf-16-be", "surrogatepass")
    return [data[i] << 8 | data[i + 1] for i in range(0, len(data), 2)]
