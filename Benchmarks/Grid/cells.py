"""The table of the performance grid: which engines do which operation on which document.

A cell is one operation on one document. An engine is Plinth or a peer. A participant is an engine in a cell.
This module holds data and the code that lists it. It measures nothing.
"""
import dataclasses

PLINTH = "plinth"
PLINTH_STATIC = "plinth-static"

# Documents that an engine reads in microseconds. A repeat makes many calls on them.
SHORT_DOCUMENTS = ("small", "deep")
# Documents that `--quick` measures.
QUICK_DOCUMENTS = ("small", "deep", "archive10k", "records-1mb")

GENERIC_DOCUMENTS = ("records", "strings", "numbers", "blobs", "small", "deep", "archive10k", "archive100k")
DIRECT_DOCUMENTS = ("records", "small", "deep")
TYPED_DOCUMENTS = ("records", "strings", "numbers", "blobs", "small", "deep")
ARCHIVES = ("archive10k", "archive100k")
SCALING_DOCUMENTS = ("records-1mb", "records-10mb", "records-60mb", "records-200mb")
PROPERTY_LIST_EXTENSIONS = ("xml", "bin")

GENERIC_PEERS = (
    "foundation",
    "corefoundation",
    "libplist-2.2",
    "libplist-2.7",
    "rust-plist-1.3",
    "rust-plist-1.9",
    "dd-plist",
    "gnustep",
    "plistlib",
)
TYPED_PEERS = ("foundation", "rust-plist-1.3", "rust-plist-1.9")
ARCHIVE_PEERS = ("foundation", "gnustep", "bpylist2")
OPENSTEP_PEERS = (
    "openstep-plist",
    "foundation",
    "corefoundation",
    "libplist-2.7",
    "rust-plist-1.9",
    "gnustep",
    "dd-plist",
)
SCALING_PEERS = {
    "document": ("foundation", "libplist-2.7", "rust-plist-1.9"),
    "decode": ("foundation", "rust-plist-1.9"),
}
# The peers that only some documents are measured with.
DOCUMENTS_OF_PEER = {"rust-plist-1.3": ("small", "records")}
# The typed documents that also exist as JSON.
JSON_DOCUMENTS = ("records", "small")

# Operations that prepare their input before the time that they report. The time limit applies to the whole
# process. A process of these operations that the limit ends therefore says nothing about the operation.
PREPARING_OPERATIONS = ("write", "write-tree", "encode", "encode-direct", "json-encode", "archive", "archive-direct")

CONVERT_WITH_PLISTLIB = (
    "import plistlib, sys\n"
    "with open(sys.argv[1], 'rb') as source:\n"
    "    value = plistlib.load(source)\n"
    "with open(sys.argv[2], 'wb') as destination:\n"
    "    plistlib.dump(value, destination, fmt=plistlib.FMT_BINARY)\n"
)


@dataclasses.dataclass(frozen=True)
class Participant:
    """An engine in a cell: its displayed name, and the operation that it runs.

    `driver` names the driver that does the work. `words` is a command instead of a driver: `{plist}`, `{static}`,
    `{plutil}`, `{python}` and `{wc}` are replaced by programs, `{file}` by the document, `{output}` by a new file.
    """

    name: str
    driver: str = ""
    operation: str = ""
    extension: str = ""
    words: tuple = ()


@dataclasses.dataclass(frozen=True)
class Cell:
    """One operation on one document, and the engines that it compares. Plinth is the first participant."""

    name: str
    group: str
    document: str
    extension: str
    participants: tuple
    rounds_factor: int = 1

    @property
    def file_name(self):
        """The name of the file that Plinth reads."""
        return f"{self.document}.{self.extension}"

    @property
    def is_command(self):
        """Whether the cell measures whole processes instead of drivers."""
        return bool(self.participants[0].words)

    @property
    def is_short(self):
        """Whether a repeat makes many calls."""
        return self.document in SHORT_DOCUMENTS and not self.is_command

    def file_of(self, participant):
        """The name of the file that a participant reads."""
        return f"{self.document}.{participant.extension or self.extension}"

    def rounds(self, rounds):
        """The number of rounds of this cell for the requested number. Quick commands run more often."""
        return rounds if self.rounds_factor == 1 else rounds * self.rounds_factor + 1


def peers_for(peers, document):
    """Returns those of the peers that are measured with a document."""
    return [peer for peer in peers if document in DOCUMENTS_OF_PEER.get(peer, (document,))]


def driver_cell(group, document, extension, operation, peers, peer_operation=None, others=()):
    """Makes a cell in which Plinth and the peers run their drivers. `others` are participants that differ."""
    participants = [Participant(PLINTH, PLINTH, operation, extension)]
    for peer in peers:
        participants.append(Participant(peer, peer, peer_operation or operation, extension))
    participants.extend(others)
    return Cell(f"{document}.{extension} {operation}", group, document, extension, tuple(participants))


def generic_peers(document, extension):
    """Returns the peers that read and write a document in their own generic form."""
    peers = peers_for(GENERIC_PEERS, document)
    return peers + ["pugixml"] if extension == "xml" else peers


def generic_cells():
    """Makes the cells of reading and writing generic forms, with Plinth's documents and value trees."""
    for extension in PROPERTY_LIST_EXTENSIONS:
        for document in GENERIC_DOCUMENTS:
            peers = generic_peers(document, extension)
            yield driver_cell("document", document, extension, "document", peers)
    for extension in PROPERTY_LIST_EXTENSIONS:
        yield driver_cell("tree", "records", extension, "tree", generic_peers("records", extension), "document")
    for extension in PROPERTY_LIST_EXTENSIONS:
        for document in GENERIC_DOCUMENTS:
            peers = generic_peers(document, extension)
            yield driver_cell("write", document, extension, "write", peers)
    for extension in PROPERTY_LIST_EXTENSIONS:
        peers = generic_peers("records", extension)
        yield driver_cell("write-tree", "records", extension, "write-tree", peers, "write")


def typed_cells():
    """Makes the cells of reading and writing typed values, with Foundation's JSON coders where there is JSON."""
    for operation in ("decode", "encode"):
        for extension in PROPERTY_LIST_EXTENSIONS:
            for document in TYPED_DOCUMENTS:
                others = []
                if document in JSON_DOCUMENTS:
                    others = [Participant("foundation-json", "foundation", f"json-{operation}", "json")]
                peers = peers_for(TYPED_PEERS, document)
                yield driver_cell(operation, document, extension, operation, peers, others=others)


def direct_cells():
    """Makes the cells of typed values that are coded by their fields, which peers code as all typed values."""
    for operation in ("decode", "encode"):
        for extension in PROPERTY_LIST_EXTENSIONS:
            for document in DIRECT_DOCUMENTS:
                peers = peers_for(TYPED_PEERS, document)
                yield driver_cell("direct", document, extension, f"{operation}-direct", peers, operation)


def other_format_cells():
    """Makes the cells of OpenStep and JSON documents."""
    for document in ("records", "strings"):
        yield driver_cell("openstep", document, "openstep", "document", OPENSTEP_PEERS)
    yield driver_cell("openstep", "project", "pbxproj", "document", OPENSTEP_PEERS)
    yield driver_cell("json", "records", "json", "document", ("simdjson", "foundation", "libplist-2.7"))


def archive_cells():
    """Makes the cells of keyed archives."""
    for operation in ("archive", "unarchive"):
        for document in ARCHIVES:
            yield driver_cell(operation, document, "bin", operation, ARCHIVE_PEERS)
            yield driver_cell("direct", document, "bin", f"{operation}-direct", ARCHIVE_PEERS, operation)


def scaling_cells():
    """Makes the cells that show how time and memory grow with the size of the document."""
    for operation in ("document", "decode"):
        for extension in PROPERTY_LIST_EXTENSIONS:
            for document in SCALING_DOCUMENTS:
                yield driver_cell("scaling", document, extension, operation, SCALING_PEERS[operation])


def command_cells():
    """Makes the cells that measure whole processes."""
    for extension in PROPERTY_LIST_EXTENSIONS:
        yield Cell(
            f"records-200mb.{extension} get",
            "command",
            "records-200mb",
            extension,
            (
                Participant(PLINTH, words=("{plist}", "get", "{file}", "[500].name")),
                Participant("wc -l", words=("{wc}", "-l", "{file}")),
            ),
            rounds_factor=2,
        )
    yield Cell(
        "small.xml start-up",
        "command",
        "small",
        "xml",
        (
            Participant(PLINTH, words=("{plist}", "get", "{file}", "CFBundleName")),
            Participant(PLINTH_STATIC, words=("{static}", "get", "{file}", "CFBundleName")),
            Participant("plutil", words=("{plutil}", "-extract", "CFBundleName", "raw", "-o", "-", "{file}")),
        ),
        rounds_factor=4,
    )
    yield Cell(
        "records-60mb.xml convert",
        "command",
        "records-60mb",
        "xml",
        (
            Participant(PLINTH, words=("{plist}", "convert", "{file}", "--to", "binary", "-o", "{output}")),
            Participant("plistlib", words=("{python}", "-c", CONVERT_WITH_PLISTLIB, "{file}", "{output}")),
            Participant("plutil", words=("{plutil}", "-convert", "binary1", "-o", "{output}", "{file}")),
        ),
    )


def all_cells():
    """Returns every cell of the grid, in the order of the report."""
    return [
        *generic_cells(),
        *typed_cells(),
        *direct_cells(),
        *other_format_cells(),
        *archive_cells(),
        *scaling_cells(),
        *command_cells(),
    ]


def selected_cells(cells, texts=(), quick=False):
    """Returns the cells whose names contain one of the texts. With `quick`, only those of small documents."""
    selected = [cell for cell in cells if not texts or any(text in cell.name for text in texts)]
    return [cell for cell in selected if cell.document in QUICK_DOCUMENTS] if quick else selected
