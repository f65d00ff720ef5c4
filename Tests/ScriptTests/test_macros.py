"""Tests of the packages: only that of the macro depends on swift-syntax, so that no client of the library waits for it."""
import json
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def dependencies(package):
    """The names of the packages that a package depends on directly."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            ["swift", "package", "--package-path", package, "--scratch-path", scratch, "dump-package"],
            capture_output=True, text=True, check=True)
    found = set()
    for dependency in json.loads(done.stdout)["dependencies"]:
        for packages in dependency.values():
            found |= {package["identity"] for package in packages}
    return found


class MacroPackageTests(unittest.TestCase):
    def test_only_the_package_of_the_macro_depends_on_swift_syntax(self):
        self.assertIn("swift-syntax", dependencies(ROOT / "Macros"))
        for other in (".", "Benchmarks", "Documentation", "Fuzzing"):
            found = dependencies(ROOT / other)
            self.assertTrue(found)
            self.assertFalse({"swift-syntax", "macros"} & found, other)


if __name__ == "__main__":
    unittest.main()
