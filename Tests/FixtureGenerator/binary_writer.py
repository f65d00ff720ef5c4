"""A writer of binary property lists as CoreFoundation writes them.

The objects come in the order of a walk that visits a container, its keys, then its values. Text, numbers, dates and
data are written once for each object; Booleans, UIDs and containers once for each use. The keys of a dictionary come in
the order of CoreFoundation's hash table.
"""
import struct

from model import Date, Null, Pairs, Set, Single, UID, utf16

MASK = 2**64 - 1
SIZES = [0, 3, 7, 13, 23, 41, 71, 127, 191, 251, 383, 631, 1087]
CAPACITIES = [0, 3, 6, 11, 19, 32, 52, 85, 118, 155, 237, 390, 672]


def string_hash(text):
    """CoreFoundation's hash of a string."""
    units = utf16(text)
    count = len(units)
    if count > 96:
        middle = count // 2 - 16
        units = units[:32] + units[middle:middle + 32] + units[-32:]
    result, fours = count, len(units) // 4 * 4
    for i in range(0, fours, 4):
        a, b, c, d = units[i:i + 4]
        result = (result * 67503105 + a * 16974593 + b * 66049 + c * 257 + d) & MASK
    for unit in units[fours:]:
        result = (result * 257 + unit) & MASK
    return (result + (result << (count & 31))) & MASK


def hash_order(keys):
    """The keys in the order of CoreFoundation's hash table, after they were added one by one."""
    level, slots = 0, []

    def add(key):
        slot = string_hash(key) % len(slots)
        while slots[slot] is not None:
            slot = (slot + 1) % len(slots)
        slots[slot] = key

    for number, key in enumerate(keys):
        if number + 1 > CAPACITIES[level]:
            old = [key for key in slots if key is not None]
            level += 1
            slots = [None] * SIZES[level]
            for other in old:
                add(other)
        add(key)
    return [key for key in slots if key is not None]


class Node:
    """An object of the file; two uses of one node are two references to one object."""

    def __init__(self, value, children=None, keys=None):
        self.value, self.children, self.keys = value, children, keys

    @property
    def is_unique(self):
        """Whether each use after the first is only a reference."""
        return self.children is None and not isinstance(self.value, (bool, UID, Null))


def is_container(value):
    return isinstance(value, (list, dict, Set, Pairs))


class Interning:
    """Nodes of plain values: equal text, numbers, dates and data are the same object."""

    def __init__(self, order=hash_order):
        self.known, self.order = {}, order

    def node(self, value):
        if isinstance(value, list):
            return Node(value, [self.node(element) for element in value])
        if isinstance(value, Set):
            return Node(value, [self.node(member) for member in value.members])
        if isinstance(value, Pairs):
            return Node(value, [self.node(v) for _, v in value.pairs], [self.node(k) for k, _ in value.pairs])
        if isinstance(value, dict):
            keys = self.order(list(value))
            return Node(value, [self.node(value[key]) for key in keys], [self.node(key) for key in keys])
        if isinstance(value, bool):
            identity = ("bool", value)
        elif isinstance(value, Date):
            identity = ("date", struct.pack(">d", value.seconds))
        elif isinstance(value, float):
            identity = ("real", struct.pack(">d", value))
        elif isinstance(value, Single):
            identity = ("single", value.value)
        elif isinstance(value, UID):
            identity = ("uid", value.number)
        else:
            identity = (type(value).__name__, value)
        return self.known.setdefault(identity, Node(value))


def integer(number):
    for marker, size in ((0x10, 1), (0x11, 2), (0x12, 4)):
        if 0 <= number < 1 << 8 * size:
            return bytes([marker]) + number.to_bytes(size, "big")
    if -2**63 <= number < 2**63:
        return b"\x13" + number.to_bytes(8, "big", signed=True)
    return b"\x14" + number.to_bytes(16, "big", signed=True)


def counted(marker, count):
    return bytes([marker | count]) if count < 15 else bytes([marker | 15]) + integer(count)


def scalar(value):
    """The bytes of an object that is not a container."""
    if isinstance(value, Null):
        return b"\x00"
    if isinstance(value, bool):
        return b"\x09" if value else b"\x08"
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, float):
        return b"\x23" + struct.pack(">d", value)
    if isinstance(value, Single):
        return b"\x22" + struct.pack(">f", value.value)
    if isinstance(value, Date):
        return b"\x33" + struct.pack(">d", value.seconds)
    if isinstance(value, bytes):
        return counted(0x40, len(value)) + value
    if isinstance(value, UID):
        size = next(size for size in (1, 2, 4) if value.number < 1 << 8 * size)
        return bytes([0x80 | size - 1]) + value.number.to_bytes(size, "big")
    if all(ord(c) < 0x80 for c in value):
        return counted(0x50, len(value)) + value.encode()
    return counted(0x60, len(utf16(value))) + value.encode("utf-16-be", "surrogatepass")


def width(number, is_exclusive):
    """The smallest of 1, 2, 4 and 8 bytes in which a number fits."""
    return next(size for size in (1, 2, 4, 8) if number + is_exclusive <= 1 << 8 * size)


def write(root):
    """The bytes of a file with the given node as its root."""
    order, numbers = [], {}

    def visit(node):
        if node.is_unique and id(node) in numbers:
            return
        numbers.setdefault(id(node), len(order))
        order.append(node)
        for child in (node.keys or []) + (node.children or []):
            visit(child)

    visit(root)
    size = width(len(order), 1)

    def references(nodes):
        return b"".join(numbers[id(node)].to_bytes(size, "big") for node in nodes)

    objects = []
    for node in order:
        if node.keys is not None:
            objects.append(counted(0xD0, len(node.keys)) + references(node.keys + node.children))
        elif node.children is not None:
            marker = 0xC0 if isinstance(node.value, Set) else 0xA0
            objects.append(counted(marker, len(node.children)) + references(node.children))
        else:
            objects.append(scalar(node.value))
    return file(objects, size)


def file(objects, reference_width=1, offset_width=None, offsets=None, top=0, head=b"bplist00", count=None, table=None):
    """A file of the given objects; everything that a damaged file changes can be given."""
    if offsets is None:
        offsets, offset = [], len(head)
        for data in objects:
            offsets.append(offset)
            offset += len(data)
    body = head + b"".join(objects)
    offset_width = offset_width or width(len(body), 1)
    return (
        body + b"".join(offset.to_bytes(offset_width, "big") for offset in offsets)
        + bytes(6) + bytes([offset_width, reference_width])
        + struct.pack(">QQQ", len(offsets) if count is None else count, top, len(body) if table is None else table))


def binary(value, order=hash_order):
    return write(Interning(order).node(value))
