"""Fonts as Glyphs writes them, in formats 2 and 3."""
from text_writers import glyphs, typed_json


def font2(name, *characters, more=None):
    return {
        ".appVersion": "1361", **(more or {}), "date": "2024-01-02 03:04:05 +0000", "familyName": name,
        "fontMaster": [{"ascender": 800, "capHeight": 700, "descender": -200, "id": "m01", "xHeight": 500}],
        "glyphs": [
            {"glyphname": character, "lastChange": "2024-01-02 03:04:05 +0000",
             "layers": [{"layerId": "m01", "paths": [{"closed": 1, "nodes": ["10 0 LINE", "90 0 LINE", "50 700.5 LINE SMOOTH"]}],
                         "width": 600}], "unicode": f"{0x40 + number:04X}"}
            for number, character in enumerate(characters, 1)],
        "unitsPerEm": 1000, "versionMajor": 1, "versionMinor": 0}


def font3(name, *characters, more=None):
    return {
        ".appVersion": "3260", ".formatVersion": 3, **(more or {}), "axes": [{"name": "Weight", "tag": "wght"}],
        "date": "2024-01-02 03:04:05 +0000", "familyName": name,
        "fontMaster": [{"axesValues": [400], "id": "m01", "metricValues": [{"over": 16, "pos": 800}, {"pos": -200}],
                        "name": "Regular"}],
        "glyphs": [
            {"color": [255, 120, 0, 255], "glyphname": character,
             "layers": [{"anchors": [{"name": "top", "pos": [300, 700]}], "layerId": "m01",
                         "shapes": [{"closed": 1, "nodes": [[10, 0, "l"], [90, 0, "l"], [50, 700.5, "ls"]]}], "width": 600}],
             "unicode": 0x40 + number}
            for number, character in enumerate(characters, 1)],
        "unitsPerEm": 1000, "versionMajor": 1, "versionMinor": 0}


FONTS = {
    "two-empty": (font2("Empty"), False), "two-one": (font2("One", "A"), False), "two-three": (font2("Three", "A", "B", "C"), False),
    "two-name-with-space": (font2("Sample Sans", "A"), False),
    "two-names-like-numbers": (font2("2024", "A", more={"copyright": "1.5", "designer": "-1"}), False),
    "two-features": (font2("Features", "A", more={"classes": [{"code": "A B C", "name": "Upper"}], "features": [
        {"code": "sub A by B;\nsub B by C;\n", "name": "liga"}]}), False),
    "two-kerning": (font2("Kerning", "A", more={"kerning": {"m01": {"@MMK_L_A": {"@MMK_R_B": -40.5, "C": 20}}}}), False),
    "two-quotes": (font2('The "Quoted" \\ Font', "A"), False),
    "three-empty": (font3("Empty"), True), "three-one": (font3("One", "A"), True),
    "three-three": (font3("Three", "A", "B", "C"), True),
    "three-name": (font3("Größe", "adieresis", "a.sc", "uni0041"), True),
    "three-features": (font3("Features", "A", more={"features": [{"code": "sub A by B;\nsub B by C;\n", "tag": "liga"}]}), True),
    "three-empty-arrays": (font3("Lists", more={"instances": [], "userData": {}}), True),
    "three-negative": (font3("Numbers", "A", more={"grid": 0, "keyboardIncrement": 0.1, "slope": -12.25}), True),
}


def files():
    for name, (font, isFormat3) in FONTS.items():
        entry = {"value": typed_json(font, isCompact=True), "numbers": True, "unchanged": True}
        yield f"valid/glyphs/{name}.glyphs", (glyphs(font, isFormat3) + "\n").encode(), entry
