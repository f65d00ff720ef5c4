"""Archives of the everyday classes of Foundation and of an app's own classes, as Apple's archivers lay them out."""
from archive_writer import Archive, Instance, Ref, Text
from text_writers import typed_json, xml


def array(*members, name="NSArray"):
    supers = ("NSArray", "NSObject") if name == "NSMutableArray" else ("NSObject",)
    return Instance(name, supers).field("NS.objects", [Ref(member) for member in members])


def dictionary(pairs, name="NSDictionary"):
    supers = ("NSDictionary", "NSObject") if name == "NSMutableDictionary" else ("NSObject",)
    return Instance(name, supers).field("NS.keys", [Ref(key) for key, _ in pairs]).field(
        "NS.objects", [Ref(value) for _, value in pairs])


def members(name, *objects):
    supers = ("NSSet", "NSObject") if name == "NSMutableSet" else ("NSObject",)
    return Instance(name, supers).field("NS.objects", [Ref(member) for member in objects])


def date(seconds):
    return Instance("NSDate").field("NS.time", float(seconds))


def url(text, base=None):
    return Instance("NSURL").field("NS.base", Ref(base)).field("NS.relative", Ref(text))


def mutable_text(text):
    return Instance("NSMutableString", ("NSString", "NSObject")).field("NS.string", text)


def mutable_data(data):
    return Instance("NSMutableData", ("NSData", "NSObject")).field("NS.data", data)


def decimal(mantissa, exponent, is_negative=False):
    """A decimal number: its mantissa as eight words of two bytes."""
    words = max(1, (mantissa.bit_length() + 15) // 16)
    value = Instance("NSDecimalNumber", ("NSNumber", "NSValue", "NSObject"))
    for key, field in (
            ("NS.mantissa", mantissa.to_bytes(16, "little")), ("NS.negative", is_negative), ("NS.exponent", exponent),
            ("NS.mantissa.bo", 1), ("NS.length", words), ("NS.compact", True)):
        value.field(key, field)
    return value


def structure(kind, key, text):
    return Instance("NSValue").field("NS." + key, Ref(Text(text))).field("NS.special", kind)


def varints(numbers):
    out = bytearray()
    for number in numbers:
        while number >= 0x80:
            out.append(number & 0x7F | 0x80)
            number >>= 7
        out.append(number)
    return bytes(out)


def index_set(ranges, name="NSIndexSet"):
    supers = ("NSIndexSet", "NSObject") if name == "NSMutableIndexSet" else ("NSObject",)
    value = Instance(name, supers).field("NSRangeCount", len(ranges))
    if len(ranges) == 1:
        return value.field("NSLocation", ranges[0][0]).field("NSLength", ranges[0][1])
    if ranges:
        value.field("NSRangeData", Ref(mutable_data(varints(n for pair in ranges for n in pair))))
    return value


def index_path(*indexes):
    value = Instance("NSIndexPath").field("NSIndexPathLength", len(indexes))
    if len(indexes) == 1:
        return value.field("NSIndexPathValue", indexes[0])
    return value.field("NSIndexPathData", Ref(mutable_data(varints(indexes)))) if indexes else value


def rooted(value):
    return {"root": Ref(value)}


def cyclic():
    parent, child = Instance("Sample.Folder"), Instance("Sample.Folder")
    parent.field("name", Ref("parent")).field("parent", Ref(None)).field("children", Ref(array(child)))
    child.field("name", Ref("child")).field("parent", Ref(parent)).field("children", Ref(array()))
    return parent


def ring():
    links = [Instance("Ring") for _ in range(5)]
    for number, link in enumerate(links):
        link.field("number", number).field("next", Ref(links[(number + 1) % 5]))
    return links[0]


def shared():
    text, owner = Text("the same text"), Instance("Owner")
    owner.field("name", Ref(text))
    return array(text, text, owner, owner, array(owner, text))


def conditional(is_stored):
    """Windows that refer to their controller without owning it, and a list that may own it."""
    controller = Instance("Controller").field("title", Ref("Main"))
    windows = [
        Instance("Window").field("controller", Ref(controller, is_conditional=True)).field("number", n) for n in (1, 2)]
    return array(*windows, *([controller] if is_stored else []))


def scalars():
    return (
        Instance("Scalars").field("yes", True).field("no", False).field("small", 7).field("negative", -7)
        .field("large", 2**40).field("real", 0.5).field("bytes", bytes(range(16))).field("inline", "text"))


def color():
    return (
        Instance("UIColor", hints=["NSColor"]).field("UIColorComponentCount", 4).field("UIRed", 0.25)
        .field("UIGreen", 0.5).field("UIBlue", 1.0).field("UIAlpha", 1.0).field("NSColorSpace", 2)
        .field("NSRGB", b"0.25 0.5 1"))


def attributed():
    font, plain = dictionary([("NSFont", "Helvetica")]), dictionary([])
    return (
        Instance("NSAttributedString").field("NSString", Ref("bold plain")).field(
            "NSAttributes", Ref(array(font, plain, name="NSMutableArray"))).field(
            "NSAttributeInfo", Ref(mutable_data(varints([4, 0, 6, 1])))))


def counted_set(*pairs):
    value = Instance("NSCountedSet", ("NSMutableSet", "NSSet", "NSObject")).field("NS.count", len(pairs))
    for number, (member, count) in enumerate(pairs):
        value.field(f"NS.object{number}", Ref(member)).field(f"NS.count{number}", count)
    return value


def numbered(name, key, objects, supers=("NSObject",)):
    """A collection in the older spelling, with one key for each member."""
    value = Instance(name, supers)
    for number, member in enumerate(objects):
        value.field(f"{key}.{number}", Ref(member))
    return value


def old_dictionary():
    value = Instance("NSDictionary")
    for number, (key, member) in enumerate([("a", 1), ("b", "two")]):
        value.field(f"NS.key.{number}", Ref(key)).field(f"NS.object.{number}", Ref(member))
    return value


def unit(name, symbol):
    return Instance(name, ("NSDimension", "NSUnit", "NSObject")).field("NS.symbol", Ref(symbol)).field(
        "NS.converter", Ref(Instance("NSUnitConverterLinear", ("NSUnitConverter", "NSObject")).field(
            "NS.coefficient", 1000.0).field("NS.constant", 0.0)))


UUID = bytes.fromhex("00112233445566778899aabbccddeeff")

ARCHIVES = {
    "nil": rooted(None), "text": rooted("Hello, 世界"), "number": rooted(42), "real": rooted(0.1), "flag": rooted(True),
    "data": rooted(b"\0\1\2\xff"), "empty-array": rooted(array()), "array": rooted(array("a", 1, True, 2.5, b"\1", Instance("NSNull"))),
    "mutable-collections": rooted(array(
        array("a", name="NSMutableArray"), dictionary([("k", "v")], "NSMutableDictionary"), members("NSMutableSet", "a"),
        mutable_text("text"), mutable_data(b"data"), name="NSMutableArray")),
    "dictionary": rooted(dictionary([("name", "Zoë"), ("age", 7), ("tags", array("x", "y")), ("none", Instance("NSNull"))])),
    "many-keys": rooted(dictionary([(f"key {n}", n) for n in range(40)])),
    "set": rooted(members("NSSet", "a", "b", 3)), "counted-set": rooted(counted_set(("twice", 2), ("once", 1))),
    "ordered-set": rooted(numbered("NSOrderedSet", "NS.object", ["z", "a", 1])),
    "old-array": rooted(numbered("NSArray", "NS.object", ["a", "b"])), "old-dictionary": rooted(old_dictionary()),
    "dates": rooted(array(date(0), date(-1.5), date(700000000.25))),
    "urls": rooted(array(url("https://example.org/a?b=c"), url("page.html", url("https://example.org/dir/")))),
    "uuid": rooted(Instance("NSUUID").field("NS.uuidbytes", UUID)),
    "decimals": rooted(array(decimal(12345, -2), decimal(1, 0, True), decimal(2**70, 5))),
    "structures": rooted(array(
        structure(1, "pointval", "{1, 2.5}"), structure(2, "sizeval", "{640, 480}"),
        structure(3, "rectval", "{{0, 0}, {640, 480}}"),
        Instance("NSValue").field("NS.rangeval.location", Ref(5)).field("NS.rangeval.length", Ref(300)).field("NS.special", 4))),
    "indexes": rooted(array(
        index_set([]), index_set([(3, 4)]), index_set([(0, 2), (300, 70000)], "NSMutableIndexSet"), index_path(),
        index_path(5), index_path(1, 200, 3))),
    "attributed-text": rooted(attributed()), "color-with-hint": rooted(color()),
    "measurement": rooted(Instance("NSMeasurement").field("NS.value", 42.195).field("NS.unit", Ref(unit("NSUnitLength", "km")))),
    "error": rooted(Instance("NSError").field("NSDomain", Ref("NSPOSIXErrorDomain")).field("NSCode", 2).field(
        "NSUserInfo", Ref(dictionary([("NSFilePath", "/tmp/x")])))),
    "expression": rooted(Instance("NSRegularExpression").field("NSOptions", 1).field("NSPattern", Ref("[a-z]+"))),
    "app-class": rooted(Instance("Sample.Card", ("Sample.Item", "NSObject")).field("front", Ref("Question")).field(
        "back", Ref("Answer")).field("level", 3).field("due", Ref(date(725846400)))),
    "scalars": rooted(scalars()), "cyclic": rooted(cyclic()), "ring": rooted(ring()), "shared": rooted(shared()),
    "conditional-stored": rooted(conditional(True)), "conditional-absent": rooted(conditional(False)),
    "several-keys": {"first": Ref("one"), "second": Ref(array("two")), "count": 3, "flag": True, "none": Ref(None)},
    "no-keys": {}, "renamed": rooted(Instance("Short", is_renamed=True).field("v", 1)),
    "own-dollar-keys": rooted(Instance("Keys").field("$$odd", Ref("escaped")).field("$0", 5)),
    "protected-null": rooted(array(Instance("NSString").field("NS.string", "$null"))),
    "nested-archive": rooted(dictionary([("inner", Archive(rooted(array("inside", 1))).binary())])),
    "equal-texts": rooted(array(Text("equal text"), Text("equal text"), Text("equal text"))),
}


def files():
    for number, (name, top) in enumerate(ARCHIVES.items()):
        # Both orders of the keys of the root: that of today's archivers, and that of those before 2019.
        for is_new in ((number % 2 == 0,) if name != "dictionary" else (False, True)):
            archive = Archive(top, is_new=is_new)
            suffix = "-old" if name == "dictionary" and not is_new else ""
            entry = {"value": typed_json(archive.plist(), isCompact=True), "unchanged": True}
            yield f"valid/archives/{name}{suffix}.bplist", archive.binary(), entry
    for name in ("array", "dictionary", "cyclic", "shared", "dates", "app-class", "several-keys", "conditional-absent"):
        archive = Archive(ARCHIVES[name])
        entry = {"value": typed_json(archive.plist(), isCompact=True), "unchanged": True}
        yield f"valid/archives/{name}.plist", xml(archive.plist()).encode(), entry
