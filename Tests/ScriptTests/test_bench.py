"""Scripts/bench in a repository made for the test, with a stand-in for the compiler.

A source tree's file `times` holds what its Benchmarks program prints, so that a test decides what was measured.
"""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHAPES = ["records", "strings", "numbers", "blobs", "small", "deep"]
OPERATIONS = [f"{form} {work}" for work in ["document", "decode", "encode"] for form in ["xml", "binary"]]

# Builds nothing: the program prints the tree's times, and uses some ticks of the kernel's clock.
SWIFT = """\
    #!/bin/sh
    if [ "$1" = --version ]; then echo "Swift version 6 (test)"; exit; fi
    while [ "$1" != --package-path ]; do shift; done
    tree="${2%/Benchmarks}"
    bin="$tree/.build/release"
    [ "$3 $4" = "--scratch-path $tree/.build" ] || exit 1
    case "$*" in
    *--show-bin-path*) echo "$bin" ;;
    *)
      mkdir -p "$bin"
      # As in the program, the columns after Plinth's are a zero and spaces without Foundation.
      printf '%s\\n' '#!/bin/sh' 'sleep 0.05' 'case "$*" in *--alone*) sed "s/ [0-9.]* *[0-9.]* ×/ 0.000000       /" TIMES ;; *) cat TIMES ;; esac' |
        sed "s|TIMES|'$tree/times'|g" >"$bin/Benchmarks"
      chmod +x "$bin/Benchmarks" ;;
    esac
"""


def row(shape, operation, ours, theirs):
    return f"{shape:8} {operation:16} {1000:<10} {ours:<10} {theirs:<14} {theirs / ours:.1f} ×\n"


class BenchTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "repository"
        self.tools = self.root.parent / "tools"
        self.tools.mkdir()
        (self.tools / "swift").write_text(textwrap.dedent(SWIFT))
        (self.tools / "swift").chmod(0o755)
        for file in ["Scripts/bench", "Scripts/pages.py", "Benchmarks/Grid/machine.py"]:
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, self.root / file)
        (self.root / ".gitignore").write_text(".build*\n__pycache__\n")
        (self.root / "Benchmarks" / "README.md").write_text(
            "# Title\n\n<!-- bench table -->\nold\n<!-- end of bench table -->\n\nThe rest.\n")
        self.git("init", "-q")
        self.write_times(ours=2.0)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "First")

    def git(self, *words):
        name = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        subprocess.run(["git", *name, *words], cwd=self.root, check=True, capture_output=True)

    def write_times(self, ours, operations=OPERATIONS):
        rows = [row(shape, operation, ours, 25.0) for shape in SHAPES for operation in operations]
        (self.root / "times").write_text("shape operation\n" + "".join(rows))

    def run_script(self, *words):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}"}
        return subprocess.run([self.root / "Scripts" / "bench", *words], cwd=self.root, env=environment, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL)

    def test_every_run_says_how_busy_the_machine_was(self):
        done = self.run_script("compare")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"machine: \d+ processors; load average [\d.]+ before, [\d.]+ after; "
                         r"other processes took [\d.]+% of the processors' time \(.+\)\n$")

    def test_pairs_print_the_ratio_of_a_commit_and_the_working_tree(self):
        self.write_times(ours=3.0)
        done = self.run_script("pairs", "HEAD")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("records  xml document          2.000      3.000  1.500 (1.500 to 1.500)", done.stdout)
        self.assertIn("machine: ", done.stdout)

    def test_pairs_of_two_commits_leave_the_working_tree_alone(self):
        self.write_times(ours=1.0)
        self.git("commit", "-qam", "Second")
        self.write_times(ours=9.0)
        done = self.run_script("pairs", "HEAD^", "HEAD", "--", "--shape", "small")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("small    xml decode            2.000      1.000  0.500 (0.500 to 0.500)", done.stdout)

    def test_pairs_say_which_row_only_one_build_has(self):
        self.write_times(ours=3.0, operations=OPERATIONS[:1])
        done = self.run_script("pairs", "HEAD")
        self.assertIn("records  xml decode       only one of the builds measures this", done.stdout)

    def test_pairs_that_measure_nothing_are_an_error(self):
        (self.root / "times").write_text("shape operation\n")
        done = self.run_script("pairs", "HEAD")
        self.assertEqual(done.returncode, 1)
        self.assertIn("measured nothing", done.stderr)

    def test_a_name_that_is_not_a_commit_is_an_error(self):
        done = self.run_script("pairs", "nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nowhere is not a commit", done.stderr)

    def test_the_table_of_the_readme_is_written_and_then_checked(self):
        self.assertEqual(self.run_script("table").returncode, 0)
        readme = (self.root / "Benchmarks" / "README.md").read_text()
        self.assertIn("| an Info.plist | 12 × | 12 × | 12 × | 12 × | 12 × | 12 × |", readme)
        self.assertTrue(readme.startswith("# Title\n\n<!-- bench table -->\n| Foundation's time"))
        self.assertTrue(readme.endswith("<!-- end of bench table -->\n\nThe rest.\n"))
        self.assertEqual(json.loads((self.root / "Benchmarks" / "foundation-table.json").read_text())["runs"], 5)
        self.assertEqual(self.run_script("table", "--check").returncode, 0)

    def test_a_table_that_was_edited_by_hand_fails_the_check(self):
        self.assertEqual(self.run_script("table").returncode, 0)
        readme = self.root / "Benchmarks" / "README.md"
        readme.write_text(readme.read_text().replace("| an Info.plist | 12 ×", "| an Info.plist | 13 ×"))
        done = self.run_script("table", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not show the figures", done.stderr)


if __name__ == "__main__":
    unittest.main()
