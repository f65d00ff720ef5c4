"""The valid files of the corpus, except projects, fonts and archives.

Each has its value as typed JSON in the manifest. A file that its own software would write as it is says `unchanged`: it
must be written again with the same bytes.
"""
import binary_writer
from binary_writer import Interning, binary, file
from model import NULL, Date, Pairs, Set, Single, UID
from text_writers import (
    XML_HEAD, XML_TAIL, gnustep, openstep, plain_json, strings, typed_json, xml)

BYTES = bytes((i * 37 + 11) % 256 for i in range(100))


def shared_values():
    """Values that both XML and binary files have."""
    yield "empty-dictionary", {}
    yield "empty-array", []
    yield "root-text", "A text alone"
    yield "root-integer", 42
    yield "root-date", Date.of(2024, 2, 29, 12, 34, 56)
    yield "root-data", BYTES
    yield "booleans", [True, False, {"yes": True, "no": False}]
    yield "integers", [
        0, 1, -1, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, -2**63, -2**31 - 1,
        -256, 2**64 - 1]
    yield "reals", [
        0.0, 1.0, -1.5, 0.1, 1e17, 1e-5, 3.141592653589793, 1.7976931348623157e308, 5e-324, float("inf"),
        float("-inf")]
    yield "dates", [
        Date(0), Date(-1), Date(700000000), Date.of(1970, 1, 1), Date.of(1582, 10, 14, 23, 59, 59),
        Date.of(1, 1, 1), Date.of(9999, 12, 31, 23, 59, 59)]
    yield "data-lengths", {f"length {n}": BYTES[:n] for n in (0, 1, 2, 3, 54, 56, 57, 58, 100)}
    yield "data-at-depths", [BYTES[:60], [BYTES[:60], [[[BYTES[:60], [[[[[BYTES[:60]]]]]]]]]]]
    yield "text", [
        "", " ", "a & b < c > d", '"quotes" and \'apostrophes\'', "line\nfeed", "tab\there", "é ü ñ", "日本語", "😀 👩‍💻",
        "e\u0301", "\u00a0\u2028\uffff", "]]>", "&amp;", "x" * 14, "x" * 15, "x" * 255, "x" * 256, "é" * 15]
    yield "keys", {
        "": "empty", " ": "space", "a b": "space inside", "a.b": "period", "a[0]": "brackets", "$x": "dollar",
        "é": "Latin", "😀": "above the first plane", "\uff21": "the end of the first plane", "10": "ten", "9": "nine",
        "A": "upper", "a": "lower", "_": "low line"}
    yield "nested", nest(40)
    yield "uids", {"a": UID(0), "b": UID(255), "c": UID(256), "d": [UID(65536), UID(2**32 - 1)]}
    yield "information", {
        "CFBundleDevelopmentRegion": "en", "CFBundleDocumentTypes": [{
            "CFBundleTypeExtensions": ["sample", "smpl"], "CFBundleTypeName": "Sample Document",
            "CFBundleTypeRole": "Editor", "LSHandlerRank": "Owner"}],
        "CFBundleExecutable": "Sample", "CFBundleIdentifier": "org.example.sample", "CFBundleName": "Sample",
        "CFBundleShortVersionString": "1.2", "CFBundleVersion": "34", "LSMinimumSystemVersion": "13.0",
        "NSAppTransportSecurity": {"NSAllowsLocalNetworking": True}, "NSSupportsAutomaticTermination": False,
        "UISupportedInterfaceOrientations": ["UIInterfaceOrientationPortrait", "UIInterfaceOrientationLandscapeLeft"]}
    yield "launch-agent", {
        "Label": "org.example.agent", "ProgramArguments": ["/usr/bin/true", "--now", "a b"], "RunAtLoad": True,
        "StartCalendarInterval": {"Hour": 3, "Minute": 30}, "StartInterval": 3600, "Nice": -5,
        "EnvironmentVariables": {"PATH": "/usr/bin:/bin"}, "KeepAlive": {"SuccessfulExit": False}}
    yield "preferences", {
        "NSWindow Frame Main": "100 200 640 480 0 0 1440 900 ", "LastOpened": Date(725846400), "Volume": 0.75,
        "RecentFiles": ["file:///tmp/a.txt", "file:///tmp/b.txt"], "Launches": 17, "Bookmark": BYTES[:40],
        "Window": binary({"x": 10, "y": 20.5})}
    yield "three-hundred-objects", {f"key {i}": i * 1000 for i in range(150)}


def nest(depth):
    value = "bottom"
    for level in range(depth):
        value = {"deeper": value} if level % 2 else [value]
    return value


def text(body):
    return body.encode()


def xml_files():
    for name, value in shared_values():
        yield name + ".plist", text(xml(value)), value, True
    sample = {"name": "Zoë", "count": 3}
    body = xml(sample)
    yield "utf-8-mark.plist", b"\xef\xbb\xbf" + text(body), sample, False
    yield "utf-16-little.plist", b"\xff\xfe" + body.replace("UTF-8", "UTF-16").encode("utf-16-le"), sample, False
    yield "utf-16-big.plist", b"\xfe\xff" + body.replace("UTF-8", "UTF-16").encode("utf-16-be"), sample, False
    yield "latin-1.plist", body.replace("UTF-8", "ISO-8859-1").encode("latin-1"), sample, False
    yield "carriage-returns.plist", text(body.replace("\n", "\r\n")), sample, False
    yield "one-line.plist", text(body.replace("\n", "").replace("\t", "")), sample, False
    yield "no-header.plist", b"<dict><key>a</key><true/></dict>", {"a": True}, False
    yield "references.plist", text(
        XML_HEAD + "<string>&lt;&gt;&amp;&apos;&quot;&#233;&#x1F600;<![CDATA[<raw> & ]]></string>\n" + XML_TAIL
    ), "<>&'\"é😀<raw> & ", False
    yield "comments.plist", text(
        XML_HEAD + "<!-- a -->\n<dict>\n\t<!-- b -- c --><?target d?>\n\t<key>k</key>\n\t<array/>\n</dict>\n" + XML_TAIL
    ), {"k": []}, False
    yield "long-forms.plist", text(
        XML_HEAD + "<array><true></true><false ></false ><dict></dict><integer>+0x7F</integer><integer> - 5</integer>"
        "<string/><real>.5</real><real>1E3</real></array>\n" + XML_TAIL
    ), [True, False, {}, 127, -5, "", 0.5, 1000.0], False
    yield "repeated-key.plist", text(
        "<plist><dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict></plist>"), {"a": 2}, False
    yield "unsorted-keys.plist", text(
        XML_HEAD + "<dict>\n\t<key>b</key>\n\t<integer>1</integer>\n\t<key>a</key>\n\t<integer>2</integer>\n</dict>\n"
        + XML_TAIL), {"b": 1, "a": 2}, True


def binary_files():
    for name, value in shared_values():
        yield name + ".plist", binary(value), value, True
    order = list
    yield "order-of-insertion.plist", binary({"z": 1, "a": {"y": 2, "b": 3}}, order), {"z": 1, "a": {"y": 2, "b": 3}}, True
    yield "singles.plist", binary([Single(1.5), Single(0.25), 1.5]), [1.5, 0.25, 1.5], True
    yield "fractions.plist", binary([Date(700000000.25), Date(-0.5)]), [Date(700000000.25), Date(-0.5)], True
    yield "wide-integers.plist", binary([2**64, 2**127 - 1, -2**127]), [2**64, 2**127 - 1, -2**127], True
    interning = Interning()
    shared = interning.node(["shared", {"a": 1}])
    yield "shared-array.plist", binary_writer.write(binary_writer.Node([], [shared, shared, interning.node("shared")])), [
        ["shared", {"a": 1}], ["shared", {"a": 1}], "shared"], True
    yield "set.plist", binary([Set(1, "a")]), [Set(1, "a")], True
    keys = Pairs((1, "integer"), (True, "Boolean"), (1.5, "real"), (b"\1\2", "data"), ("text", "text"))
    yield "other-keys.plist", binary(keys), keys, True
    # 0: an array of objects 2, 1 and 3, which come before and after each other in the file.
    yield "any-order.plist", file([b"\xa3\x02\x01\x03", b"\x51b", b"\x51a", b"\x09"]), ["a", "b", True], True
    yield "wide-references.plist", file(
        [b"\xa1\0\0\0\0\0\0\0\1", b"\x09"], reference_width=8, offset_width=8), [True], True
    yield "three-byte-offsets.plist", file([b"\xa1\1", b"\x51x"], offset_width=3), ["x"], True
    yield "long-counts.plist", file(
        [b"\xaf\x10\x02\1\2", b"\x5f\x11\0\1a", b"\x13\0\0\0\0\0\0\0\7"]), ["a", 7], False
    yield "gap-before-table.plist", file([b"\xa1\1", b"\x51x\0\0\0"], offsets=[8, 10]), ["x"], False
    yield "later-version.plist", file([b"\x51x"], head=b"bplist01"), "x", False
    yield "five-byte-uid.plist", file([b"\x84\0\0\0\1\0"]), UID(256), True


def openstep_files():
    tree = {
        "name": "Sample", "path": "/usr/lib/x.dylib", "empty": "", "spaced": "a b", "dash": "a-b",
        "list": ["one", "two", ["three"], {}], "data": bytes(range(20)), "nested": {"deep": {"deeper": "x"}}}
    yield "description.plist", text(openstep(tree) + "\n"), tree, False
    yield "words.plist", b"(a, b.c, $d, e_f, /g/h, i:j, -k)", ["a", "b.c", "$d", "e_f", "/g/h", "i:j", "-k"], False
    yield "numbers-are-text.plist", b"{ a = 1; b = 1.5; c = YES; d = -3; }", {
        "a": "1", "b": "1.5", "c": "YES", "d": "-3"}, False
    yield "trailing-comma.plist", b"( a, b, )\n", ["a", "b"], False
    yield "comments.plist", b"/* one */ { // two\n a = /* three */ b; /* four */ } // five", {"a": "b"}, False
    yield "escapes.plist", rb'"\a\b\f\n\r\t\v\"\\\x"', "\a\b\f\n\r\t\v\"\\x", False
    yield "octal.plist", rb'"\101\1\12\08\200\251\341"', "A\1\n\0008\u00a0\u2019\u00c6", False
    yield "unicode-escapes.plist", rb'"\U00e9\U41 \Ud83d\Ude00"', "é\u0041 😀", False
    yield "single-quotes.plist", b"{ 'a\"b' = 'c d'; }", {'a"b': "c d"}, False
    yield "raw-line-feed.plist", b'"a\nb"', "a\nb", False
    yield "data.plist", b"{ a = <>; b = <0fbd77 1c2735ae>; c = <DE AD be ef>; }", {
        "a": b"", "b": bytes.fromhex("0fbd771c2735ae"), "c": bytes.fromhex("deadbeef")}, False
    yield "key-alone.plist", b"{ a; b = c; }", {"a": "a", "b": "c"}, False
    yield "repeated-key.plist", b"{ a = 1; a = 2; }", {"a": "2"}, False
    yield "no-white-space.plist", b'{a=(1,{b=c;});"d"=<00>;}', {"a": ["1", {"b": "c"}], "d": b"\0"}, False
    yield "raw-unicode.plist", text('{ "é" = "日本語 😀"; }'), {"é": "日本語 😀"}, False
    yield "utf-16.plist", b"\xff\xfe" + '{ "ß" = ü; }'.replace("ü", '"ü"').encode("utf-16-le"), {"ß": "ü"}, False
    yield "nested.plist", text("(" * 40 + ")" * 40), nested_arrays(40), False


def nested_arrays(depth):
    value = []
    for _ in range(depth - 1):
        value = [value]
    return value


def gnustep_files():
    tree = {
        "array": ["a", 1, True], "bool": False, "date": Date.of(2001, 1, 1), "data": bytes(range(10)), "integer": -42,
        "large": 2**63 - 1, "real": 0.5, "text": "a b", "dictionary": {"k": "v"}}
    yield "every-kind.plist", text(gnustep(tree)), tree, True
    yield "integers.plist", text(gnustep([0, 1, -1, 2**63 - 1, -2**63])), [0, 1, -1, 2**63 - 1, -2**63], True
    yield "reals.plist", text(gnustep([0.5, -1.5, 0.1])), [0.5, -1.5, 0.1], False
    yield "dates.plist", text(gnustep([Date(0), Date(700000000)])), [Date(0), Date(700000000)], True
    yield "data.plist", text(gnustep([b"", b"a", b"ab", bytes(100)])), [b"", b"a", b"ab", bytes(100)], True
    yield "text.plist", text(gnustep(["a", 'q"q', "back\\slash", "é", "😀", "\x01\x7f", "/a", "a/b", ""])), [
        "a", 'q"q', "back\\slash", "é", "😀", "\x01\x7f", "/a", "a/b", ""], True
    yield "booleans.plist", text(gnustep({"a": True, "b": False})), {"a": True, "b": False}, True
    yield "nested.plist", text(gnustep({"a": {"b": {"c": [1, [2, [3]]]}}})), {"a": {"b": {"c": [1, [2, [3]]]}}}, True
    yield "quoted-forms.plist", b'(<*I"5">, <*R"1.5">)', [5, 1.5], False
    yield "one-line.plist", b"{a=<*I5>;b=<*BY>;c=(<*R2.5>);}", {"a": 5, "b": True, "c": [2.5]}, False
    yield "zone.plist", b"<*D2001-01-01 01:00:00 +0100>", Date(0), False
    yield "mixed.plist", b"{ plain = <0102>; typed = <[AQI=]>; }", {"plain": b"\1\2", "typed": b"\1\2"}, False


def strings_files():
    table = [
        ("Title of the window", "window.title", "Documents"), ("A count of items", "%d items", "%d elements"),
        (None, "quote \" and \\", "tab\tline\nend"), ("Long\n   comment", "greeting", "Grüße, 日本語 😀"),
    ]
    value = {key: entry for _, key, entry in table}
    body = strings(table)
    yield "localizable.strings", text(body), value, True
    yield "utf-16-little.strings", b"\xff\xfe" + body.encode("utf-16-le"), value, True
    yield "utf-16-big.strings", b"\xfe\xff" + body.encode("utf-16-be"), value, True
    yield "utf-8-mark.strings", b"\xef\xbb\xbf" + text(body), value, True
    simple = {"one": "One", "two": "Two", "three": "Three"}
    yield "pairs.strings", text("".join(f'"{k}" = "{v}";\n' for k, v in simple.items())), simple, True
    yield "commented.strings", text(strings([("First", "a", "b"), ("Second", "c", "d")])), {"a": "b", "c": "d"}, True
    yield "unquoted-keys.strings", b'CFBundleName = "Sample";\nNSHumanReadableCopyright = "None";\n', {
        "CFBundleName": "Sample", "NSHumanReadableCopyright": "None"}, False
    yield "keys-alone.strings", b'"a";\n"b";\n', {"a": "a", "b": "b"}, False
    yield "line-comments.strings", b'// one\n"a" = "b"; // two\n', {"a": "b"}, True
    yield "carriage-returns.strings", b'/* one */\r\n"a" = "b";\r\n', {"a": "b"}, True
    yield "escapes.strings", rb'"a" = "\"\\\n\t\U00e9\101";' + b"\n", {"a": "\"\\\n\té" + "A"}, True
    yield "placeholders.strings", b'"%1$@ of %2$ld" = "%2$ld: %1$@";\n', {"%1$@ of %2$ld": "%2$ld: %1$@"}, True
    yield "repeated-key.strings", b'"a" = "1";\n"a" = "2";\n', {"a": "2"}, False


def json_files():
    value = {"name": "Zoë", "list": [1, -2.5, True, None], "nested": {"a": {"b": []}}, "empty": ""}
    expected = {**value, "list": [1, -2.5, True, NULL]}
    yield "object.json", text(plain_json(value)), expected, False
    yield "array.json", b'[1, "two", [3], {}]', [1, "two", [3], {}], False
    yield "compact.json", b'{"a":{"b":[1,2,{"c":"d"}]}}', {"a": {"b": [1, 2, {"c": "d"}]}}, False
    yield "escapes.json", rb'["\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"]', ["\"\\/\b\f\n\r\té😀"], False
    yield "numbers.json", b"[0, -0.0, 1e3, 1E-2, 9223372036854775807, 18446744073709551615, -1, 1.5]", [
        0, -0.0, 1000.0, 0.01, 2**63 - 1, 2**64 - 1, -1, 1.5], False
    yield "white-space.json", b" \t\r\n{ \"a\" :\t1 ,\r\n\"b\":2 } \n", {"a": 1, "b": 2}, False
    yield "empty-object.json", b'{"a": {}}', {"a": {}}, False
    yield "empty-array.json", b"[]", [], False
    yield "nested.json", text("[" * 40 + "]" * 40), nested_arrays(40), False
    yield "unicode.json", text('{"日本語": "😀 é"}'), {"日本語": "😀 é"}, False
    yield "repeated-key.json", b'{"a": 1, "b": 2, "a": 3}', {"b": 2, "a": 3}, False
    yield "dollar-key.json", b'{"$$ref": "a", "b": "$"}', {"$ref": "a", "b": "$"}, False
    yield "null.json", b'{"a": null}', {"a": NULL}, False


def typed_json_files():
    for name, value in shared_values():
        if not isinstance(value, (dict, list)) or name in ("three-hundred-objects", "data-at-depths"):
            continue
        yield name + ".json", text(typed_json(value) + "\n"), value, True
    sets = [Set(1, "a"), Set()]
    yield "sets.json", text(typed_json(sets) + "\n"), sets, True
    keys = Pairs((1, "integer"), (True, "Boolean"), ("text", "text"))
    yield "other-keys.json", text(typed_json(keys) + "\n"), keys, True
    fractions = [Date(0.25), Date(-1e9 - 0.5)]
    yield "fractions.json", text(typed_json(fractions) + "\n"), fractions, True
    yield "nulls.json", text(typed_json([NULL, {"a": NULL}]) + "\n"), [NULL, {"a": NULL}], True
    yield "compact.json", text(typed_json({"a": Date(0), "b": [b"abc"]}, isCompact=True)), {
        "a": Date(0), "b": [b"abc"]}, False


FORMATS = {
    "xml": (xml_files, "xml"), "binary": (binary_files, "binary"), "openstep": (openstep_files, "openstep"),
    "gnustep": (gnustep_files, "gnustep"), "strings": (strings_files, "strings"), "json": (json_files, "json"),
    "typed-json": (typed_json_files, "json"),
}


def files():
    """The path, the bytes and the manifest's entry of each file."""
    for folder, (make, _) in FORMATS.items():
        for name, data, value, is_unchanged in make():
            entry = {"value": typed_json(value, isCompact=True)}
            if is_unchanged:
                entry["unchanged"] = True
            yield f"valid/{folder}/{name}", data, entry
