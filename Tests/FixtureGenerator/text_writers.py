"""Writers of text formats, each in the layout of the software that the format comes from.

Sources: the files that CoreFoundation, GNUstep and Xcode write, as described by the published cases.
"""
import base64
import json
import re

from model import Date, Null, Pairs, Set, Single, UID, utf16

XML_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n'
    '<plist version="1.0">\n')
XML_TAIL = "</plist>\n"


def xml_text(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def xml_real(number):
    if number != number:
        return "nan"
    if number in (float("inf"), float("-inf")):
        return "+infinity" if number > 0 else "-infinity"
    return "0.0" if number == 0 else f"{number:.17g}"


def xml_lines(value, depth):
    """The lines of a value, as Apple's writer lays them out."""
    tabs = "\t" * depth
    if value is True or value is False:
        return [f"{tabs}<{'true' if value else 'false'}/>"]
    if isinstance(value, str):
        return [f"{tabs}<string>{xml_text(value)}</string>"]
    if isinstance(value, int):
        return [f"{tabs}<integer>{value}</integer>"]
    if isinstance(value, float):
        return [f"{tabs}<real>{xml_real(value)}</real>"]
    if isinstance(value, Date):
        return [f"{tabs}<date>{value.text()}</date>"]
    if isinstance(value, bytes):
        inner = min(depth, 8)
        width = 76 - 8 * inner
        text = base64.b64encode(value).decode()
        lines = ["\t" * inner + text[i:i + width] for i in range(0, len(text), width)]
        return [tabs + "<data>"] + lines + [tabs + "</data>"]
    if isinstance(value, UID):
        return xml_lines({"CF$UID": value.number}, depth)
    if isinstance(value, list):
        if not value:
            return [tabs + "<array/>"]
        inner = [line for element in value for line in xml_lines(element, depth + 1)]
        return [tabs + "<array>"] + inner + [tabs + "</array>"]
    if not value:
        return [tabs + "<dict/>"]
    inner = []
    for key in sorted(value, key=utf16):
        inner.append(f"{tabs}\t<key>{xml_text(key)}</key>")
        inner += xml_lines(value[key], depth + 1)
    return [tabs + "<dict>"] + inner + [tabs + "</dict>"]


def xml(value):
    return XML_HEAD + "\n".join(xml_lines(value, 0)) + "\n" + XML_TAIL


# MARK: The OpenStep family

def quoted(text):
    """A quoted string: the escapes that every reader of the family accepts."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(
        escapes.get(c) or (c if " " <= c != "\x7f" else f"\\U{ord(c):04x}") for c in text) + '"'


def openstep_string(text):
    isBare = re.fullmatch(r"[A-Za-z0-9_$/.:]+", text) and "//" not in text
    return text if isBare else quoted(text)


def openstep(value, depth=0):
    """A description with one element a line and hexadecimal data, indented by four spaces."""
    inner, outer = "    " * (depth + 1), "    " * depth
    if isinstance(value, str):
        return openstep_string(value)
    if isinstance(value, bytes):
        digits = value.hex()
        return "<" + " ".join(digits[i:i + 8] for i in range(0, len(digits), 8)) + ">"
    if isinstance(value, list):
        body = ",\n".join(inner + openstep(element, depth + 1) for element in value)
        return f"(\n{body}\n{outer})" if value else "(\n" + outer + ")"
    body = "".join(
        f"{inner}{openstep_string(key)} = {openstep(element, depth + 1)};\n" for key, element in value.items())
    return "{\n" + body + outer + "}"


def gnustep_indent(depth):
    """The white space of GNUstep's writer: a tab for every second level, four spaces for the odd one."""
    return "\t" * (depth // 2) + "    " * (depth % 2)


def gnustep_string(text):
    if re.fullmatch(r"[A-Za-z0-9]+", text):
        return text
    named = {"\a": "\\a", "\b": "\\b", "\v": "\\v", "\f": "\\f", "\\": "\\\\", '"': '\\"'}
    out = ""
    for unit in utf16(text):
        character = chr(unit)
        if character in named:
            out += named[character]
        elif unit >= 0x80:
            out += f"\\U{unit:04X}"
        elif unit < 0x20 and character not in "\t\n\r" or unit == 0x7F:
            out += f"\\{unit:03o}"
        else:
            out += character
    return f'"{out}"'


def gnustep(value, depth=0):
    """A property list in GNUstep's own format."""
    inner, outer = gnustep_indent(depth + 1), gnustep_indent(depth)
    if value is True or value is False:
        return "<*BY>" if value else "<*BN>"
    if isinstance(value, str):
        return gnustep_string(value)
    if isinstance(value, int):
        return f"<*I{value}>"
    if isinstance(value, float):
        return f"<*R{value:.17g}>"
    if isinstance(value, Date):
        return f"<*D{value.text()[:-1].replace('T', ' ')} +0000>"
    if isinstance(value, bytes):
        return f"<[{base64.b64encode(value).decode()}]>"
    if isinstance(value, list):
        return "(\n" + ",\n".join(inner + gnustep(element, depth + 1) for element in value) + f"\n{outer})"
    body = "".join(
        f"{inner}{gnustep_string(key)} = {gnustep(value[key], depth + 1)};\n" for key in sorted(value, key=utf16))
    return "{\n" + body + outer + "}"


def strings(entries):
    """A table of strings, as `genstrings` writes it: a comment before each pair, an empty line after it."""
    return "".join(
        (f"/* {comment} */\n" if comment is not None else "") + f"{quoted(key)} = {quoted(text)};\n\n"
        for comment, key, text in entries)


def glyphs_string(text, isFormat3):
    isNumber = re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) and not re.match(r"-?0[0-9]", text)
    if re.fullmatch(r"[A-Za-z0-9._][A-Za-z0-9._/]*", text) and not isNumber and "//" not in text:
        return text
    lineFeed = "\n" if isFormat3 else "\\012"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", lineFeed) + '"'


TUPLES = ("pos", "color", "unicode", "scale", "origin", "target")


def glyphs(value, isFormat3, key=None, depth=0):
    """A font as Glyphs writes it: no indentation, and in format 3 points on one line."""
    if isinstance(value, str):
        if key == "nodes" and not isFormat3:
            return f'"{value}"'
        return glyphs_string(value, isFormat3)
    if isinstance(value, (int, float)):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if isinstance(value, list):
        isNode = depth > 0 and key is None and value and not isinstance(value[0], (list, dict))
        if isFormat3 and value and (isNode or key in TUPLES):
            return "(" + ",".join(glyphs(element, True, None, depth + 1) for element in value) + ")"
        inner = key if not isFormat3 else None
        body = ",\n".join(glyphs(element, isFormat3, inner, depth + 1) for element in value)
        return f"(\n{body}\n)" if value else "(\n)"
    body = "".join(
        f"{glyphs_key(name)} = {glyphs(element, isFormat3, name, depth + 1)};\n" for name, element in value.items())
    return "{\n" + body + "}"


def glyphs_key(name):
    return name if re.fullmatch(r"[A-Za-z0-9._]+", name) else quoted(name)


# MARK: JSON

def json_text(text):
    return json.dumps(text, ensure_ascii=False)


def typed_json(value, indent=0, isCompact=False):
    """JSON that says the kind of every value; on one line if compact, and else with one element a line."""
    def lines(opening, items, closing):
        if not items:
            return opening + closing
        if isCompact:
            return opening + ",".join(items) + closing
        inner = "  " * (indent + 1)
        return opening + "\n" + ",\n".join(inner + item for item in items) + "\n" + "  " * indent + closing

    def nested(element):
        return typed_json(element, indent + 1, isCompact)

    space = "" if isCompact else " "

    def form(name, text):
        return f'{{"{name}":{space}{text}}}'

    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, Null):
        return "null"
    if isinstance(value, str):
        return json_text(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Single):
        return typed_json(value.value, indent, isCompact)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            return form("$real", '"nan"' if value != value else '"inf"' if value > 0 else '"-inf"')
        return repr(value)
    if isinstance(value, Date):
        if value.seconds % 1 == 0:
            return form("$date", json_text(value.text()))
        return form("$date", form("$real", json_text(repr(value.seconds))))
    if isinstance(value, bytes):
        return form("$data", json_text(base64.b64encode(value).decode()))
    if isinstance(value, UID):
        return form("$uid", str(value.number))
    if isinstance(value, list):
        return lines("[", [nested(element) for element in value], "]")
    if isinstance(value, Set):
        return form("$set", lines("[", [nested(member) for member in value.members], "]"))
    if isinstance(value, Pairs):
        items = [f"[{nested(key)},{space}{nested(element)}]" for key, element in value.pairs]
        return form("$dict", lines("[", items, "]"))
    items = [
        f"{json_text('$' + key if key.startswith('$') else key)}:{space}{nested(element)}"
        for key, element in value.items()]
    return lines("{", items, "}")


def plain_json(value):
    """JSON with an indentation of four spaces, for values that JSON has."""
    return json.dumps(value, indent=4, ensure_ascii=False) + "\n"
