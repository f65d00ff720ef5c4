"""What the scripts that write and check pages share: the built tool, the toolchain, and the generated parts of a page."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def binaries():
    """Returns the folder of the tool that was built last."""
    folder = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, text=True, capture_output=True,
                            check=True).stdout.strip()
    if not pathlib.Path(folder, "plist").is_file():
        sys.exit("build the tool first: swift build --product plist")
    return pathlib.Path(folder)


def toolchain():
    """Returns the folder of the toolchain's programs. Its plutil is not the one of GNUstep."""
    return pathlib.Path(shutil.which("swift")).resolve().parent


def search_path():
    """Returns a PATH that begins with the tool and the toolchain."""
    return f"{binaries()}:{toolchain()}:{os.environ['PATH']}"


class GeneratedPart:
    """The lines of a page between the comments NAME and “end of NAME”."""

    def __init__(self, page, name):
        self.page = page
        self.text = page.read_text(encoding="utf-8")
        self.match = re.search(rf"(?<=^<!-- {name} -->\n).*?(?=^<!-- end of {name} -->$)", self.text, re.DOTALL | re.MULTILINE)
        if not self.match:
            sys.exit(f"error: {page.relative_to(ROOT)} lacks the comments <!-- {name} --> and <!-- end of {name} -->")

    @property
    def lines(self):
        return self.match[0]

    def write(self, lines):
        text = self.text[:self.match.start()] + lines + self.text[self.match.end():]
        self.page.write_text(text, encoding="utf-8")
