"""Tests of the performance grid, with drivers that are small shell scripts: python3 -m unittest discover -s Benchmarks/Grid"""
import contextlib
import io
import json
import os
import stat
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree
from unittest import mock

import cells as grid_cells
import command_line
import engines as grid_engines
import machine
import measurement
import picture
import processes
import report
import results as grid_results
import verdicts
from cells import Cell, Participant
from results import Interval

# Prints the requested number of times, and appends a line with its name to a log.
DRIVER = """\
#!/bin/sh
echo "{name} $1 $3 $4" >> "{log}"
{before}
numbers={milliseconds}
count=1
while [ $count -lt $3 ]; do
  numbers="$numbers, {milliseconds}"
  count=$((count + 1))
done
echo "noise of a library"
echo "{{\\"milliseconds\\": [$numbers], \\"release_milliseconds\\": [$numbers], \\"checksum\\": {checksum}, \
\\"bytes\\": 3, \\"peak_bytes\\": {peak}}}"
"""
PEERS = ("foundation", "rust-plist-1.9")
RUN = {
    "started": "2026-01-02T03:04:05+00:00",
    "ended": "2026-01-02T04:04:05+00:00",
    "machine": {
        "processor": "A <fast> processor & more",
        "cores": 2,
        "memory_bytes": 8_000_000_000,
        "architecture": "x86_64",
        "system": "System 1",
        "kernel": "6.0",
        "python": "3.11.0",
    },
    "compiler": "Swift version 6.3",
    "commit": "0123456789ab",
    "versions": {"plinth": "0123456789ab", "rust-plist-1.9": "1.9.0"},
    "rounds": 2,
    "limit": 60,
    "load": 0.5,
    "others_cpu_share": 0.125,
}


def engine_record(*processes_of_times, peak=1000, **others):
    """Makes an engine's record of grid.json from the times of its processes."""
    made = [{"milliseconds": list(times), "peak_bytes": peak} for times in processes_of_times]
    return {"status": "measured", "processes": made, "notes": [], "peak_bytes": peak, **others}


def unmeasured_record(reason):
    return {"status": "not measured", "reason": reason, "processes": [], "notes": []}


def stopped_record(seconds):
    reason = f"over {seconds} s"
    bound = seconds * 1000
    return {"status": "over limit", "reason": reason, "bound_milliseconds": bound, "processes": [], "notes": []}


def cell_record(group="document", **engines):
    """Makes a cell's record of grid.json."""
    return {
        "group": group,
        "document": "records",
        "extension": "xml",
        "document_bytes": 60_000_000,
        "asked_rounds": 2,
        "rounds": [{"round": 1, "load": 0.25, "order": list(engines)}, {"round": 2, "load": 1.5, "order": []}],
        "others_cpu_share": 0.03,
        "engines": {name.replace("_", "-"): engine for name, engine in engines.items()},
        "finished": True,
    }


def sample_results():
    """Makes results with every kind of engine's record."""
    results = grid_results.new_results()
    results["runs"].append(dict(RUN))
    results["missing"] = {"libplist-2.7": "no sources"}
    results["cells"] = {
        "records.xml document": cell_record(
            plinth=engine_record([50], [90, 60, 40]),
            foundation=stopped_record(60),
            **{"rust-plist-1.9": engine_record([500]), "libplist-2.7": unmeasured_record("not built: <no> sources")},
        ),
        "records.xml decode": cell_record(
            "decode", plinth=engine_record([100]), foundation=engine_record([1300]),
            **{"rust-plist-1.9": engine_record([90])},
        ),
        "records-1mb.xml document": cell_record("scaling", plinth=engine_record([2])),
        "records-200mb.xml get": cell_record(
            "command", plinth=engine_record([400]), **{"wc -l": engine_record([100], peak_is_bound=True)},
        ),
    }
    return results


class GridTestCase(unittest.TestCase):
    """A temporary folder with fake drivers, and short ways to measure with them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.log = os.path.join(self.folder, "log")
        self.drivers = {}
        self.missing = {}
        for name in ("records.xml", "small.xml"):
            self.write(name, "abc")

    def write(self, name, content, is_program=False):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        if is_program:
            os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def add_driver(self, name, milliseconds=1000, before="", checksum=7, peak=5000, **others):
        """Makes a driver that answers with the same time for each repeat. `before` runs first."""
        script = DRIVER.format(name=name, log=self.log, milliseconds=milliseconds, before=before,
                               checksum=checksum, peak=peak)
        path = self.write(f"driver-{name}", script, is_program=True)
        self.drivers[name] = grid_engines.Driver([path], **others)

    def add_all_drivers(self):
        self.add_driver("plinth", 100)
        self.add_driver("foundation", 1200)
        self.add_driver("rust-plist-1.9", 300)

    def engines(self, selected=None):
        return grid_engines.Engines(self.drivers, self.missing, selected=selected)

    def settings(self, rounds=3, limit=10):
        return measurement.Settings(rounds, limit, self.folder, self.folder)

    def measure(self, cell=None, rounds=3, limit=10):
        cell = cell or grid_cells.driver_cell("document", "records", "xml", "document", PEERS)
        return measurement.measure(cell, self.engines(), self.settings(rounds, limit))

    def calls(self):
        """Returns the lines of the drivers' log: name, operation, repeats, calls."""
        with open(self.log, encoding="utf-8") as file:
            return [line.split() for line in file]


class RoundsTest(GridTestCase):
    def test_engines_run_interleaved_and_the_order_rotates(self):
        self.add_all_drivers()
        record = self.measure()
        names = [line[0] for line in self.calls()]
        self.assertEqual(names, [
            "plinth", "foundation", "rust-plist-1.9",
            "foundation", "rust-plist-1.9", "plinth",
            "rust-plist-1.9", "plinth", "foundation",
        ])
        self.assertEqual([one["order"][0] for one in record["rounds"]], ["plinth", "foundation", "rust-plist-1.9"])
        self.assertTrue(all(one["load"] >= 0 for one in record["rounds"]))

    def test_the_first_process_makes_one_call_and_later_ones_fill_their_time(self):
        self.add_driver("plinth", 100)
        self.add_driver("foundation", 5000)
        self.measure()
        plinth = [line[2:] for line in self.calls() if line[0] == "plinth"]
        slow = [line[2:] for line in self.calls() if line[0] == "foundation"]
        # A repeat takes 100 ms and its release as long.
        self.assertEqual(plinth, [["1", "1"], ["7", "1"], ["7", "1"]])
        self.assertEqual(slow, [["1", "1"]] * 3)

    def test_a_short_document_is_calibrated_and_its_repeats_make_many_calls(self):
        self.add_driver("plinth", 0.5)
        cell = grid_cells.driver_cell("document", "small", "xml", "document", ())
        record = self.measure(cell, rounds=2)
        self.assertEqual([line[2:] for line in self.calls()], [["1", "20"], ["1", "300"], ["10", "300"]])
        self.assertEqual(len(record["engines"]["plinth"]["processes"]), 2)

    def test_the_peak_is_that_of_the_first_process(self):
        self.add_driver("plinth", 100, before=f'[ $3 = 1 ] && peak=4096 || peak=9999', peak='$peak')
        self.assertEqual(self.measure()["engines"]["plinth"]["peak_bytes"], 4096)

    def test_a_slow_engine_runs_in_fewer_rounds(self):
        self.add_all_drivers()
        with mock.patch.object(measurement, "ROUNDS_OF_SLOW_ENGINES", ((0.15, 1), (0.0, 2))):
            self.add_driver("foundation", 1200, before="sleep 0.2")
            record = self.measure(rounds=4)
        counts = {name: len(engine["processes"]) for name, engine in record["engines"].items()}
        self.assertEqual(counts, {"plinth": 2, "foundation": 1, "rust-plist-1.9": 2})
        self.assertEqual(record["engines"]["foundation"]["notes"], ["slow: 1 round"])

    def test_another_checksum_is_noted(self):
        self.add_driver("plinth")
        self.add_driver("foundation", checksum=8)
        self.add_driver("rust-plist-1.9", checksum=0)
        engines = self.measure(rounds=1)["engines"]
        self.assertEqual(engines["foundation"]["notes"], ["another checksum than Plinth's"])
        self.assertEqual(engines["rust-plist-1.9"]["notes"], [])


class FailureTest(GridTestCase):
    def assert_not_measured(self, record, name, reason):
        engine = record["engines"][name]
        self.assertEqual(engine["status"], "not measured")
        self.assertIn(reason, engine["reason"])
        cell = grid_cells.driver_cell("document", "records", "xml", "document", PEERS)
        for against in (name, "fastest"):
            bar = {"cell": cell.name, "against": against, "at_least": 0.001}
            judged = verdicts.judge(bar, cell, record)
            self.assertEqual(judged.verdict, "not measured")
            self.assertIn(reason, judged.reason)

    def test_a_peer_that_was_not_built_is_not_measured(self):
        self.add_driver("plinth")
        self.add_driver("foundation")
        self.missing["rust-plist-1.9"] = "no cargo on the PATH"
        self.assert_not_measured(self.measure(), "rust-plist-1.9", "no cargo on the PATH")

    def test_a_peer_whose_program_is_absent_is_not_measured(self):
        self.add_all_drivers()
        self.drivers["foundation"] = grid_engines.Driver(["bin/none"], self.folder)
        self.assert_not_measured(self.measure(), "foundation", "the program none is absent")

    def test_a_peer_without_the_operation_is_not_measured(self):
        self.add_all_drivers()
        self.add_driver("foundation", operations=("write",), extensions=("xml",))
        self.assert_not_measured(self.measure(), "foundation", "no operation “document”")

    def test_an_error_answer_is_not_measured(self):
        self.add_all_drivers()
        self.add_driver("foundation", before='echo \'{"error": "no reader"}\'; exit 1')
        self.assert_not_measured(self.measure(), "foundation", "no reader")

    def test_a_crash_and_an_invalid_answer_are_not_measured(self):
        self.add_all_drivers()
        self.add_driver("foundation", before="kill -SEGV $$")
        self.assert_not_measured(self.measure(), "foundation", "SIGSEGV")
        self.add_driver("foundation", milliseconds='\\"fast\\"')
        self.assert_not_measured(self.measure(), "foundation", "invalid answer")
        self.add_driver("foundation", before="echo bye; echo 'out of luck' >&2; exit 3")
        self.assert_not_measured(self.measure(), "foundation", "exit 3: out of luck")

    def test_an_error_in_a_later_round_is_not_measured(self):
        self.add_all_drivers()
        self.add_driver("foundation", before='[ $3 = 1 ] || { echo \'{"error": "worn out"}\'; exit 1; }', milliseconds=10)
        self.assert_not_measured(self.measure(), "foundation", "after 1 rounds: worn out")

    def test_an_absent_document_is_not_measured(self):
        self.add_all_drivers()
        os.remove(os.path.join(self.folder, "records.xml"))
        self.assert_not_measured(self.measure(), "plinth", "the document records.xml is absent")

    def test_the_limit_ends_a_process_and_counts_as_slower(self):
        self.add_all_drivers()
        self.add_driver("foundation", before="sleep 30")
        cell = grid_cells.driver_cell("document", "records", "xml", "document", PEERS)
        begin = time.monotonic()
        record = self.measure(cell, rounds=2, limit=0.3)
        self.assertLess(time.monotonic() - begin, 3)
        engine = record["engines"]["foundation"]
        self.assertEqual((engine["status"], engine["reason"]), ("over limit", "over 0.3 s"))
        self.assertEqual([line[0] for line in self.calls()].count("foundation"), 1)
        # Plinth takes 100 ms, so Foundation's bound of 300 ms is a ratio of 3 or more.
        for least, verdict in ((3, "met"), (4, "not measured")):
            bar = {"cell": cell.name, "against": "foundation", "at_least": least}
            self.assertEqual(verdicts.judge(bar, cell, record).verdict, verdict)

    def test_the_limit_says_nothing_about_an_operation_that_prepares(self):
        self.add_driver("plinth")
        self.add_driver("foundation", before="sleep 30")
        cell = grid_cells.driver_cell("encode", "records", "xml", "encode", ("foundation",))
        engine = self.measure(cell, rounds=1, limit=0.3)["engines"]["foundation"]
        self.assertEqual(engine["status"], "not measured")
        self.assertEqual(engine["reason"], "preparation and operation took over 0.3 s")


class CommandTest(GridTestCase):
    def measure_commands(self, *participants, limit=10):
        cell = Cell("records.xml command", "command", "records", "xml", participants)
        self.add_programs()
        engines = grid_engines.Engines(programs=self.programs)
        return measurement.measure(cell, engines, self.settings(2, limit))["engines"]

    def add_programs(self):
        found = {"plist": "/bin/cat", "wc": "/usr/bin/wc"}
        self.programs = {name: (path, "") for name, path in found.items()}
        self.programs["static"] = ("", "no static tool was given")

    def test_a_command_has_wall_time_cpu_time_and_a_peak(self):
        spin = "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo done"
        engines = self.measure_commands(
            Participant("plinth", words=("{plist}", "{file}")),
            Participant("plinth-static", words=("{static}", "{file}")),
            Participant("loop", words=("/bin/sh", "-c", spin)),
        )
        loop = engines["loop"]
        self.assertEqual(len(loop["processes"]), 2)
        self.assertGreater(grid_results.median(loop, "cpu"), 1)
        self.assertGreaterEqual(grid_results.median(loop) * 1.1, grid_results.median(loop, "cpu"))
        self.assertGreater(loop["peak_bytes"], 500_000)
        self.assertTrue(loop["peak_is_bound"])
        self.assertEqual(engines["plinth-static"]["reason"], "no static tool was given")

    def test_a_command_that_fails_or_does_nothing_is_not_measured(self):
        engines = self.measure_commands(
            Participant("plinth", words=("/bin/sh", "-c", "echo no file >&2; exit 2")),
            Participant("silent", words=("/bin/true",)),
            Participant("no output", words=("/bin/echo", "{output}")),
            Participant("writer", words=("/bin/cp", "{file}", "{output}")),
            Participant("absent", words=("/bin/no-such-program",)),
        )
        self.assertEqual(engines["plinth"]["reason"], "exit 2: no file")
        self.assertEqual(engines["silent"]["reason"], "the command printed nothing")
        self.assertEqual(engines["no output"]["reason"], "the command wrote no file")
        self.assertEqual(engines["writer"]["status"], "measured")
        self.assertIn("not started", engines["absent"]["reason"])

    def test_the_limit_ends_a_command_with_its_children(self):
        begin = time.monotonic()
        engines = self.measure_commands(
            Participant("plinth", words=("/bin/sh", "-c", "sleep 30; echo late")), limit=0.3)
        self.assertLess(time.monotonic() - begin, 3)
        self.assertEqual(engines["plinth"]["status"], "over limit")


class StatisticsTest(unittest.TestCase):
    def test_the_median_is_that_of_the_processes_medians_without_warm_up(self):
        engine = engine_record([100], [900, 10, 20, 30], [40, 60])
        self.assertEqual(grid_results.median(engine), 50)
        self.assertIsNone(grid_results.median(engine, "cpu"))
        self.assertIsNone(grid_results.median(engine_record()))

    def test_a_ratio_is_the_peers_time_divided_by_plinths(self):
        cell = cell_record(plinth=engine_record([20]), foundation=engine_record([300]), other=stopped_record(60))
        self.assertEqual(grid_results.relative_time(cell, "foundation"), Interval(15, 15))
        self.assertEqual(grid_results.relative_time(cell, "other"), Interval(3000, float("inf")))
        self.assertIsNone(grid_results.relative_time(cell, "absent"))

    def test_the_cpu_shares_are_between_nothing_and_everything(self):
        account = machine.CPUAccount()
        time.sleep(0.05)
        for share in account.shares().values():
            self.assertTrue(0 <= share <= 1)


class VerdictTest(unittest.TestCase):
    cell = grid_cells.driver_cell("document", "records", "xml", "document", ("foundation", "gnustep", "pugixml"))

    def judge(self, bar, **engines):
        bar = {"cell": self.cell.name, "against": "fastest", **bar}
        return verdicts.judge(bar, self.cell, cell_record(**engines))

    def test_the_fastest_peer_counts_and_others_can_be_excluded(self):
        engines = {
            "plinth": engine_record([10]), "foundation": engine_record([90]),
            "gnustep": engine_record([70]), "pugixml": engine_record([5]),
        }
        judged = self.judge({"at_least": 7, "except": ["pugixml"]}, **engines)
        self.assertEqual((judged.verdict, judged.peer_name, judged.ratio), ("met", "gnustep", Interval(7, 7)))
        self.assertEqual(self.judge({"at_least": 7}, **engines).verdict, "missed")
        self.assertEqual(self.judge({"at_least": 0.5, "against": "pugixml"}, **engines).verdict, "met")

    def test_the_fastest_needs_every_peer_that_the_cell_names(self):
        judged = self.judge(
            {"at_least": 1, "except": ["pugixml"]}, plinth=engine_record([10]),
            foundation=engine_record([90]), gnustep=unmeasured_record("not built"))
        self.assertEqual((judged.verdict, judged.reason), ("not measured", "gnustep: not built"))
        self.assertEqual(judged.ratio, Interval(9, 9))

    def test_a_stopped_peer_counts_as_slower_than_the_limit(self):
        engines = {"plinth": engine_record([10]), "foundation": stopped_record(60), "pugixml": engine_record([5])}
        judged = self.judge({"at_least": 9, "except": ["pugixml"]}, gnustep=engine_record([90]), **engines)
        self.assertEqual((judged.verdict, judged.peer_name), ("met", "gnustep"))
        judged = self.judge({"at_least": 9000, "except": ["pugixml"]}, gnustep=stopped_record(60), **engines)
        self.assertEqual((judged.verdict, judged.reason), ("not measured", "the time limit leaves it open"))

    def test_a_bar_with_at_most_divides_plinths_time_by_the_peers(self):
        engines = {"plinth": engine_record([30]), "foundation": engine_record([10])}
        for most, verdict in ((3, "met"), (2.9, "missed")):
            judged = self.judge({"against": "foundation", "at_most": most}, **engines)
            self.assertEqual((judged.verdict, judged.ratio), (verdict, Interval(3, 3)))

    def test_a_cell_without_plinth_or_without_a_record_is_not_measured(self):
        judged = self.judge({"against": "foundation", "at_least": 1}, plinth=unmeasured_record("not built"),
                            foundation=engine_record([90]))
        self.assertEqual((judged.verdict, judged.reason), ("not measured", "plinth: not built"))
        bar = {"cell": self.cell.name, "against": "foundation", "at_least": 1}
        self.assertEqual(verdicts.judge(bar, self.cell, None).verdict, "not measured")

    def test_every_bar_names_a_cell_and_its_engines(self):
        bars = verdicts.read_bars(grid_cells.all_cells())
        self.assertGreater(len(bars), 40)

    def test_a_bar_of_an_unknown_cell_is_an_error(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump([{"cell": "nothing", "against": "fastest", "at_least": 1}], file)
            file.flush()
            with self.assertRaisesRegex(ValueError, "no cell “nothing”"):
                verdicts.read_bars(grid_cells.all_cells(), file.name)


class TableTest(unittest.TestCase):
    def test_cell_names_are_unique_and_begin_with_plinth(self):
        cells = grid_cells.all_cells()
        self.assertEqual(len({cell.name for cell in cells}), len(cells))
        for cell in cells:
            self.assertEqual(cell.participants[0].name, "plinth")
            self.assertEqual(len({one.name for one in cell.participants}), len(cell.participants))

    def test_cells_are_selected_by_text_and_size(self):
        cells = grid_cells.all_cells()
        names = [cell.name for cell in grid_cells.selected_cells(cells, ["deep.bin", "get"])]
        self.assertEqual(names, [
            "deep.bin document", "deep.bin write", "deep.bin decode", "deep.bin encode",
            "deep.bin decode-direct", "deep.bin encode-direct",
            "records-200mb.xml get", "records-200mb.bin get",
        ])
        quick = grid_cells.selected_cells(cells, quick=True)
        self.assertFalse([cell.name for cell in quick if "200mb" in cell.name or "records.xml" in cell.name])
        self.assertIn("small.xml start-up", [cell.name for cell in quick])


class ReportTest(unittest.TestCase):
    def report(self, results):
        cells = grid_cells.all_cells()
        return report.report(results, verdicts.judge_all(verdicts.read_bars(cells), cells, results))

    def test_the_report_shows_times_ratios_peaks_verdicts_and_reasons(self):
        text = self.report(sample_results())
        for part in (
            "| 50.0 ms |", "500 ms (10.00×)", "over 60 s (over 1,200×)", "not measured [1]",
            "- [1] libplist-2.7: not built: <no> sources", "A <fast> processor & more", "12.5%", "0.25–1.5; 3%",
            "**missed**", "libplist-2.7: not built", "ns a byte", "0.03", "at most 1.00 kB", "1.9.0",
            "not built: no sources",
        ):
            self.assertIn(part, text)

    def test_every_row_of_a_table_has_as_many_columns_as_its_head(self):
        width = 0
        for line in self.report(sample_results()).splitlines():
            if line.startswith("|"):
                width = width or line.count("|")
                self.assertEqual(line.count("|"), width, line)
            else:
                width = 0

    def test_numbers_have_three_digits(self):
        for value, text in ((0.0042, "4.20 µs"), (0.9999, "1,000 µs"), (12.34, "12.3 ms"), (17600, "17.6 s")):
            self.assertEqual(report.duration(value), text)


class PictureTest(unittest.TestCase):
    def bars(self, results):
        root = ElementTree.fromstring(picture.picture(results))
        found = root.iter("{http://www.w3.org/2000/svg}rect")
        return [one for one in found if one.get("class").startswith("bar ")]

    def test_the_picture_has_one_bar_for_each_measured_engine(self):
        results = sample_results()
        # Plinth, two peers and a stopped peer; three; Plinth and wc. Scaling compares nothing.
        self.assertEqual(len(self.bars(results)), 3 + 3 + 2)
        results["cells"]["records.xml decode"]["engines"]["foundation"] = unmeasured_record("gone")
        self.assertEqual(len(self.bars(results)), 3 + 2 + 2)

    def test_a_longer_bar_is_slower(self):
        widths = [float(one.get("width")) for one in self.bars(sample_results())]
        plinth, foundation, rust = widths[:3]
        self.assertTrue(plinth < rust < foundation)
        self.assertEqual(plinth, widths[3])

    def test_a_cell_without_plinth_has_no_bars(self):
        results = sample_results()
        results["cells"]["records.xml document"]["engines"]["plinth"] = unmeasured_record("not built")
        self.assertEqual(len(self.bars(results)), 3 + 2)

    def test_no_results_make_a_picture(self):
        results = sample_results()
        results["cells"] = {}
        self.assertEqual(self.bars(results), [])


class CommandLineTest(GridTestCase):
    def setUp(self):
        super().setUp()
        os.makedirs(os.path.join(self.folder, "bin"))
        self.add_program("GridPlinth", 100)
        self.add_program("GridFoundation", 500)
        self.write_peers({})

    def add_program(self, name, milliseconds):
        self.add_driver(name, milliseconds)
        os.rename(os.path.join(self.folder, f"driver-{name}"), os.path.join(self.folder, "bin", name))

    def write_peers(self, peers):
        content = {"peers": peers, "missing": {"dd-plist": "no Java"}}
        self.write("peers.json", json.dumps(content))

    def grid(self, *words):
        with (
            mock.patch.dict(os.environ, PLINTH_PEERS=self.folder),
            mock.patch.object(machine, "compiler", return_value="Swift version 1"),
            mock.patch("signal.signal"),
            contextlib.redirect_stderr(io.StringIO()) as errors,
            contextlib.redirect_stdout(io.StringIO()),
        ):
            folder = os.path.join(self.folder, "bin")
            command_line.main(["--no-build", "--programs", folder, "--documents", self.folder, *words])
        self.errors = errors.getvalue()
        return grid_results.read(os.path.join(self.folder, "grid", "grid.json"))

    def test_a_run_writes_results_report_and_picture(self):
        results = self.grid("--only", "records.xml decode", "--rounds", "2")
        engines = results["cells"]["records.xml decode"]["engines"]
        self.assertEqual(engines["foundation"]["status"], "measured")
        self.assertEqual(engines["rust-plist-1.9"]["reason"], "not built; run Scripts/peers")
        self.assertIsNotNone(results["runs"][0]["ended"])
        files = sorted(os.listdir(os.path.join(self.folder, "grid")))
        self.assertEqual(files, ["grid.json", "grid.md", "grid.svg"])

    def test_resume_keeps_finished_cells_and_measures_the_others(self):
        self.grid("--only", "records.xml tree", "--rounds", "1")
        made = len(self.calls())
        results = self.grid("--only", "records.xml tree", "--only", "records.xml write-tree", "--rounds", "1", "--resume")
        self.assertIn("records.xml tree: kept", self.errors)
        self.assertEqual(len(self.calls()), 2 * made)
        self.assertEqual([record["run"] for record in results["cells"].values()], [0, 1])

    def test_resume_measures_again_with_a_new_peer_or_more_rounds(self):
        words = ("--only", "strings.xml decode", "--resume", "--rounds")
        self.write("strings.xml", "abc")
        self.grid(*words, "1")
        self.add_program("rust", 200)
        self.write_peers({"rust-plist-1.9": {"command": ["bin/rust"], "version": "1.9.0", "operations": ["decode"]}})
        engines = self.grid(*words, "1")["cells"]["strings.xml decode"]["engines"]
        self.assertEqual(engines["rust-plist-1.9"]["status"], "measured")
        self.grid(*words, "1")
        self.assertIn("kept", self.errors)
        self.grid(*words, "2")
        self.assertNotIn("kept", self.errors)

    def test_an_interrupted_run_keeps_the_cells_before(self):
        measure = measurement.measure

        def interrupted(cell, engines, settings):
            if cell.name == "small.xml encode":
                raise KeyboardInterrupt
            return measure(cell, engines, settings)

        with mock.patch.object(measurement, "measure", interrupted), self.assertRaises(SystemExit):
            self.grid("--only", "small.xml decode", "--only", "small.xml encode", "--rounds", "1")
        folder = os.path.join(self.folder, "grid")
        self.assertEqual(os.listdir(folder), ["grid.json"])
        self.assertEqual(list(grid_results.read(os.path.join(folder, "grid.json"))["cells"]), ["small.xml decode"])

    def test_a_new_run_keeps_the_earlier_results_under_another_name(self):
        self.grid("--only", "records.xml tree", "--rounds", "1")
        self.grid("--only", "records.xml write-tree", "--rounds", "1")
        earlier = grid_results.read(os.path.join(self.folder, "grid", "grid-previous.json"))
        self.assertEqual(list(earlier["cells"]), ["records.xml tree"])

    def test_peers_that_were_not_selected_say_so(self):
        results = self.grid("--only", "records.xml decode", "--rounds", "1", "--peers", "rust-plist-1.9")
        engines = results["cells"]["records.xml decode"]["engines"]
        self.assertEqual(engines["foundation"]["reason"], "not selected by --peers")
        self.assertEqual(engines["plinth"]["status"], "measured")
        with self.assertRaisesRegex(SystemExit, "no peer “rust”"):
            self.grid("--peers", "rust")

    def test_the_report_is_written_again_from_the_results(self):
        self.grid("--only", "records.xml tree", "--rounds", "1")
        made = len(self.calls())
        path = os.path.join(self.folder, "grid", "grid.md")
        os.remove(path)
        self.grid("--report")
        self.assertTrue(os.path.exists(path))
        self.assertEqual(len(self.calls()), made)

    def test_absent_documents_are_made(self):
        script = f'#!/bin/sh\necho "$@" >> "{self.log}"\nprintf abc > "$1/deep.xml"\n'
        self.write("bin/GridDocuments", script, is_program=True)
        with mock.patch.object(command_line, "ROOT", self.folder), mock.patch("sys.stdout", None):
            documents = os.path.join(self.folder, "documents")
            cells = grid_cells.selected_cells(grid_cells.all_cells(), ["deep.xml"])
            with mock.patch.object(command_line, "run_step") as step:
                command_line.make_documents(cells, documents, os.path.join(self.folder, "bin"))
        step.assert_called_once_with([os.path.join(self.folder, "bin", "GridDocuments"), documents, "deep"])


class ProcessTest(GridTestCase):
    def test_a_relative_command_starts_in_the_folder_of_the_peers(self):
        self.add_driver("here")
        os.makedirs(os.path.join(self.folder, "bin"))
        os.rename(os.path.join(self.folder, "driver-here"), os.path.join(self.folder, "bin", "here"))
        driver = grid_engines.Driver(["bin/here"], self.folder)
        self.assertFalse(driver.program_is_absent())
        answer = processes.run_driver(driver.command, "document", "/dev/null", 2, 1, 5, driver.folder)
        self.assertEqual(answer.values["milliseconds"], [1000, 1000])

    def test_results_are_replaced_atomically(self):
        path = os.path.join(self.folder, "grid.json")
        grid_results.write(path, grid_results.new_results())
        with self.assertRaises(TypeError):
            grid_results.write(path, {"format": object()})
        self.assertEqual(grid_results.read(path), grid_results.new_results())
        self.assertFalse([name for name in os.listdir(self.folder) if name.endswith(".tmp")])


if __name__ == "__main__":
    unittest.main()
