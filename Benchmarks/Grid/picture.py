"""Draws grid.svg: for each cell a group of bars, one for Plinth and one for each peer that was measured.

A bar shows the time relative to Plinth's on a logarithmic scale, so a shorter bar is faster. Colors name families of
engines, and each bar also carries the engine's name. The picture follows the reader's light or dark color scheme.
"""
import math
from xml.sax.saxutils import escape

import results as grid_results
from cells import PLINTH, PLINTH_STATIC
from engines import NOT_SELECTED
from measurement import OVER_LIMIT
from report import GROUPS, duration, ratio_text

COLUMNS = 3
COLUMN_WIDTH = 500
MARGIN = 24
NAME_WIDTH = 110
VALUE_WIDTH = 100  # space for the text after the longest bar
ROW = 13
BAR_HEIGHT = 9
CELL_TITLE = 17
CELL_GAP = 9
SECTION_TITLE = 42
HEADER = 92

# The families of engines: a name for the legend, the colors in light and in dark, and the engines.
FAMILIES = {
    "plinth": ("Plinth", "#d9480f", "#ff8c42", (PLINTH, PLINTH_STATIC)),
    "apple": ("Foundation", "#1f6feb", "#58a6ff", ("foundation", "corefoundation", "foundation-json", "plutil")),
    "native": ("C, C++ and Objective-C", "#2b8a3e", "#56d364",
               ("libplist-2.2", "libplist-2.7", "pugixml", "simdjson", "gnustep", "wc -l")),
    "rust": ("Rust", "#8250df", "#bc8cff", ("rust-plist-1.3", "rust-plist-1.9")),
    "java": ("Java", "#b08800", "#e3b341", ("dd-plist",)),
    "python": ("Python", "#0f7b8a", "#39c5cf", ("plistlib", "openstep-plist", "bpylist2")),
}
OTHER = ("other", "Other", "#6e7781", "#8b949e")

STYLE_RULES = """\
text { font-family: system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }
.title { font-size: 20px; font-weight: 700; }
.subtitle { font-size: 12px; }
.section { font-size: 14px; font-weight: 700; }
.cell { font-size: 11px; font-weight: 600; }
.name, .value, .tick { font-size: 10px; }
"""
LIGHT = {"background": "#ffffff", "text": "#1f2328", "muted": "#57606a", "line": "#d0d7de"}
DARK = {"background": "#0d1117", "text": "#e6edf3", "muted": "#9198a1", "line": "#30363d"}


def family(name):
    """Returns the style class of an engine."""
    return next((key for key, value in FAMILIES.items() if name in value[3]), OTHER[0])


def theme(colors, bar_color):
    """Returns the style rules of a color scheme. `bar_color` is the position of the color in a family."""
    rules = [
        f".background {{ fill: {colors['background']}; }}",
        f".title, .section, .cell, .name, .value {{ fill: {colors['text']}; }}",
        f".subtitle, .tick, .absent {{ fill: {colors['muted']}; }}",
        f".grid {{ stroke: {colors['line']}; }}",
        f".unit {{ stroke: {colors['muted']}; stroke-dasharray: 3 2; }}",
    ]
    rules += [f".{key} {{ fill: {value[bar_color]}; }}" for key, value in FAMILIES.items()]
    rules.append(f".{OTHER[0]} {{ fill: {OTHER[bar_color + 1]}; }}")
    return "\n".join(rules)


def style():
    return (
        f"<style>\n{STYLE_RULES}{theme(LIGHT, 1)}\n"
        f"@media (prefers-color-scheme: dark) {{\n{theme(DARK, 2)}\n}}\n</style>\n"
    )


class Scale:
    """A logarithmic scale that spans whole powers of ten around all ratios."""

    def __init__(self, ratios, width):
        self.low = math.floor(math.log10(min([*ratios, 0.9])))
        self.high = max(1, math.ceil(math.log10(max([*ratios, 1]))))
        self.width = width

    def length(self, ratio):
        return max(1.0, (math.log10(ratio) - self.low) / (self.high - self.low) * self.width)

    def ticks(self):
        return [10.0**power for power in range(self.low, self.high + 1)]


def text(x, y, content, style_class, anchor="start"):
    return f'<text class="{style_class}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>\n'


def ratios_of(record):
    """Returns the time of each measured engine relative to Plinth's, Plinth's own included."""
    found = {}
    for name in record["engines"]:
        ratio = grid_results.relative_time(record, name)
        if ratio is not None:
            found[name] = ratio
    return found


def shown_groups(results):
    """Returns the cells of each group that the picture shows, without the engines that --peers left out."""
    groups = {}
    for group in GROUPS:
        members = {name: with_selected_engines(record) for name, record in results["cells"].items()
                   if record["group"] == group}
        if members:
            groups[group] = members
    return groups


def with_selected_engines(record):
    engines = {name: engine for name, engine in record["engines"].items() if engine.get("reason") != NOT_SELECTED}
    return {**record, "engines": engines}


def cell_height(record):
    return CELL_TITLE + ROW * len(record["engines"]) + CELL_GAP


def blocks(groups):
    """Returns the blocks of the picture in order: section titles and cells, each with its height."""
    found = []
    for group, cells in groups.items():
        found.append(("section", GROUPS[group], None, SECTION_TITLE))
        for name, record in cells.items():
            found.append(("cell", name, record, cell_height(record)))
    return found


def split(found):
    """Splits the blocks into columns of about the same height. A title stays with the cell that follows."""
    total = sum(block[3] for block in found)
    columns, height = [[]], 0
    for index, block in enumerate(found):
        next_height = block[3]
        if block[0] == "section" and index + 1 < len(found):
            next_height += found[index + 1][3]
        is_full = height + next_height / 2 > total / COLUMNS
        follows_title = columns[-1] and columns[-1][-1][0] == "section"
        if columns[-1] and is_full and not follows_title and len(columns) < COLUMNS:
            columns.append([])
            height = 0
        columns[-1].append(block)
        height += block[3]
    return columns


def bar_row(x, y, name, engine, ratio, scale):
    """Draws the row of one engine: its name, its bar and its value, or the words that it was not measured."""
    start = x + NAME_WIDTH
    drawn = text(start - 6, y + BAR_HEIGHT - 1, name, "name", "end")
    if ratio is None:
        return drawn + text(start + 4, y + BAR_HEIGHT - 1, "not measured", "name absent")
    length = scale.length(ratio.low)
    label = ratio_text(ratio)
    if engine["status"] == OVER_LIMIT:
        label = f"{engine['reason']} ({label})"
    drawn += (
        f'<rect class="bar {family(name)}" x="{start:.1f}" y="{y:.1f}" width="{length:.1f}"'
        f' height="{BAR_HEIGHT}" rx="1.5"><title>{escape(f"{name}: {label}")}</title></rect>\n'
    )
    return drawn + text(start + length + 4, y + BAR_HEIGHT - 1, label, "value")


def cell_block(x, y, name, record, scale):
    """Draws the group of bars of one cell."""
    own = grid_results.interval(record["engines"].get(PLINTH))
    title = name
    if own is not None and own.is_exact:
        title += f" · Plinth {duration(own.low)}"
    ratios = ratios_of(record)
    drawn = text(x, y + 11, title, "cell")
    top = y + CELL_TITLE
    height = ROW * len(record["engines"])
    for tick in scale.ticks():
        tick_x = x + NAME_WIDTH + (math.log10(tick) - scale.low) / (scale.high - scale.low) * scale.width
        line = "unit" if tick == 1 else "grid"
        drawn += f'<line class="{line}" x1="{tick_x:.1f}" x2="{tick_x:.1f}" y1="{top - 2}" y2="{top + height}"/>\n'
    for index, (engine_name, engine) in enumerate(record["engines"].items()):
        drawn += bar_row(x, top + index * ROW, engine_name, engine, ratios.get(engine_name), scale)
    return drawn


def tick_label(tick):
    return f"{tick:g}×" if tick < 10_000 else f"{tick:,.0f}×"


def section_block(x, y, title, scale):
    """Draws the title of a section with the labels of the scale."""
    drawn = text(x, y + 22, title, "section")
    for tick in scale.ticks():
        tick_x = x + NAME_WIDTH + (math.log10(tick) - scale.low) / (scale.high - scale.low) * scale.width
        drawn += text(tick_x, y + 37, tick_label(tick), "tick", "middle")
    return drawn


def legend(x, y, names):
    """Draws the legend of the families that appear."""
    drawn = ""
    present = {family(name) for name in names}
    for key, (label, *_) in [*FAMILIES.items(), (OTHER[0], OTHER[1:])]:
        if key in present:
            drawn += f'<rect class="key {key}" x="{x}" y="{y - 9}" width="12" height="10" rx="2"/>\n'
            drawn += text(x + 17, y, label, "subtitle")
            x += 17 + 7 * len(label) + 22
    return drawn


def picture(results):
    """Returns the text of grid.svg."""
    groups = shown_groups(results)
    records = [record for cells in groups.values() for record in cells.values()]
    ratios = [ratio.low for record in records for ratio in ratios_of(record).values()]
    scale = Scale(ratios, COLUMN_WIDTH - NAME_WIDTH - VALUE_WIDTH)
    columns = split(blocks(groups))
    body = ""
    bottom = HEADER
    for number, column in enumerate(columns):
        x, y = MARGIN + number * (COLUMN_WIDTH + MARGIN), HEADER
        if column and column[0][0] == "cell":
            # The column continues with the cells of the previous section, and repeats the labels of the scale.
            body += section_block(x, y, "", scale)
            y += SECTION_TITLE
        for kind, title, record, height in column:
            body += section_block(x, y, title, scale) if kind == "section" else cell_block(x, y, title, record, scale)
            y += height
        bottom = max(bottom, y)
    width = MARGIN + max(len(columns), 2) * (COLUMN_WIDTH + MARGIN)
    height = bottom + MARGIN
    run = results["runs"][-1]
    names = [name for record in records for name in record["engines"]]
    facts = f"{run['machine']['processor']}, {run['machine']['cores']} cores; {run['started'][:10]}; {run['compiler']}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label="Time of Plinth and its peers">\n{style()}'
        f'<rect class="background" x="0" y="0" width="{width}" height="{height}"/>\n'
        + text(MARGIN, 34, "Time relative to Plinth", "title")
        + text(MARGIN, 54, f"Logarithmic scale; a shorter bar is faster. {facts}", "subtitle")
        + legend(MARGIN, 78, names)
        + body
        + "</svg>\n"
    )
