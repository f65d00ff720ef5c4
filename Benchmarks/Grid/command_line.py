"""The command line of the performance grid: builds the engines, makes the documents, measures and reports."""
import argparse
import datetime
import hashlib
import os
import shlex
import signal
import subprocess
import sys
import tempfile

import engines as grid_engines
import machine
import measurement
import picture
import report
import results as grid_results
import verdicts
from cells import all_cells, selected_cells

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PACKAGE = "Benchmarks"
ROUNDS, QUICK_ROUNDS = 5, 3
DOCUMENT_EXTENSIONS = ("xml", "bin", "json", "openstep", "pbxproj")


def arguments(words):
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        prog="Scripts/grid",
        description="Measures Plinth and its peers, interleaved, and writes grid.json, grid.md and grid.svg. "
        "Scripts/peers builds the peers first.",
    )
    parser.add_argument("--rounds", type=int, metavar="N", help=f"rounds of each cell (default {ROUNDS})")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="measure the cells whose names contain TEXT; repeatable")
    parser.add_argument("--peers", metavar="A,B", help="measure Plinth next to these peers only")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS",
                        help="end a process that takes longer and report it as over the limit (default 60)")
    parser.add_argument("--output", metavar="FOLDER", help="the folder of the results (default .build-peers/grid)")
    parser.add_argument("--quick", action="store_true", help=f"measure small documents only, in {QUICK_ROUNDS} rounds")
    parser.add_argument("--resume", action="store_true",
                        help="keep the finished cells of grid.json, except those that now have more engines or rounds")
    parser.add_argument("--report", action="store_true", help="only write grid.md and grid.svg from grid.json")
    parser.add_argument("--no-build", action="store_true", help="use the programs that are built already")
    parser.add_argument("--list", action="store_true", help="list the cells with their engines and exit")
    parser.add_argument("--static-tool", metavar="PATH", help="a static build of plist, for start-up time")
    parser.add_argument("--documents", metavar="FOLDER",
                        help="the folder of the documents (default .build-peers/documents)")
    parser.add_argument("--programs", metavar="FOLDER",
                        help="the folder of the built programs (default .build/release)")
    options = parser.parse_args(words)
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds must be at least 1")
    if options.limit <= 0:
        parser.error("--limit must be more than 0")
    return options


def fail(message):
    sys.exit(f"grid: {message}")


def progress(message):
    print(f"grid: {message}", file=sys.stderr, flush=True)


def peers_folder():
    """Returns the folder in which Scripts/peers builds the peers."""
    return os.path.abspath(os.environ.get("PLINTH_PEERS") or os.path.join(ROOT, ".build-peers"))


def run_step(words):
    """Runs a command whose output goes to standard error. Ends the grid when it fails."""
    progress(shlex.join(words))
    try:
        status = subprocess.run(words, cwd=ROOT, stdout=sys.stderr).returncode
    except OSError as error:
        fail(f"cannot start {words[0]}: {error.strerror}")
    if status != 0:
        fail(f"{os.path.basename(words[0])} failed with exit status {status}")


def build():
    """Builds Plinth's and Foundation's drivers and the tool."""
    # In the folder of the main package, whose optimized modules are then built only once.
    words = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", ".build"]
    run_step(words)
    # As README.md installs it.
    run_step([*words, "--product", "plist", "--disable-local-rpath"])


def remove_outdated_documents(folder):
    """Removes the documents when the code that generates them has changed."""
    sources = os.path.join(ROOT, PACKAGE, "Sources")
    total = hashlib.sha256()
    for target in ("BenchmarkDocuments", "GridDocuments"):
        for name in sorted(os.listdir(os.path.join(sources, target))):
            with open(os.path.join(sources, target, name), "rb") as file:
                total.update(file.read())
    fingerprint = os.path.join(folder, "generator.sha256")
    if os.path.isfile(fingerprint):
        with open(fingerprint, encoding="ascii") as file:
            if file.read() == total.hexdigest():
                return
    for name in os.listdir(folder):
        if name.split(".")[-1] in DOCUMENT_EXTENSIONS:
            os.remove(os.path.join(folder, name))
    grid_results.replace(fingerprint, total.hexdigest())


def make_documents(cells, folder, programs):
    """Makes the documents that are absent. Without the generator, their cells say so."""
    needed = {cell.file_of(participant): cell.document for cell in cells for participant in cell.participants}
    absent = {file: document for file, document in needed.items() if not os.path.isfile(os.path.join(folder, file))}
    if not absent:
        return
    generator = os.path.join(programs, "GridDocuments")
    if not os.access(generator, os.X_OK):
        progress(f"the program GridDocuments is absent, and so are {len(absent)} documents")
        return
    os.makedirs(folder, exist_ok=True)
    run_step([generator, folder, *dict.fromkeys(absent.values())])


def now():
    return datetime.datetime.now().astimezone().isoformat(timespec="seconds")


def is_kept(record, cell, engines, settings, earlier_run, run):
    """Whether a finished cell need not be measured again: it was measured with the same builds."""
    if not record or not record.get("finished") or record["asked_rounds"] < settings.rounds:
        return False
    if any(earlier_run[key] != run[key] for key in ("commit", "compiler", "machine", "versions", "limit")):
        return False
    for participant in cell.participants:
        engine = record["engines"].get(participant.name)
        was_unavailable = engine is None or engine.get("unavailable", False)
        if was_unavailable and not measurement.Run(cell, participant, engines, settings).is_finished:
            return False
    return True


def starting_results(path, resume):
    """Returns the results to continue with. Without `resume`, keeps those of an earlier run under another name."""
    earlier = read_results(path)
    if earlier is None:
        return grid_results.new_results()
    if resume:
        return earlier
    os.replace(path, os.path.join(os.path.dirname(path), "grid-previous.json"))
    return grid_results.new_results()


def read_results(path):
    try:
        return grid_results.read(path)
    except ValueError as error:
        fail(f"{path} holds no results of the grid: {error}")


def in_order(cells, records):
    """Returns the records in the order of the grid's table."""
    names = [cell.name for cell in cells]
    known = {name: records[name] for name in names if name in records}
    return {**known, **{name: record for name, record in records.items() if name not in known}}


def summary(record):
    """Describes the times of a measured cell in one line."""
    parts = []
    for name, engine in record["engines"].items():
        time = grid_results.interval(engine)
        parts.append(f"{name} {report.bounded(time, report.duration)}")
    return ", ".join(parts)


def measure_all(cells, engines, settings, results, path, run):
    """Measures the cells and writes grid.json after each of them."""
    account = machine.CPUAccount()
    table = all_cells()
    for number, cell in enumerate(cells, 1):
        earlier = results["cells"].get(cell.name)
        earlier_run = results["runs"][earlier["run"]] if earlier else None
        if is_kept(earlier, cell, engines, settings, earlier_run, run):
            progress(f"{number}/{len(cells)} {cell.name}: kept")
            continue
        record = measurement.measure(cell, engines, settings)
        record["run"] = len(results["runs"]) - 1
        results["cells"][cell.name] = record
        results["cells"] = in_order(table, results["cells"])
        run.update(account.shares())
        grid_results.write(path, results)
        progress(f"{number}/{len(cells)} {cell.name}: {summary(record)}")
    run.update(account.shares())
    run["ended"] = now()
    grid_results.write(path, results)


def write_report(results, folder):
    """Writes grid.md and grid.svg and prints the verdicts' counts."""
    table = all_cells()
    judged = verdicts.judge_all(verdicts.read_bars(table), table, results)
    grid_results.replace(os.path.join(folder, "grid.md"), report.report(results, judged))
    grid_results.replace(os.path.join(folder, "grid.svg"), picture.picture(results))
    for verdict in (verdicts.MET, verdicts.MISSED, verdicts.NOT_MEASURED):
        print(f"bars {verdict}: {sum(one.verdict == verdict for one in judged)}")
    print(os.path.join(os.path.relpath(folder), "grid.md"))


def list_cells(cells):
    for cell in cells:
        peers = [participant.name for participant in cell.participants[1:]]
        print(f"{cell.name}: {', '.join(peers) or 'Plinth alone'}")


def selected_peers(text, cells):
    """Returns the names of the peers to measure, or `None` for all of them."""
    if text is None:
        return None
    names = {name.strip() for name in text.split(",") if name.strip()}
    known = {participant.name for cell in cells for participant in cell.participants}
    unknown = sorted(names - known)
    if unknown:
        fail(f"no peer “{unknown[0]}”; the peers are {', '.join(sorted(known - {'plinth', 'plinth-static'}))}")
    return names


def main(words):
    """Runs the grid with the words of a command line."""
    options = arguments(words)
    everything = all_cells()
    peers = peers_folder()
    folder = os.path.abspath(options.output or os.path.join(peers, "grid"))
    path = os.path.join(folder, "grid.json")
    if options.report:
        results = read_results(path)
        if results is None:
            fail(f"no {path}; run Scripts/grid without --report first")
        write_report(results, folder)
        return
    cells = selected_cells(everything, options.only, options.quick)
    if not cells:
        fail("no cell has that name; Scripts/grid --list shows all")
    if options.list:
        list_cells(cells)
        return
    selected = selected_peers(options.peers, everything)
    # Ends as on an interrupt, so that no process continues running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if not options.no_build:
        build()
    programs = os.path.abspath(options.programs or os.path.join(ROOT, ".build", "release"))
    documents = os.path.abspath(options.documents or os.path.join(peers, "documents"))
    if not options.documents:
        os.makedirs(documents, exist_ok=True)
        remove_outdated_documents(documents)
    make_documents(cells, documents, programs)
    compiler, commit = machine.compiler(), machine.commit(ROOT)
    engines = grid_engines.find_engines(programs, peers, compiler, commit, options.static_tool, selected)
    os.makedirs(folder, exist_ok=True)
    results = starting_results(path, options.resume)
    rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    run = {
        "started": now(),
        "ended": None,
        "machine": machine.facts(),
        "compiler": compiler,
        "commit": commit,
        "versions": engines.versions(),
        "rounds": rounds,
        "limit": options.limit,
        "load": machine.load(),
    }
    results["runs"].append(run)
    results["missing"] = engines.missing
    with tempfile.TemporaryDirectory(prefix="scratch-", dir=folder) as scratch:
        settings = measurement.Settings(rounds, options.limit, documents, scratch)
        try:
            measure_all(cells, engines, settings, results, path, run)
        except KeyboardInterrupt:
            sys.exit("grid: interrupted; --resume goes on with the next cell")
    write_report(results, folder)
