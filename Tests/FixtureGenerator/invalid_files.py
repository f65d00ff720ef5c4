"""The invalid files of the corpus: each with the code and the offset of its error.

In a text, a caret, ‸, precedes the invalid byte. A file that is invalid only as a tree of values says so.
"""
from archive_files import rooted
from archive_writer import Archive
from binary_writer import binary, file
from model import UID
from text_writers import XML_HEAD, XML_TAIL, xml

CARET = "‸"


def marked(text, encoding="utf-8"):
    """The bytes of a text without its caret, and the offset of the caret."""
    before, after = text.split(CARET)
    return (before + after).encode(encoding), len(before.encode(encoding))


def xml_files():
    def whole(body):
        return XML_HEAD + body + "\n" + XML_TAIL

    return {
        "other-document": ("other-format", '<?xml version="1.0"?>\n‸<rss version="2.0"/>\n'),
        "web-page": ("other-format", "‸<!DOCTYPE html>\n<html><body>404</body></html>\n"),
        "unknown-encoding": ("unknown-encoding", '<?xml version="1.0" encoding="‸x-unknown"?>\n<plist><true/></plist>\n'),
        "never-closed": ("unexpected-end", XML_HEAD + "<dict>\n\t<key>a</key>\n\t<array>\n‸"),
        "open-comment": ("unexpected-end", XML_HEAD + "‸<!-- open"),
        "open-string": ("unexpected-end", "<plist><string>text‸"),
        "open-section": ("unexpected-end", "<plist><string>a‸<![CDATA[b"),
        "text-between": ("unexpected-character", whole("<array>\n\t‸stray\n</array>")),
        "second-root": ("unexpected-character", whole("<true/>\n‸<false/>")),
        "attribute-in-end": ("unexpected-character", whole("<array></array ‸x>")),
        "unknown-element": ("unknown-element", whole("<array>\n\t‸<float>1</float>\n</array>")),
        "upper-case-element": ("unknown-element", whole("‸<Dict/>")),
        "wrong-end": ("mismatched-tag", whole("<array>\n‸</dict>")),
        "wrong-end-of-text": ("mismatched-tag", whole("<string>a‸</key>")),
        "empty-integer": ("empty-element", whole("‸<integer/>")),
        "empty-date": ("empty-element", whole("<array>‸<date/></array>")),
        "empty-plist": ("empty-element", "<plist>‸</plist>\n"),
        "entities": ("internal-subset", '<!DOCTYPE plist ‸[<!ENTITY a "b">]>\n<plist><string>&a;</string></plist>\n'),
        "named-reference": ("invalid-reference", whole("<string>a‸&nbsp;b</string>")),
        "surrogate-reference": ("invalid-reference", whole("<string>‸&#xD800;</string>")),
        "large-reference": ("invalid-reference", whole("<string>‸&#x110000;</string>")),
        "lone-ampersand": ("invalid-reference", whole("<string>a ‸& b</string>")),
        "value-without-key": ("missing-key", whole("<dict>\n\t‸<integer>1</integer>\n</dict>")),
        "key-without-value": ("missing-value", whole("<dict>\n\t<key>a</key>\n‸</dict>")),
        "integer-with-letter": ("invalid-integer", whole("<integer>‸12x</integer>")),
        "integer-with-fraction": ("invalid-integer", whole("<integer>‸1.5</integer>")),
        "space-after-integer": ("invalid-integer", whole("<integer>‸12 </integer>")),
        "empty-data": ("empty-element", whole("‸<data/>")),
        "integer-above-range": ("integer-out-of-range", whole("<integer>‸18446744073709551616</integer>")),
        "integer-below-range": ("integer-out-of-range", whole("<integer>‸-9223372036854775809</integer>")),
        "real-with-comma": ("invalid-real", whole("<real>‸1,5</real>")),
        "real-hexadecimal": ("invalid-real", whole("<real>‸0x1p3</real>")),
        "date-alone": ("invalid-date", whole("<date>‸2024-01-01</date>")),
        "date-with-fraction": ("invalid-date", whole("<date>‸2024-01-01T00:00:00.5Z</date>")),
        "data-not-ascii": ("invalid-data", whole("<data>AQI‸é</data>")),
        "negative-uid": ("invalid-uid", whole("<array>‸<dict><key>CF$UID</key><integer>-1</integer></dict></array>")),
        "large-uid": ("invalid-uid", whole("‸<dict><key>CF$UID</key><integer>4294967296</integer></dict>")),
        "too-deep": ("depth-limit", "<plist>" + "<array>" * 512 + "‸<array/>" + "</array>" * 512 + "</plist>\n"),
    }


def binary_files():
    def deep(count):
        return [b"\xa1" + (n + 1).to_bytes(2, "big") for n in range(count)] + [b"\xa0"]

    bomb = [b"\xaa" + (n + 1).to_bytes(2, "big") * 10 for n in range(30)] + [b"\x10\x01"]
    good = binary(["text", {"key": 1}])
    trailer = len(good) - 32
    return {
        "header-alone": ("unexpected-end", 0, b"bplist00"),
        "later-binary-form": ("other-format", 0, b"bplist15" + bytes(60)),
        # The trailer is read one byte too late, and has no width of references.
        "byte-after-end": ("invalid-trailer", trailer + 1 + 7, good + b"\0"),
        "offset-width-zero": ("invalid-trailer", trailer + 6, good[:-26] + b"\0" + good[-25:]),
        "reference-width-zero": ("invalid-trailer", trailer + 7, good[:-25] + b"\0" + good[-24:]),
        "count-too-large": ("invalid-trailer", 8 + 1 + 1 + 8, file([b"\x09"], count=2)),
        "root-past-end": ("invalid-trailer", 8 + 1 + 1 + 16, file([b"\x09"], top=1)),
        "table-past-end": ("invalid-trailer", 8 + 1 + 1 + 24, file([b"\x09"], table=200)),
        "offset-in-header": ("invalid-offset", 9, file([b"\x09"], offsets=[7])),
        "offset-in-table": ("invalid-offset", 9, file([b"\x09"], offsets=[9])),
        "fill-byte": ("unknown-marker", 8, file([b"\x0f"])),
        "url-marker": ("unknown-marker", 8, file([b"\x0c"])),
        "count-not-integer": ("unknown-marker", 9, file([b"\x5f\x51a"])),
        "text-too-long": ("object-too-long", 8, file([b"\x54a"])),
        "data-too-long": ("object-too-long", 8, file([b"\x4f\x13\x7f" + b"\xff" * 7])),
        "array-too-long": ("object-too-long", 8, file([b"\xaf\x12\x7f\xff\xff\xff"])),
        "reference-past-end": ("invalid-object-reference", 9, file([b"\xa1\x05"])),
        "key-reference-past-end": ("invalid-object-reference", 9, file([b"\xd1\x05\x01", b"\x09"])),
        "contains-itself": ("cycle", 8, file([b"\xa1\x00"])),
        "contains-each-other": ("cycle", 10, file([b"\xa1\x01", b"\xa1\x00"])),
        "array-as-key": ("key-not-string", 8, file([b"\xd1\x01\x01", b"\xa0"])),
        "wide-uid": ("invalid-uid", 8, file([b"\x84\1\0\0\0\0"])),
        "overlapping": ("overlapping-objects", 8, file(
            [b"\x5f\x10\xc8" + b"a" * 200], offsets=[8] * 250)),
        "too-deep": ("depth-limit", 8 + 3 * 512, file(deep(512), reference_width=2, offset_width=2)),
        "too-expansive": ("expansion-limit", 8, file(bomb, reference_width=2, offset_width=2)),
    }


def openstep_files():
    return {
        "empty": ("empty-input", "‸"), "closing-brace": ("unknown-format", "‸}\n"),
        "no-end-of-dictionary": ("unexpected-end", "{ a = b;‸"), "no-end-of-array": ("unexpected-end", "(a, b‸"),
        "no-end-of-text": ("unexpected-end", '{ a = "b; }\n‸'), "no-end-of-data": ("unexpected-end", "{ a = <0fbd‸"),
        "no-value": ("unexpected-character", "{ a = ‸; }\n"), "no-key": ("unexpected-character", "{ ‸= a; }\n"),
        "odd-digits": ("invalid-data", "{ a = ‸<012>; }\n"), "not-a-digit": ("invalid-data", "{ a = <01‸zz>; }\n"),
        "text-after-root": ("unexpected-character", "{ a = b; } ‸{}\n"),
        "missing-comma": ("unexpected-character", "(a ‸b)\n"), "two-commas": ("unexpected-character", "(a,‸,b)\n"),
        "array-as-key": ("unexpected-character", "{ ‸(a) = b; }\n"),
        "too-deep": ("depth-limit", "(" * 512 + "‸(" + ")" * 513),
        "conflict": ("unexpected-character", "{\n‸<<<<<<< ours\n\ta = 1;\n=======\n\ta = 2;\n>>>>>>> theirs\n}\n"),
    }


def gnustep_files():
    return {
        "integer": ("invalid-integer", "{ a = <*I‸x>; }\n"), "real": ("invalid-real", "{ a = <*R‸x>; }\n"),
        "date": ("invalid-date", "{ a = <*D‸2001-01-01>; }\n"),
        "integer-range": ("integer-out-of-range", "(<*I‸18446744073709551616>)\n"),
        "unknown-type": ("unexpected-character", "(<*‸X1>)\n"), "open-type": ("unexpected-end", "(<*I5‸"),
        "base64": ("invalid-data", "(<[AQ‸é]>)\n"), "boolean": ("unexpected-character", "(<*B‸X>)\n"),
    }


def strings_files():
    return {
        "no-semicolon": ("unexpected-character", '"a" = "b"\n‸"c" = "d";\n'),
        "no-value": ("unexpected-character", '"a" = ‸;\n'), "open-value": ("unexpected-end", '"a" = "b;\n‸'),
        "no-quote": ("unexpected-character", '"a" = b ‸c;\n'),
    }


def json_files():
    return {
        "trailing-comma": ("unexpected-character", "[1, 2, ‸]\n"), "no-comma": ("unexpected-character", "[1 ‸2]\n"),
        "no-colon": ("unexpected-character", '{"a": 1, "b" ‸2}\n'), "open-array": ("unexpected-end", "[1, [2]‸"),
        "open-text": ("unexpected-end", '["a", "b‸'), "leading-zero": ("unexpected-character", "[‸012]\n"),
        "comment": ("unexpected-character", "[1] ‸// one\n"), "bare-word": ("unexpected-character", "[1, ‸yes]\n"),
        "raw-control": ("unexpected-character", '["a‸\x01b"]\n'), "bad-escape": ("unexpected-character", '["‸\\x"]\n'),
        "integer-range": ("integer-out-of-range", "[‸170141183460469231731687303715884105728]\n"),
        "too-deep": ("depth-limit", "[" * 512 + "‸[" + "]" * 513), "real": ("unexpected-character", "[1, 1.‸]\n"),
        "key-not-text": ("unexpected-character", '{"a": 1, ‸2: 3}\n'), "no-value": ("unexpected-character", '{"a": 1, "b":‸}\n'),
    }


def typed_json_files():
    return {
        "open-form": ("unexpected-end", '[{"$data": "AQID"‸'),
        "two-numbers": ("unexpected-character", '[{"$uid": 1 ‸2}]\n'),
        "no-comma-in-set": ("unexpected-character", '[{"$set": [1 ‸2]}]\n'),
        "no-colon": ("unexpected-character", '[{"$dict" ‸[[1, 2]]}]\n'),
    }


def project_files():
    return {
        "conflict": ("unexpected-character", "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n‸<<<<<<< HEAD\n\tobjectVersion = 56;\n"
                     "=======\n\tobjectVersion = 77;\n>>>>>>> other\n}\n"),
        "cut": ("unexpected-end", "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjects = {\n‸"),
        "no-semicolon": ("unexpected-character", "// !$*UTF8*$!\n{\n\tarchiveVersion = 1\n\t‸objectVersion = 56;\n}\n"),
    }


def glyphs_files():
    return {
        "cut": ("unexpected-end", "{\n.appVersion = \"3260\";\nglyphs = (\n‸"),
        "no-comma": ("unexpected-character", "{\n.appVersion = \"3260\";\nglyphs = (\n{\n}\n‸{\n}\n);\n}\n"),
    }


def archives():
    """Archives with a fault: the code, how it is found, the path of the fault, and the slots after `$null`."""
    record = {"$classname": "A", "$classes": ["A", "NSObject"]}

    def of(name, **fields):
        return [{**fields, "$class": UID(2)}, {"$classname": name, "$classes": [name, "NSObject"]}]

    def renamed(fields):
        return {key.replace("_", "."): value for key, value in fields.items()}

    def collection(name, *more, **fields):
        slots = of(name)
        slots[0] = {**renamed(fields), **slots[0]}
        return slots + list(more)

    accents = "e" + "\u0301" * 129
    return {
        "reference-past-end": ("reference-out-of-range", "open", [{"a": UID(9), "$class": UID(2)}, record]),
        "reference-to-reference": ("reference-to-reference", "open", [UID(2), record]),
        "root-without-class": ("missing-class", "open", [{"a": 1}]),
        "root-is-class-record": ("missing-class", "open", [record]),
        "class-is-text": ("invalid-class-reference", "open", [{"$class": "A"}]),
        "class-past-end": ("invalid-class-reference", "open", [{"$class": UID(9)}]),
        "class-is-itself": ("invalid-class-record", "open", [{"$class": UID(1)}]),
        "class-name-is-number": ("invalid-class-record", "open", [{"$class": UID(2)}, {"$classname": 3}]),
        "members-not-array": ("invalid-members", "json", collection("NSArray", NS_objects=1)),
        "members-not-references": ("invalid-members", "json", collection("NSSet", NS_objects=["a"])),
        "uneven": ("uneven-members", "json", collection("NSDictionary", NS_keys=[UID(0)], NS_objects=[])),
        "nil-key": ("nil-key", "json", collection("NSDictionary", "x", NS_keys=[UID(0)], NS_objects=[UID(3)])),
        "negative-count": ("invalid-count", "json", collection("NSCountedSet", NS_count=-1)),
        "equivalent-keys": ("equivalent-keys", "tree", collection(
            "NSDictionary", "\u00e9", "e\u0301", NS_keys=[UID(3), UID(4)], NS_objects=[UID(3), UID(4)])),
        "many-accents": ("combining-limit", "tree", collection("NSDictionary", accents, NS_keys=[UID(3)], NS_objects=[UID(3)])),
    }


def archive_documents():
    """Property lists that lack what an archive has."""
    whole = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(0)}, "$objects": ["$null"]}
    return {
        "ordinary": ("not-archive", {"a": 1}), "array": ("not-archive", ["$top", "$objects"]),
        "no-top": ("invalid-top", {k: v for k, v in whole.items() if k != "$top"}),
        "top-is-array": ("invalid-top", {**whole, "$top": []}),
        "no-objects": ("invalid-objects", {k: v for k, v in whole.items() if k != "$objects"}),
        "objects-are-text": ("invalid-objects", {**whole, "$objects": "$null"}),
        "no-slots": ("reference-out-of-range", {**whole, "$objects": []}),
        "later-version": ("unknown-version", {**whole, "$version": 200000}),
    }


def archive_files():
    for name, (code, found, slots) in archives().items():
        plist = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)}, "$objects": ["$null", *slots]}
        yield f"{name}.plist", xml(plist).encode(), {"code": code, "found": found}
    for name, (code, plist) in archive_documents().items():
        yield f"{name}.plist", xml(plist).encode(), {
            "code": code, "found": "diagnosis" if code == "unknown-version" else "open"}
    cut = Archive(rooted("text")).binary()[:-1]
    yield "cut.bplist", cut, {"code": "not-property-list", "found": "open"}


TEXTS = {
    "xml": (xml_files, "plist"), "openstep": (openstep_files, "plist"), "gnustep": (gnustep_files, "plist"),
    "strings": (strings_files, "strings"), "json": (json_files, "json"), "typed-json": (typed_json_files, "json"),
    "project": (project_files, "pbxproj"), "glyphs": (glyphs_files, "glyphs"),
}


def files():
    for folder, (make, extension) in TEXTS.items():
        for name, (code, text) in make().items():
            data, offset = marked(text)
            yield f"invalid/{folder}/{name}.{extension}", data, {"code": code, "offset": offset}
    for name, (code, offset, data) in binary_files().items():
        yield f"invalid/binary/{name}.plist", data, {"code": code, "offset": offset}
    text, offset = marked("<plist><string>ab‸")
    yield "invalid/xml/not-utf-8.plist", text + b"\xff</string></plist>\n", {"code": "invalid-text", "offset": offset}
    head = "\ufeff<plist><array>"
    yield "invalid/xml/utf-16-stray.plist", (head + "x</array></plist>").encode("utf-16-le"), {
        "code": "unexpected-character", "offset": 2 * len(head)}
    text, offset = marked('"a" = "b‸')
    yield "invalid/strings/not-utf-8.strings", text + b'\xff";\n', {"code": "invalid-text", "offset": offset}
    for name, code, keys in (
            ("equivalent-keys", "equivalent-keys", ("\u00e9", "e\u0301")),
            ("many-accents", "combining-limit", ("e" + "\u0301" * 129,))):
        body = "<dict>" + "".join(f"<key>{key}</key><true/>" for key in keys) + "</dict>"
        yield f"invalid/xml/{name}.plist", ("<plist>" + body + "</plist>\n").encode(), {"code": code, "found": "tree"}
    yield "invalid/binary/integer-key.plist", file([b"\xd1\1\2", b"\x10\1", b"\x09"]), {
        "code": "key-not-string", "found": "tree"}
    for name, data, entry in archive_files():
        yield f"invalid/archives/{name}", data, entry
