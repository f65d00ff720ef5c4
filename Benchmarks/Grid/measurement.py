"""Measures a cell: Plinth and its peers, interleaved, each run as a process of its own, in several rounds."""
import dataclasses
import os
import statistics

import machine
import processes
from cells import PREPARING_OPERATIONS

CALIBRATION_CALLS = 20  # calls of the process that determines the calls of a repeat
REPEAT_MILLISECONDS = 150  # the duration of a repeat on a short document
RUN_MILLISECONDS = 1500  # the total duration of a process's repeats
MOST_REPEATS = 50
MOST_CALLS = 1_000_000
# An engine whose first process takes longer than the seconds runs in no more than the rounds.
ROUNDS_OF_SLOW_ENGINES = ((20, 1), (5, 3))

MEASURED = "measured"
OVER_LIMIT = "over limit"
NOT_MEASURED = "not measured"


@dataclasses.dataclass
class Settings:
    """The user's choices: rounds, the time limit of a process in seconds, and folders."""

    rounds: int = 5
    limit: float = 60
    documents: str = ""
    scratch: str = ""


def clamped(value, most):
    return max(1, min(most, int(value)))


class Run:
    """One participant in the rounds of one cell."""

    def __init__(self, cell, participant, engines, settings):
        self.cell = cell
        self.participant = participant
        self.engines = engines
        self.settings = settings
        self.file = os.path.join(settings.documents, cell.file_of(participant))
        self.calls = 1
        self.repeats = 1
        self.rounds = cell.rounds(settings.rounds)
        self.record = {"status": MEASURED, "processes": [], "notes": []}
        self.is_finished = False
        reason = engines.reason_against(participant)
        if reason:
            self.record["unavailable"] = True
        elif not os.path.isfile(self.file):
            self.record["unavailable"] = True
            reason = f"the document {cell.file_of(participant)} is absent"
        if reason:
            self.give_up(reason)

    def give_up(self, reason):
        """Ends the participant's rounds without a result."""
        self.record["status"] = NOT_MEASURED
        self.record["reason"] = reason
        self.is_finished = True

    def stop_at_limit(self, calls):
        """Records that the limit ended a process that was to make some calls."""
        limit = self.settings.limit
        self.is_finished = True
        if self.record["processes"]:
            self.record["notes"].append(f"a later round was over {limit:g} s")
            return
        self.record["limit_seconds"] = limit
        if self.participant.operation in PREPARING_OPERATIONS:
            # The process may have spent its time on the preparation.
            self.give_up(f"preparation and operation took over {limit:g} s")
            return
        self.record["status"] = OVER_LIMIT
        self.record["reason"] = f"over {limit:g} s"
        self.record["bound_milliseconds"] = limit * 1000 / calls

    @property
    def wants_turn(self):
        """Whether the participant runs in the next round."""
        return not self.is_finished and len(self.record["processes"]) < self.rounds

    def take_turn(self, round_number):
        """Runs the participant's process of one round."""
        if self.cell.is_command:
            self.run_command(round_number)
        else:
            self.run_driver(round_number)

    def accept(self, answer, calls):
        """Returns whether a process succeeded. Records the reason otherwise."""
        if answer.stopped:
            self.stop_at_limit(calls)
        elif answer.error:
            made = len(self.record["processes"])
            self.give_up(f"after {made} rounds: {answer.error}" if made else answer.error)
        return not self.is_finished

    def limit_rounds(self, answer):
        """Lets a slow engine run in fewer rounds."""
        for seconds, rounds in ROUNDS_OF_SLOW_ENGINES:
            if answer.seconds > seconds and self.rounds > rounds:
                self.rounds = rounds
                self.record["notes"].append(f"slow: {rounds} {'round' if rounds == 1 else 'rounds'}")
                return

    def run_command(self, round_number):
        output = os.path.join(self.settings.scratch, "converted.plist")
        words = self.engines.words(self.participant, self.file, output)
        output_file = output if "{output}" in self.participant.words else None
        answer = processes.run_command(words, self.settings.limit, output_file)
        if not self.accept(answer, 1):
            return
        if not self.record["processes"]:
            self.limit_rounds(answer)
        values = answer.values
        self.record["processes"].append({
            "round": round_number,
            "milliseconds": [values["wall_milliseconds"]],
            "cpu_milliseconds": [values["cpu_milliseconds"]],
            "peak_bytes": values["peak_bytes"],
        })
        self.record["peak_bytes"] = max(values["peak_bytes"], self.record.get("peak_bytes", 0))
        self.record["peak_is_bound"] = self.record["peak_bytes"] <= values["floor_bytes"]

    def ask_driver(self, repeats, calls):
        driver = self.engines.drivers[self.participant.driver]
        return processes.run_driver(
            driver.command,
            self.participant.operation,
            self.file,
            repeats,
            calls,
            self.settings.limit,
            driver.folder or None,
        )

    def calibrate(self):
        """Determines the number of calls of a repeat on a short document. Returns whether that succeeded."""
        answer = self.ask_driver(1, CALIBRATION_CALLS)
        if not self.accept(answer, CALIBRATION_CALLS):
            return False
        self.plan_calls(answer.values["milliseconds"][0])
        return True

    def plan_calls(self, milliseconds):
        self.calls = clamped(REPEAT_MILLISECONDS / max(milliseconds, 1e-6), MOST_CALLS)

    def plan_next(self, values):
        """Chooses the calls and repeats of the next process from the times of this one."""
        milliseconds = statistics.median(values["milliseconds"])
        if self.cell.is_short:
            self.plan_calls(milliseconds)
        release = 0 if self.calls > 1 else statistics.median(values["release_milliseconds"])
        repeat = (milliseconds + release) * self.calls
        self.repeats = clamped(RUN_MILLISECONDS / max(repeat, 1e-6), MOST_REPEATS)

    def run_driver(self, round_number):
        is_first = not self.record["processes"]
        if is_first and self.cell.is_short and not self.calibrate():
            return
        answer = self.ask_driver(self.repeats, self.calls)
        if not self.accept(answer, self.calls * self.repeats):
            return
        values = answer.values
        if is_first:
            self.limit_rounds(answer)
            self.record["peak_bytes"] = values["peak_bytes"]
            self.record["checksum"] = values["checksum"]
            self.record["bytes"] = values["bytes"]
        self.record["processes"].append({
            "round": round_number,
            "repeats": self.repeats,
            "calls": self.calls,
            "milliseconds": values["milliseconds"],
            "release_milliseconds": values["release_milliseconds"],
            "peak_bytes": values["peak_bytes"],
            "process_seconds": round(answer.seconds, 3),
        })
        self.plan_next(values)


def rotated(items, count):
    """Returns the items with the first `count` of them moved to the end."""
    if not items:
        return []
    start = count % len(items)
    return items[start:] + items[:start]


def note_checksums(runs):
    """Records the peers whose result has another checksum than Plinth's. A checksum of 0 is not compared."""
    own = runs[0].record.get("checksum")
    for run in runs[1:]:
        checksum = run.record.get("checksum")
        if own and checksum and checksum != own and run.participant.operation == runs[0].participant.operation:
            run.record["notes"].append("another checksum than Plinth's")


def measure(cell, engines, settings):
    """Measures a cell and returns its record for grid.json."""
    account = machine.CPUAccount()
    runs = [Run(cell, participant, engines, settings) for participant in cell.participants]
    able = [run for run in runs if run.wants_turn]
    rounds = []
    for number in range(1, cell.rounds(settings.rounds) + 1):
        turn = [run for run in rotated(able, number - 1) if run.wants_turn]
        if not turn:
            break
        rounds.append({"round": number, "load": machine.load(), "order": [run.participant.name for run in turn]})
        for run in turn:
            run.take_turn(number)
    if cell.participants[0].operation not in PREPARING_OPERATIONS:
        note_checksums(runs)
    path = os.path.join(settings.documents, cell.file_name)
    return {
        "group": cell.group,
        "document": cell.document,
        "extension": cell.extension,
        "document_bytes": os.path.getsize(path) if os.path.isfile(path) else 0,
        "asked_rounds": settings.rounds,
        "rounds": rounds,
        **account.shares(),
        "engines": {run.participant.name: run.record for run in runs},
        "finished": True,
    }
