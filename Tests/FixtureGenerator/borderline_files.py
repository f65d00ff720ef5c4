"""The borderline files of the corpus: read leniently with a warning, or read by Apple's parser in another way.

`warnings` are what a check reports, each with its offset. `strict` is the error of strict reading, if there is one.
`apple` says what Apple's parser does: `reads` the same value, `rejects` the file, or `differs` in the value.
"""
from binary_writer import file
from invalid_files import CARET, TEXTS, marked
from model import UID
from text_writers import XML_HEAD, XML_TAIL, typed_json, xml


def whole(body):
    return XML_HEAD + body + "\n" + XML_TAIL


def xml_files():
    return {
        "text-after-end": ("lenient-form", None, "reads", "<plist><true/></plist>\n‸after\n"),
        "control-character": ("control-character", None, "reads", whole("‸<string>a\x01b</string>")),
        "null-reference": ("control-character", None, "reads", whole("‸<string>&#0;</string>")),
        "incomplete-base64": ("lenient-form", None, "reads", whole("‸<data>AQIDBA</data>")),
        "ignored-base64": ("lenient-form", None, "reads", whole("‸<data>AQ-_ID</data>")),
        # The warning has the location of the second value.
        "repeated-key": ("duplicate-key", None, "reads", "<dict><key>a</key><true/><key>a</key>‸<false/></dict>"),
        "empty-comment-first": (None, None, "rejects", "<!----><plist><true/></plist>\n"),
        "space-in-declaration": (None, None, "reads", '<?xml version="1.0" encoding = "UTF-8"?><plist><true/></plist>'),
        "byte-order-by-zeros": (None, None, "rejects", "".join(c + "\0" for c in "<plist><true/></plist>")),
    }


def binary_files():
    return {
        "null": ("lenient-form", 10, "reads", file([b"\xa1\1", b"\x00"])),
        "sixteen-byte-uid": ("lenient-form", 8, "reads", file([b"\x8f" + bytes(16)])),
        "cut-after-five": ("unexpected-end", 5, "reads", b"bplis"),
        "minus-one-in-sixteen-bytes": (None, None, "differs", file([b"\x14" + b"\xff" * 16])),
        "repeated-key": ("duplicate-key", 13, "reads", file([b"\xd2\1\1\2\3", b"\x51a", b"\x09", b"\x08"])),
        "latin-text": (None, None, "reads", file([b"\x51\xe9"])),
    }


def openstep_files():
    return {
        "white-space": (None, None, "reads", "  \n"),
        "no-semicolon-at-end": ("lenient-form", "unexpected-character", "rejects", "{ a = 1 ‸}\n"),
        "open-comment": ("lenient-form", None, "reads", "{ a = 1; }\n‸/* b"),
        "plus-sign": ("lenient-form", "unexpected-character", "rejects", "{ a = ‸x+y; }\n"),
        "repeated-key": ("duplicate-key", None, "reads", "{ a = 1; ‸a = 2; }\n"),
        "conflict-mark-in-text": (None, None, "reads", '{ a = "<<<<<<< b"; }\n'),
    }


def gnustep_files():
    return {
        "integer": (None, "invalid-data", "rejects", "(<*I5>)\n"),
        "bare-plus": ("lenient-form", "invalid-data", "rejects", "(<*BY>, ‸a+b)\n"),
        "repeated-key": ("duplicate-key", "invalid-data", "rejects", "{ a = <*I1>; ‸a = <*I2>; }\n"),
    }


def strings_files():
    return {
        "no-semicolon-at-end": ("lenient-form", "unexpected-character", "rejects", '"a" = "b"‸'),
        "repeated-key": ("duplicate-key", None, "reads", '"a" = "1";\n‸"a" = "2";\n'),
        "open-comment": ("lenient-form", None, "reads", '"a" = "b";\n‸/* c'),
    }


def project_files():
    head = "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjects = {\n\t};\n"
    return {
        "needless-quotes": (None, None, "reads", head + '\trootObject = "A1";\n}\n'),
        "repeated-key": ("duplicate-key", None, "reads", head + "\trootObject = A1;\n\t‸rootObject = A2;\n}\n"),
    }


def glyphs_files():
    return {
        "comma-at-end": (None, None, "reads", "{\n.appVersion = \"3260\";\nglyphs = (\n{\nwidth = 1;\n},\n);\n}\n"),
        "needless-quotes": (None, None, "reads", '{\n.appVersion = "3260";\nfamilyName = "Plain";\nfontMaster = (\n);\n}\n'),
    }


def json_files():
    return {
        "lone-surrogate": ("lone-surrogate", None, None, '[‸"\\ud800"]\n'),
        "repeated-key": ("duplicate-key", None, None, '{"a": 1, ‸"a": 2}\n'),
    }


def typed_json_files():
    return {
        # A form with an invalid value is a dictionary with that key.
        "date": ("invalid-date", "invalid-date", None, '[{"$date": ‸"yesterday"}]\n'),
        "data": ("invalid-data", "invalid-data", None, '[{"$data": ‸"é"}]\n'),
        "uid": ("invalid-uid", "invalid-uid", None, '[{"$uid": ‸-1}]\n'),
        "real": ("invalid-real", "invalid-real", None, '[{"$real": ‸"many"}]\n'),
        "two-keys": (None, None, None, '{"$uid": 1, "b": 2}\n'),
        "repeated-key": ("duplicate-key", None, None, '{"b": {"$uid": 1}, ‸"b": {"$uid": 2}}\n'),
    }


def archive_files():
    """Archives that every reader opens, with a warning of the diagnosis."""
    whole = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)}, "$objects": ["$null", "text"]}
    return {
        "other-archiver.plist": (["unknown-archiver"], xml({**whole, "$archiver": "SampleArchiver"})),
        "first-not-null.plist": (["invalid-first-object", "unreachable-object"], xml({**whole, "$objects": ["nil", "text"]})),
        "unreachable.plist": (["unreachable-object"], xml({**whole, "$objects": ["$null", "text", "unused"]})),
        "as-json.json": (["unsupported-format"], typed_json({
            "$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)}, "$objects": ["$null", "text"]})),
    }


def files():
    for folder, (make, extension) in TEXTS.items():
        for name, (warning, strict, apple, text) in globals()[make.__name__]().items():
            data, offset = marked(text) if CARET in text else (text.encode(), None)
            yield f"borderline/{folder}/{name}.{extension}", data, entry(warning, offset, strict, apple)
    for name, (warning, offset, apple, data) in binary_files().items():
        yield f"borderline/binary/{name}.plist", data, entry(warning, offset, None, apple)
    for name, (warnings, text) in archive_files().items():
        yield f"borderline/archives/{name}", text.encode(), {"archiveWarnings": warnings}


def entry(warning, offset, strict, apple):
    found = {"warnings": [f"{warning} @{offset}"] if warning else []}
    if strict:
        found["strict"] = strict
    if apple:
        found["apple"] = apple
    return found
