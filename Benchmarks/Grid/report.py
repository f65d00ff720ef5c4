"""Writes grid.md: verdicts on bars, medians with ratios, peak memory, scaling, and how all was measured."""
import math

import results as grid_results
from cells import PLINTH
from measurement import MEASURED, OVER_LIMIT
from verdicts import MET, MISSED, NOT_MEASURED

GROUPS = {
    "document": "Reading into the library's own form",
    "tree": "Reading into a value tree",
    "write": "Writing the library's own form",
    "write-tree": "Writing a value tree",
    "decode": "Decoding typed values",
    "encode": "Encoding typed values",
    "direct": "Coding typed values by their fields",
    "openstep": "Reading OpenStep",
    "json": "Reading JSON",
    "archive": "Archiving",
    "unarchive": "Unarchiving",
    "command": "Whole commands",
}
SCALING = "scaling"
METHOD = """\
Each engine runs as a process of its own. In a round of a cell, each engine runs once. Plinth runs first in the first
round, and the order rotates from round to round. The first process makes one repeat, and its peak is the peak memory.
Later processes repeat for about 1.5 seconds. On the short documents (`small`, `deep`), a repeat makes as many calls as
take about 150 ms, and releasing the results is part of the time. A first process that takes more than 5 seconds leaves
3 rounds to the engine, more than 20 seconds 1 round. A process of three repeats or more begins with a warm-up
repeat, which does not count. The time of an engine is the median of its processes' medians. A ratio is a peer's time
divided by Plinth's in the same cell. The time limit applies to the whole process. A dash means that the cell does not
compare with that engine.
"""


def digits(value):
    """Formats a number with three significant digits, and with all digits before the decimal point."""
    if value == 0:
        return "0"
    decimals = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{decimals}f}"


def duration(milliseconds):
    """Formats a time in the unit that suits it."""
    if milliseconds < 1:
        return f"{digits(milliseconds * 1000)} µs"
    if milliseconds < 10_000:
        return f"{digits(milliseconds)} ms"
    return f"{digits(milliseconds / 1000)} s"


def bytes_text(size):
    """Formats a number of bytes."""
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{digits(size / unit)} {name}"
    return f"{size} B"


def bounded(interval, form, unit=""):
    """Formats an interval: a number, or the bound that is known."""
    if interval is None:
        return "not measured"
    if interval.is_exact:
        return form(interval.low) + unit
    if math.isinf(interval.high):
        return f"over {form(interval.low)}{unit}"
    if interval.low == 0:
        return f"under {form(interval.high)}{unit}"
    return f"{form(interval.low)} to {form(interval.high)}{unit}"


def ratio_digits(value):
    """Formats a ratio. Rounds down, so that a ratio just under a bar does not appear to reach it."""
    decimals = 2 if value < 100 else 0
    return f"{math.floor(value * 10**decimals + 1e-9) / 10**decimals:,.{decimals}f}"


def ratio_text(interval):
    return bounded(interval, ratio_digits, "×")


def table(head, rows):
    """Formats a table. A vertical bar in a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


class Notes:
    """Numbered notes under a table. Equal notes have one number."""

    def __init__(self):
        self.texts = []

    def mark(self, text):
        if text not in self.texts:
            self.texts.append(text)
        return f"[{self.texts.index(text) + 1}]"

    def lines(self):
        return "".join(f"- [{number}] {text}\n" for number, text in enumerate(self.texts, 1))


def columns(records):
    """Returns the names of the engines of some cells, Plinth first, in the order of the cells."""
    names = []
    for record in records:
        names.extend(name for name in record["engines"] if name not in names)
    return names


def samples(engine):
    """Counts the repeats of an engine in all its processes."""
    return sum(len(process["milliseconds"]) for process in engine["processes"])


def round_load(record):
    """Returns the lowest and highest load average at the beginning of a cell's rounds, and others' CPU share."""
    loads = [one["load"] for one in record["rounds"]]
    if not loads:
        return "–"
    share = record.get("others_cpu_share")
    text = f"{min(loads):g}–{max(loads):g}"
    return f"{text}; {share:.0%}" if share is not None else text


def time_cell(record, name, notes, measure="wall"):
    """Formats the time of one engine in one cell, with its ratio to Plinth and its notes."""
    engine = record["engines"].get(name)
    if engine is None:
        return "–"
    time = grid_results.interval(engine, measure)
    marks = "".join(" " + notes.mark(f"{name}: {note}") for note in engine["notes"])
    if time is None:
        reason = engine.get("reason") or f"no {measure} time"
        return f"not measured {notes.mark(f'{name}: {reason}')}{marks}"
    text = engine["reason"] if engine["status"] == OVER_LIMIT else duration(time.low)
    ratio = grid_results.relative_time(record, name, measure=measure)
    if name != PLINTH and ratio is not None:
        text += f" ({ratio_text(ratio)})"
    return text + marks


def peak_cell(record, name):
    engine = record["engines"].get(name)
    if engine is None:
        return "–"
    if engine["status"] != MEASURED or "peak_bytes" not in engine:
        return "not measured"
    text = bytes_text(engine["peak_bytes"])
    return f"at most {text}" if engine.get("peak_is_bound") else text


def sample_counts(record, names):
    counts = [samples(record["engines"][name]) for name in names if name in record["engines"]]
    measured = [count for count in counts if count]
    if not measured:
        return "0"
    return f"{min(measured)}–{max(measured)}" if min(measured) != max(measured) else f"{measured[0]}"


def times_table(cells, notes, measure="wall"):
    names = columns(cells.values())
    rows = []
    for cell_name, record in cells.items():
        times = [time_cell(record, name, notes, measure) for name in names]
        size = bytes_text(record["document_bytes"])
        rows.append([cell_name, size, *times, sample_counts(record, names), round_load(record)])
    return table(["cell", "file", *names, "samples", "load; other CPU"], rows)


def peaks_table(cells):
    names = columns(cells.values())
    rows = [[cell_name, *(peak_cell(record, name) for name in names)] for cell_name, record in cells.items()]
    return table(["cell", *names], rows)


def group_section(group, title, cells):
    """Formats the tables of a group of cells."""
    notes = Notes()
    text = f"## {title}\n\nMedian time of one call (the peer's time divided by Plinth's).\n\n"
    if group == "command":
        text = f"## {title}\n\nWall time (the peer's time divided by Plinth's).\n\n"
    text += times_table(cells, notes)
    if group == "command":
        text += "\nCPU time.\n\n" + times_table(cells, notes, "cpu")
    if notes.texts:
        text += "\n" + notes.lines()
    return text + "\nPeak memory of the process.\n\n" + peaks_table(cells)


def scaling_section(cells):
    """Formats the cells that show time and memory for each byte of the document."""
    notes = Notes()
    rows = []
    for cell_name, record in cells.items():
        engine = record["engines"][PLINTH]
        time = grid_results.interval(engine)
        size = record["document_bytes"]
        if time is None or not size:
            rows.append([cell_name, bytes_text(size), time_cell(record, PLINTH, notes), "–", "–", round_load(record)])
        elif not time.is_exact:
            rows.append([cell_name, bytes_text(size), engine["reason"], "–", "–", round_load(record)])
        else:
            nanoseconds = f"{time.low * 1e6 / size:.2f}"
            memory = f"{engine['peak_bytes'] / size:.2f}"
            rows.append([cell_name, bytes_text(size), duration(time.low), nanoseconds, memory, round_load(record)])
    head = ["cell", "file", "Plinth", "ns a byte", "peak bytes a byte", "load; other CPU"]
    text = "## Scaling\n\nThe peak includes the file and the Swift runtime.\n\n" + table(head, rows)
    return text + ("\n" + notes.lines() if notes.texts else "")


def bars_section(verdicts):
    """Formats the verdicts on bars."""
    counts = {verdict: sum(one.verdict == verdict for one in verdicts) for verdict in (MET, MISSED, NOT_MEASURED)}
    summary = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    rows = []
    for one in verdicts:
        bar = one.bar
        comparison = f"≥ {bar['at_least']:g}×" if "at_least" in bar else f"≤ {bar['at_most']:g}×"
        against = bar["against"]
        if bar.get("except"):
            against += f" except {', '.join(bar['except'])}"
        if one.peer_name and one.peer_name != bar["against"]:
            against += f" ({one.peer_name}{'' if one.verdict != NOT_MEASURED else ' of those measured'})"
        ratio = ratio_text(one.ratio) if one.ratio else "–"
        verdict = f"**{one.verdict}**" if one.verdict == MISSED else one.verdict
        if one.reason:
            verdict += f": {one.reason}"
        measure = bar.get("measure", "wall")
        name = bar["cell"] if "engine" not in bar else f"{bar['cell']} ({bar['engine']})"
        own, peer = bounded(one.own, duration), bounded(one.peer, duration)
        rows.append([name, measure, own, against, peer, ratio, comparison, verdict, bar.get("note", "")])
    head = ["cell", "time", "Plinth", "against", "peer", "ratio", "bar", "verdict", "about"]
    return f"## Bars\n\n{len(verdicts)} bars: {summary}.\n\n" + table(head, rows)


def versions_section(results):
    """Formats the versions of the engines and the reasons of those that are missing."""
    versions = results["runs"][-1]["versions"]
    rows = [[name, version or "unknown"] for name, version in versions.items()]
    rows += [[name, f"not built: {reason}"] for name, reason in results["missing"].items() if name not in versions]
    return "## Engines\n\n" + table(["engine", "version"], rows)


def share(run, key):
    return f"{run[key]:.1%}" if run.get(key) is not None else "unknown"


def runs_section(results):
    """Formats when, where and with what load the runs were made."""
    machine = results["runs"][-1]["machine"]
    text = (
        f"{machine['processor']}, {machine['cores']} cores, {bytes_text(machine['memory_bytes'])} memory,"
        f" {machine['architecture']}, {machine['system']}, kernel {machine['kernel']}, Python {machine['python']}.\n\n"
    )
    rows = []
    for run in results["runs"]:
        rows.append([
            run["started"],
            run.get("ended") or "interrupted",
            run["commit"],
            run["compiler"],
            f"{run['rounds']}",
            f"{run['limit']:g} s",
            f"{run['load']:g}",
            share(run, "others_cpu_share"),
            share(run, "stolen_cpu_share"),
        ])
    head = ["started", "ended", "commit", "compiler", "rounds", "limit", "load at start",
            "CPU time of other processes", "taken by the host"]
    text += table(head, rows)
    if any(run["machine"] != machine for run in results["runs"]):
        text += "\nThe runs were made on different machines. Compare only within a cell.\n"
    return text


def report(results, verdicts):
    """Returns the text of grid.md."""
    parts = ["# Performance grid\n", runs_section(results), bars_section(verdicts)]
    cells = results["cells"]
    for group, title in GROUPS.items():
        members = {name: record for name, record in cells.items() if record["group"] == group}
        if members:
            parts.append(group_section(group, title, members))
    scaling = {name: record for name, record in cells.items() if record["group"] == SCALING}
    if scaling:
        parts.append(scaling_section(scaling))
    parts.append(versions_section(results))
    parts.append("## Method\n\n" + METHOD)
    return "\n".join(parts)
