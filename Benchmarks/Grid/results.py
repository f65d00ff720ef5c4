"""The results of the grid: grid.json, medians over processes, and ratios of times."""
import dataclasses
import json
import math
import os
import statistics

from measurement import MEASURED, OVER_LIMIT

FORMAT = 1
# What a bar can measure, and the samples that it takes.
SAMPLES_OF_MEASURE = {"wall": "milliseconds", "cpu": "cpu_milliseconds"}
# A process with at least this many repeats begins with a warm-up repeat, which does not count.
REPEATS_WITH_WARM_UP = 3


def new_results():
    """Returns results without a run and without a cell."""
    return {"format": FORMAT, "runs": [], "missing": {}, "cells": {}}


def read(path):
    """Reads grid.json. Returns `None` when the file does not exist."""
    try:
        with open(path, encoding="utf-8") as file:
            results = json.load(file)
    except FileNotFoundError:
        return None
    if results.get("format") != FORMAT:
        raise ValueError(f"expected format {FORMAT}, found {results.get('format')}")
    return results


def replace(path, text):
    """Writes a text to a file atomically."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise


def write(path, results):
    """Writes grid.json atomically."""
    replace(path, json.dumps(results, indent=1, ensure_ascii=False) + "\n")


@dataclasses.dataclass(frozen=True)
class Interval:
    """A time or a ratio: one number when both ends are equal, bounds when the limit ended a process."""

    low: float
    high: float

    @property
    def is_exact(self):
        return self.low == self.high

    def divided(self, other):
        """Returns the quotients of two intervals of positive numbers."""
        low = 0.0 if math.isinf(other.high) else self.low / other.high
        return Interval(low, self.high / other.low)


def process_median(samples):
    """Returns the median of a process's repeats without the warm-up repeat."""
    return statistics.median(samples[1:] if len(samples) >= REPEATS_WITH_WARM_UP else samples)


def median(engine, measure="wall"):
    """Returns the median over an engine's processes, in milliseconds. Returns `None` without samples."""
    key = SAMPLES_OF_MEASURE[measure]
    medians = [process_median(process[key]) for process in engine["processes"] if process.get(key)]
    return statistics.median(medians) if medians else None


def interval(engine, measure="wall"):
    """Returns the time of an engine in milliseconds, or `None` when it was not measured."""
    if engine is None:
        return None
    if engine["status"] == MEASURED:
        value = median(engine, measure)
        return Interval(value, value) if value else None
    if engine["status"] == OVER_LIMIT and measure == "wall":
        return Interval(engine["bound_milliseconds"], math.inf)
    return None


def relative_time(cell, name, own="plinth", measure="wall"):
    """Returns a peer's time divided by Plinth's, or `None` when one of them was not measured."""
    times = cell["engines"]
    peer, plinth = interval(times.get(name), measure), interval(times.get(own), measure)
    return peer.divided(plinth) if peer and plinth else None
