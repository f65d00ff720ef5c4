"""Judges the bars of bars.json: how far Plinth must be ahead of a peer in a cell."""
import dataclasses
import json
import os

import results as grid_results
from cells import PLINTH, PLINTH_STATIC
from results import Interval

BARS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bars.json")
FASTEST = "fastest"
MET, MISSED, NOT_MEASURED = "met", "missed", "not measured"
KEYS = {"cell", "engine", "against", "except", "at_least", "at_most", "measure", "note"}


@dataclasses.dataclass
class Verdict:
    """A bar with the ratio that was measured and the reason when there is no decision."""

    bar: dict
    verdict: str
    ratio: Interval = None
    own: Interval = None
    peer: Interval = None
    peer_name: str = ""
    reason: str = ""


def read_bars(cells, path=BARS):
    """Reads the bars and checks that their cells and engines exist."""
    with open(path, encoding="utf-8") as file:
        bars = json.load(file)
    names = {cell.name: [participant.name for participant in cell.participants] for cell in cells}
    for bar in bars:
        if bar.get("cell") not in names:
            raise ValueError(f"no cell “{bar.get('cell')}”")
        unknown = set(bar) - KEYS
        if unknown:
            raise ValueError(f"unknown keys of a bar of {bar['cell']}: {', '.join(sorted(unknown))}")
        if ("at_least" in bar) == ("at_most" in bar):
            raise ValueError(f"expected either at_least or at_most in a bar of {bar['cell']}")
        if bar.get("measure", "wall") not in grid_results.SAMPLES_OF_MEASURE:
            raise ValueError(f"unknown measure “{bar['measure']}” in a bar of {bar['cell']}")
        engines = [bar.get("engine", PLINTH), *bar.get("except", [])]
        if bar["against"] != FASTEST:
            engines.append(bar["against"])
        for engine in engines:
            if engine not in names[bar["cell"]]:
                raise ValueError(f"the cell {bar['cell']} has no engine “{engine}”")
    return bars


def rivals(bar, cell):
    """Returns the names of the peers that a bar compares with."""
    if bar["against"] != FASTEST:
        return [bar["against"]]
    excluded = {PLINTH, PLINTH_STATIC, *bar.get("except", [])}
    return [participant.name for participant in cell.participants if participant.name not in excluded]


def fastest(times):
    """Returns the name and the time of the fastest of some peers. An unknown time is an interval."""
    low = min(time.low for time in times.values())
    high = min(time.high for time in times.values())
    name = min(times, key=lambda peer: (times[peer].high, times[peer].low))
    return name, Interval(low, high)


def reason_of(record, name):
    """Returns why an engine of a cell has no time."""
    engine = record["engines"].get(name)
    reason = engine.get("reason") if engine else "the cell was measured without it"
    return f"{name}: {reason or 'no samples'}"


def decide(bar, ratio):
    """Returns the verdict on a ratio. Bounds can leave it open."""
    if "at_least" in bar:
        if ratio.low >= bar["at_least"]:
            return MET
        return MISSED if ratio.high < bar["at_least"] else NOT_MEASURED
    if ratio.high <= bar["at_most"]:
        return MET
    return MISSED if ratio.low > bar["at_most"] else NOT_MEASURED


def judge(bar, cell, record):
    """Judges one bar. `record` is the cell's record in grid.json, or `None` when the cell was not measured."""
    if record is None:
        return Verdict(bar, NOT_MEASURED, reason="the cell was not measured")
    measure = bar.get("measure", "wall")
    own_name = bar.get("engine", PLINTH)
    own = grid_results.interval(record["engines"].get(own_name), measure)
    times = {name: grid_results.interval(record["engines"].get(name), measure) for name in rivals(bar, cell)}
    unmeasured = [name for name, time in times.items() if time is None]
    if own is None:
        unmeasured.insert(0, own_name)
    reason = "; ".join(reason_of(record, name) for name in unmeasured)
    measured = {name: time for name, time in times.items() if time is not None}
    if own is None or not measured:
        return Verdict(bar, NOT_MEASURED, own=own, reason=reason)
    peer_name, peer = fastest(measured)
    ratio = peer.divided(own) if "at_least" in bar else own.divided(peer)
    found = Verdict(bar, NOT_MEASURED, ratio, own, peer, peer_name, reason)
    if not unmeasured:
        found.verdict = decide(bar, ratio)
        if found.verdict == NOT_MEASURED:
            found.reason = "the time limit leaves it open"
    return found


def judge_all(bars, cells, results):
    """Judges every bar."""
    by_name = {cell.name: cell for cell in cells}
    return [judge(bar, by_name[bar["cell"]], results["cells"].get(bar["cell"])) for bar in bars]
