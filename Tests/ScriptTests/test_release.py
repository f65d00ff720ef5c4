"""Scripts/release-materials with a dependency made for the test, and Scripts/release with a stand-in for the compiler."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOCATION = "https://example.org/somebody/tiny-library.git"

# Builds a program that prints its version, and has the name of its folder in it where the test wants that. Resolving
# copies the checkout of the test.
SWIFT = """\
    #!/bin/sh
    if [ "$1" = --version ]; then echo "Swift version 6.3.1 (test)"; exit; fi
    shown=
    while [ $# -gt 0 ]; do
      case "$1" in
      --package-path) source=$2 ;;
      --scratch-path) scratch=$2 ;;
      --show-bin-path) shown=yes ;;
      resolve) resolve=yes ;;
      esac
      shift
    done
    if [ -n "$shown" ]; then echo "$scratch/bin"; exit; fi
    if [ -n "$resolve" ]; then mkdir -p "$scratch/checkouts"; cp -R "$CHECKOUTS/." "$scratch/checkouts"; exit; fi
    mkdir -p "$scratch/bin"
    cp "$(dirname "$0")/plist" "$scratch/bin/plist"
    cat "$source/payload" >>"$scratch/bin/plist"
    if [ -n "$LEAK" ]; then echo "# $source" >>"$scratch/bin/plist"; fi
"""
PLIST = """\
    #!/bin/sh
    if [ "$1" = --version ]; then echo 1.2.3; exit; fi
    echo "completions $2"
    exit
"""
# Scripts have no symbols.
STRIP = "#!/bin/sh\ncp \"$3\" \"$2\"\n"


class ReleaseTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        base = pathlib.Path(folder.name).resolve()
        self.root, self.tools, self.checkouts = base / "repository", base / "tools", base / "checkouts"
        self.library = self.checkouts / "tiny-library"
        self.write(self.tools / "swift", SWIFT)
        self.write(self.tools / "plist", PLIST)
        self.write(self.tools / "strip", STRIP)
        self.write(self.library / "LICENSE.txt", "Apache License\nVersion 2.0\n")
        self.write(self.library / "Sources" / "Tiny.swift", "let tiny = 1\n")
        self.commit(self.library)
        for name in ["release", "release-materials"]:
            self.write(self.root / "Scripts" / name, (ROOT / "Scripts" / name).read_text())
        self.write(self.root / "Scripts" / "release-materials.json",
                   json.dumps({"dependencies": [{"identity": "tiny-library"}]}))
        self.write(self.root / "LICENSE", "License\n")
        self.write(self.root / "payload", "# contents\n")
        revision = self.git(self.library, "rev-parse", "HEAD").strip()
        self.resolved = base / "Package.resolved"
        pin = {"identity": "tiny-library", "location": LOCATION, "state": {"revision": revision, "version": "1.4.0"}}
        self.resolved.write_text(json.dumps({"pins": [pin, {"identity": "unused"}], "version": 3}))
        self.assertEqual(self.materials("update", self.checkouts, self.resolved).returncode, 0)
        self.commit(self.root)

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        path.chmod(0o755)

    def git(self, folder, *words):
        name = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        return subprocess.run(["git", *name, *words], cwd=folder, check=True, capture_output=True, text=True).stdout

    def commit(self, folder):
        self.git(folder, "init", "-q")
        self.git(folder, "add", "-A")
        self.git(folder, "commit", "-qm", "First")

    def run_script(self, *words, **variables):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}", "CHECKOUTS": str(self.checkouts),
                       "LEAK": "", **variables}
        return subprocess.run([str(word) for word in words], cwd=self.root, env=environment, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL)

    def materials(self, *words):
        return self.run_script(self.root / "Scripts" / "release-materials", *words)

    def release(self, *words, **variables):
        return self.run_script(self.root / "Scripts" / "release", *words, **variables)

    # The list

    def test_the_project_s_own_list_has_a_version_a_commit_and_a_checksum_for_each_dependency(self):
        dependencies = json.loads((ROOT / "Scripts" / "release-materials.json").read_text())["dependencies"]
        self.assertEqual(sorted(one["identity"] for one in dependencies),
                         ["swift-argument-parser", "swift-collections", "swift-system"])
        for one in dependencies:
            self.assertRegex(one["version"], r"^\d+\.\d+\.\d+$")
            self.assertRegex(one["revision"], r"^[0-9a-f]{40}$")
            self.assertRegex(one["sha256"], r"^[0-9a-f]{64}$")

    def test_the_versions_are_written_as_the_package_manager_reads_them(self):
        file = self.root / "out.resolved"
        self.assertEqual(self.materials("resolved", file).returncode, 0)
        pins = json.loads(file.read_text())["pins"]
        self.assertEqual([(pin["identity"], pin["location"], pin["state"]["version"]) for pin in pins],
                         [("tiny-library", LOCATION, "1.4.0")])

    def test_the_checksum_is_what_sha256sum_says_of_all_files(self):
        lines = subprocess.run("git ls-files | LC_ALL=C sort | xargs sha256sum | sha256sum", shell=True,
                               cwd=self.library, check=True, capture_output=True, text=True).stdout
        stored = json.loads((self.root / "Scripts" / "release-materials.json").read_text())
        self.assertEqual(stored["dependencies"][0]["sha256"], lines.split()[0])

    def test_sources_that_are_those_of_the_list_pass(self):
        done = self.materials("verify", self.checkouts)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_another_commit_is_refused(self):
        self.write(self.library / "Sources" / "Tiny.swift", "let tiny = 2\n")
        self.git(self.library, "commit", "-qam", "Second")
        done = self.materials("verify", self.checkouts)
        self.assertEqual(done.returncode, 1)
        self.assertIn("tiny-library: the commit is", done.stderr)
        self.assertIn("tiny-library: the checksum is", done.stderr)

    def test_a_changed_file_is_refused_though_the_commit_is_the_same(self):
        self.write(self.library / "Sources" / "Tiny.swift", "let tiny = 3\n")
        self.assertEqual(self.materials("verify", self.checkouts).returncode, 1)

    def test_a_file_that_git_ignores_is_refused_since_the_compiler_would_take_it(self):
        (self.library / ".git" / "info" / "exclude").write_text("Sources/More.swift\n")
        self.write(self.library / "Sources" / "More.swift", "let more = 1\n")
        done = self.materials("verify", self.checkouts)
        self.assertEqual(done.returncode, 1)
        self.assertIn("More.swift", done.stderr)

    def test_a_missing_dependency_is_refused(self):
        shutil.rmtree(self.library)
        self.assertIn("was not fetched", self.materials("verify", self.checkouts).stderr)

    # The bill of materials

    def bill(self):
        done = self.materials("bill", self.checkouts, self.tools / "plist", "1.2.3", 1_700_000_000)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_the_bill_has_what_the_schema_requires(self):
        # The required properties and the enumerations of bom-1.6.schema.json, as far as the bill has such parts.
        bill = self.bill()
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.6"))
        self.assertRegex(bill["serialNumber"],
                         r"^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
        self.assertGreaterEqual(bill["version"], 1)
        self.assertEqual(bill["metadata"]["timestamp"], "2023-11-14T22:13:20Z")
        components = [bill["metadata"]["component"], *bill["components"]]
        references = [component["bom-ref"] for component in components]
        self.assertEqual(len(set(references)), len(references))
        for component in components:
            self.assertIn(component["type"], ["application", "library", "platform"])
            self.assertTrue(component["name"] and component["version"])
            for one in component.get("hashes", []):
                self.assertEqual(one["alg"], "SHA-256")
                self.assertRegex(one["content"], r"^[0-9a-f]{64}$")
            for choice in component["licenses"]:
                self.assertEqual(choice["license"], {"id": "Apache-2.0"})
            for place in component.get("externalReferences", []):
                self.assertEqual(place["type"], "vcs")
                self.assertTrue(place["url"])
        for dependency in bill["dependencies"]:
            self.assertIn(dependency["ref"], references)
            self.assertTrue(set(dependency["dependsOn"]) <= set(references))
        known = {"$schema", "bomFormat", "specVersion", "serialNumber", "version", "metadata", "components", "dependencies"}
        self.assertEqual(set(bill), known)

    def test_the_bill_names_dependencies_and_the_toolchain_whose_libraries_are_in_the_program(self):
        by_name = {component["name"]: component for component in self.bill()["components"]}
        self.assertEqual(set(by_name), {"tiny-library", "swift-toolchain"})
        self.assertEqual(by_name["tiny-library"]["purl"], "pkg:swift/example.org/somebody/tiny-library@1.4.0")
        self.assertEqual(by_name["swift-toolchain"]["version"], "6.3.1")

    def test_the_same_parts_give_the_same_bill_and_another_program_another_one(self):
        first = self.bill()
        self.assertEqual(self.bill(), first)
        (self.tools / "plist").write_text("another\n")
        self.assertNotEqual(self.bill()["serialNumber"], first["serialNumber"])

    def test_a_license_that_nobody_has_looked_at_stops_the_release(self):
        self.write(self.library / "LICENSE.txt", "Another license\n")
        self.assertIn("its license is none of", self.materials("bill", self.checkouts, self.tools / "plist", "1", 0).stderr)

    # The archive

    def test_the_archive_has_the_program_the_license_completions_and_the_bill(self):
        done = self.release(self.root.parent / "dist")
        self.assertEqual(done.returncode, 0, done.stderr)
        archive = pathlib.Path(done.stdout.strip())
        with tarfile.open(archive) as contents:
            names = {re.sub(r"^[^/]*/?", "", member.name) for member in contents.getmembers()}
        self.assertLessEqual({"bin/plist", "LICENSE", "completions/plist.bash", "plist.cdx.json"}, names)
        self.assertTrue((archive.parent / (archive.name + ".sha256")).is_file())

    def test_two_directories_give_the_same_archive(self):
        done = self.release("--twice", self.root.parent / "dist")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the same to the byte from two directories", done.stderr)

    def test_a_program_that_has_the_name_of_its_folder_in_it_stops_the_release(self):
        done = self.release(self.root.parent / "dist", LEAK="yes")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the name of the folder", done.stderr)

    def test_what_is_not_committed_is_not_released(self):
        first = pathlib.Path(self.release(self.root.parent / "first").stdout.strip()).read_bytes()
        (self.root / "payload").write_text("# changed\n")
        second = pathlib.Path(self.release(self.root.parent / "second").stdout.strip()).read_bytes()
        self.assertEqual(first, second)

    def test_changed_sources_stop_the_release_before_anything_is_built(self):
        self.write(self.library / "Sources" / "Tiny.swift", "let tiny = 4\n")
        done = self.release(self.root.parent / "dist")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("files that are not those of its commit", done.stderr)


if __name__ == "__main__":
    unittest.main()
