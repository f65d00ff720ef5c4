"""A writer of keyed archives as Apple's archivers lay them out.

An object takes the next slot when it is first encoded; what it refers to takes the slots after it, and its class record
takes a slot after those, when first needed. A conditional reference reserves a slot, which keeps `$null` if nothing else
stores the object. Objects are the same only by identity, as for Apple's archiver.
"""
import binary_writer
from binary_writer import Node, hash_order
from model import UID

# Class names that are one string for all of their uses; others are a new string at each use.
SHARED_NAMES = {
    "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet", "NSString",
    "NSMutableString", "NSData", "NSMutableData", "NSNumber", "NSValue", "NSObject"}
NARROW = "eilotrm.apdnsIc ufkMShjTRxgC4013bDNvwyUL2O856P-B79AFKEWV_zGJ/HYX"


def is_tagged(name):
    """Whether Apple's runtime stores a text in its pointer, so that equal texts are the same object."""
    return (
        len(name) <= 7 and name.isascii() or len(name) <= 9 and set(name) <= set(NARROW)
        or len(name) <= 11 and set(name) <= set(NARROW[:32]))


class Ref:
    """A reference to an object: an instance, text, a number or data; None for nil."""

    def __init__(self, target, is_conditional=False):
        self.target, self.is_conditional = target, is_conditional


class Text:
    """A string object with an identity of its own."""

    def __init__(self, value):
        self.value = value


class Instance:
    """An object of a class: its fields are plain values and references, in the order of their encoding."""

    def __init__(self, name, supers=("NSObject",), hints=None, is_renamed=False):
        self.name, self.hints, self.is_renamed = name, hints, is_renamed
        self.classes = [name, *supers]
        self.fields = []

    def field(self, key, value):
        self.fields.append((key, value))
        return self


class Archive:
    """One archive, from its top-level values."""

    def __init__(self, top, is_new=False, archiver="NSKeyedArchiver"):
        self.slots, self.numbers, self.kept, self.records = ["$null"], {}, [], {}
        self.is_new, self.archiver = is_new, archiver
        self.top = {key: self.value(value) for key, value in top.items()}

    def value(self, value):
        if isinstance(value, Ref):
            return UID(self.slot(value))
        if isinstance(value, list):
            return [self.value(element) for element in value]
        return value

    def slot(self, reference):
        target = reference.target
        if target is None:
            return 0
        known = self.numbers.get(self.identity(target))
        if known is not None and (reference.is_conditional or self.slots[known] is not None):
            return known
        if known is None:
            known = self.numbers[self.identity(target)] = len(self.slots)
            self.slots.append(None)
            self.kept.append(target)
        if reference.is_conditional:
            return known
        if not isinstance(target, Instance):
            self.slots[known] = target.value if isinstance(target, Text) else target
            return known
        contents = self.slots[known] = {}
        for key, value in target.fields:
            contents[key] = self.value(value)
        contents["$class"] = UID(self.record(target))
        return known

    @staticmethod
    def identity(target):
        """Small numbers and texts are the same object if they are equal; others only by identity."""
        if isinstance(target, (Text, Instance, bytes)):
            return id(target)
        return type(target), target

    def record(self, target):
        if target.name not in self.records:
            self.records[target.name] = len(self.slots)
            record = {"$classname": target.name}
            if not target.is_renamed:
                record["$classes"] = target.classes
            if target.hints:
                record["$classhints"] = target.hints
            self.slots.append(record)
        return self.records[target.name]

    def plist(self):
        """The property list, with its keys in Apple's order."""
        slots = ["$null" if slot is None else slot for slot in self.slots]
        contents = {"$version": 100000, "$archiver": self.archiver, "$top": self.top, "$objects": slots}
        keys = ["$version", "$archiver", "$top", "$objects"] if self.is_new else [
            "$version", "$objects", "$archiver", "$top"]
        return {key: contents[key] for key in keys}

    def binary(self):
        """The bytes of the binary file, with the sharing of objects that Apple's archiver has."""
        nodes = ArchiveNodes()
        plist = self.plist()
        contents = {
            "$version": lambda value: nodes.scalar(value),
            "$archiver": lambda value: Node(value),
            "$top": lambda value: nodes.dictionary(value),
            "$objects": lambda value: Node(value, [nodes.slot(slot) for slot in value]),
        }
        return binary_writer.write(Node(
            plist, [contents[key](value) for key, value in plist.items()], [nodes.key(key) for key in plist]))


class ArchiveNodes:
    """The nodes of an archive: one object for each key, for each UID and for each number."""

    def __init__(self):
        self.keys, self.scalars, self.names = {}, {}, {}

    def key(self, text):
        return self.keys.setdefault(text, Node(text))

    def scalar(self, value):
        identity = value.number if isinstance(value, UID) else value
        return self.scalars.setdefault((type(value).__name__, identity), Node(value))

    def class_name(self, name):
        if name in SHARED_NAMES or is_tagged(name):
            return self.names.setdefault(name, Node(name))
        return Node(name)

    def value(self, value):
        if isinstance(value, list):
            return Node(value, [self.value(element) for element in value])
        if isinstance(value, (str, bytes)):
            return Node(value)
        return self.dictionary(value) if isinstance(value, dict) else self.scalar(value)

    def dictionary(self, value):
        keys = hash_order(list(value))
        return Node(value, [self.value(value[key]) for key in keys], [self.key(key) for key in keys])

    def slot(self, value):
        if not isinstance(value, dict) or "$classname" not in value:
            return self.value(value)
        keys = hash_order(list(value))
        children = [
            Node(value[key], [self.class_name(name) for name in value[key]]) if isinstance(value[key], list)
            else self.class_name(value[key]) for key in keys]
        return Node(value, children, [self.key(key) for key in keys])
