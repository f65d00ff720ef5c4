"""Finds the engines: Plinth's and Foundation's drivers, the peers that were built, and the programs of commands."""
import dataclasses
import json
import os
import shutil
import sys

import cells as grid_cells

# Other names under which a peer may list an extension that it reads.
EXTENSION_FORMATS = {"pbxproj": "openstep"}

# The reason against an engine that the command line left out.
NOT_SELECTED = "not selected by --peers"


@dataclasses.dataclass
class Driver:
    """A driver that was built. An empty list of operations or extensions means that all are tried."""

    command: list
    folder: str = ""
    version: str = ""
    operations: tuple = ()
    extensions: tuple = ()

    def program_is_absent(self):
        """Whether the program of the command does not exist."""
        program = self.command[0]
        if "/" in program:
            return not os.access(os.path.join(self.folder, program), os.X_OK)
        return shutil.which(program) is None


class Engines:
    """The drivers and programs that are available, and the reasons why others are not."""

    def __init__(self, drivers=None, missing=None, programs=None, selected=None):
        self.drivers = drivers or {}
        self.missing = missing or {}
        self.programs = programs or {}
        self.selected = selected  # the names of the peers that are measured; `None` for all

    def reason_against(self, participant):
        """Returns why a participant cannot be measured. Returns an empty text when it can."""
        is_own = participant.name in (grid_cells.PLINTH, grid_cells.PLINTH_STATIC)
        if self.selected is not None and not is_own:
            if participant.name not in self.selected and participant.driver not in self.selected:
                return NOT_SELECTED
        if participant.words:
            return self.reason_against_command(participant)
        return self.reason_against_driver(participant)

    def reason_against_command(self, participant):
        for word in participant.words:
            name = word[1:-1]
            if word.startswith("{") and name in self.programs:
                program, reason = self.programs[name]
                if not program:
                    return reason
        return ""

    def reason_against_driver(self, participant):
        driver = self.drivers.get(participant.driver)
        if driver is None:
            return self.missing.get(participant.driver, "not built; run Scripts/peers")
        if driver.program_is_absent():
            return f"the program {os.path.basename(driver.command[0])} is absent"
        if driver.operations and participant.operation not in driver.operations:
            return f"the driver has no operation “{participant.operation}”"
        names = (participant.extension, EXTENSION_FORMATS.get(participant.extension))
        if driver.extensions and not any(name in driver.extensions for name in names):
            return f"the driver does not read .{participant.extension}"
        return ""

    def words(self, participant, file, output):
        """Returns the command of a participant with its programs and files filled in."""
        replacements = {"{file}": file, "{output}": output}
        for name, (program, _) in self.programs.items():
            replacements[f"{{{name}}}"] = program
        return [replacements.get(word, word) for word in participant.words]

    def versions(self):
        """Returns the versions of the drivers."""
        return {name: driver.version for name, driver in self.drivers.items()}


def read_peers(folder):
    """Reads the peers that Scripts/peers built in a folder. Returns drivers and the reasons of missing ones."""
    path = os.path.join(folder, "peers.json")
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except FileNotFoundError:
        return {}, {}
    except ValueError as error:
        sys.exit(f"grid: {path} is not JSON: {error}; run Scripts/peers again")
    drivers = {}
    for name, peer in content.get("peers", {}).items():
        drivers[name] = Driver(
            command=list(peer["command"]),
            folder=folder,
            version=str(peer.get("version", "")),
            operations=tuple(peer.get("operations", ())),
            extensions=tuple(peer.get("extensions", ())),
        )
    return drivers, {name: str(reason) for name, reason in content.get("missing", {}).items()}


def toolchain_plutil():
    """Returns the path of the toolchain's plutil and why it is absent."""
    swift = shutil.which("swift")
    if swift is None:
        return "", "no Swift toolchain on the PATH"
    path = os.path.join(os.path.dirname(os.path.realpath(swift)), "plutil")
    return (path, "") if os.access(path, os.X_OK) else ("", "the toolchain has no plutil")


def find_programs(programs_folder, static_tool):
    """Returns the programs that commands need, each with the reason why it is absent."""
    plist = os.path.join(programs_folder, "plist")
    has_plist = os.access(plist, os.X_OK)
    counter = shutil.which("wc")
    found = {
        "plist": (plist, "") if has_plist else ("", "the program plist is absent; build it first"),
        "static": ("", "no static tool was given; name one with --static-tool"),
        "plutil": toolchain_plutil(),
        "python": (sys.executable, ""),
        "wc": (counter, "") if counter else ("", "no wc on the PATH"),
    }
    if static_tool:
        path = os.path.abspath(static_tool)
        found["static"] = (path, "") if os.access(path, os.X_OK) else ("", "the static tool is not a program")
    return found


def find_engines(programs_folder, peers_folder, compiler, commit, static_tool=None, selected=None):
    """Finds every engine that is built."""
    peers, missing = read_peers(peers_folder)
    drivers = {
        grid_cells.PLINTH: Driver([os.path.join(programs_folder, "GridPlinth")], version=commit),
        "foundation": Driver([os.path.join(programs_folder, "GridFoundation")], version=compiler),
    }
    drivers.update(peers)
    return Engines(drivers, missing, find_programs(programs_folder, static_tool), selected)
