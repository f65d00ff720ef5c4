"""Scripts/instructions in a repository made for the test, with stand-ins for the compiler and Valgrind.

A source tree's file `counts` says how many instructions its workloads need, so that a test decides what was counted.
"""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import textwrap
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "Scripts" / "instructions"

# Builds nothing: the program is a copy of the tree's counts.
SWIFT = """\
    #!/bin/sh
    if [ "$1" = --version ]; then echo "${COMPILER:-Swift version 6}"; exit; fi
    while [ "$1" != --package-path ]; do shift; done
    tree="${2%/Benchmarks}"
    bin="$tree/.build/release"
    [ "$3 $4" = "--scratch-path $tree/.build" ] || exit 1
    case "$*" in
    *--show-bin-path*) echo "$bin" ;;
    *)
      mkdir -p "$bin"
      printf '%s\\n' '#!/bin/sh' 'grep -v -e start-up -e get-large "$0" | grep "^#: " | cut -d" " -f2' >"$bin/InstructionWorkloads"
      sed 's/^/#: /' "$tree/counts" >>"$bin/InstructionWorkloads"
      cp "$bin/InstructionWorkloads" "$bin/plist"
      chmod +x "$bin/InstructionWorkloads" "$bin/plist" ;;
    esac
"""
VALGRIND = """\
    #!/bin/sh
    if [ "$1" = --version ]; then echo valgrind-3; exit; fi
    for word in "$@"; do last=$word; done
    case $last in
    CFBundleName) last=start-up-get ;;
    "[9999].name") last=get-large-xml ;;
    name-9999) last=get-large-binary ;;
    esac
    count=$(sed -n "s/^#: $last //p" ./InstructionWorkloads)
    echo "==1== Collected : $count" >&2
"""
STRIP = """\
    #!/bin/sh
    cp "$4" "$3"
"""


class InstructionTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "repository"
        self.tools = pathlib.Path(folder.name) / "tools"
        self.tools.mkdir()
        for name, text in [("swift", SWIFT), ("valgrind", VALGRIND), ("strip", STRIP)]:
            (self.tools / name).write_text(textwrap.dedent(text))
            (self.tools / name).chmod(0o755)
        for file in ["Scripts/instructions", "Benchmarks/Sources/InstructionWorkloads/Workloads.swift",
                     "Examples/Data/FlashCards-Info.plist"]:
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            (self.root / file).touch()
        shutil.copy(SCRIPT, self.root / "Scripts" / "instructions")
        (self.root / ".gitignore").write_text(".build*\n")
        self.git("init", "-q")
        self.counts(start=9000, read=1000, write=2000)
        self.assertPasses(self.run_script("--update"))
        self.commit("First")

    def git(self, *words):
        name = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        subprocess.run(["git", *name, *words], cwd=self.root, check=True, capture_output=True)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def counts(self, start, **workloads):
        lines = [f"start-up-get {start}", "get-large-xml 7000", "get-large-binary 8000", *(f"{name} {count}" for name, count in workloads.items())]
        (self.root / "counts").write_text("\n".join(lines) + "\n")

    def run_script(self, *words, **variables):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}", **variables}
        return subprocess.run([self.root / "Scripts" / "instructions", *words], cwd=self.root, env=environment,
                              text=True, capture_output=True, stdin=subprocess.DEVNULL)

    def stored(self):
        return json.loads((self.root / "Benchmarks" / "instructions.json").read_text())["workloads"]

    def assertPasses(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def assertFails(self, done, message):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(message, done.stderr)

    def test_equal_counts_pass(self):
        self.assertPasses(self.run_script())

    def test_three_percent_more_pass_and_four_fail_with_the_workload_named(self):
        self.counts(start=9000, read=1030, write=2000)
        self.assertPasses(self.run_script())
        self.counts(start=9000, read=1000, write=2080)
        done = self.run_script()
        self.assertFails(done, "write: grew by more than 3%")
        self.assertNotIn("read: grew", done.stderr)

    def test_growth_in_small_steps_is_noticed(self):
        for count in [1020, 1040]:
            self.counts(start=9000, read=count, write=2000)
            self.commit(f"Grow to {count}")
        self.assertFails(self.run_script(), "read: grew by more than 3%")

    def test_a_larger_figure_is_stored_with_a_reason_alone(self):
        self.counts(start=9000, read=1100, write=2000)
        refused = self.run_script("--update", "read")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("say why with --reason", refused.stderr)
        self.assertPasses(self.run_script("--update", "--reason", "Checks more.", "read"))
        self.assertEqual(self.stored()["read"], {"instructions": 1100, "reason": "Checks more."})
        self.assertPasses(self.run_script())

    def test_a_figure_that_was_edited_without_a_new_reason_fails_and_goes_on_failing(self):
        file = self.root / "Benchmarks" / "instructions.json"
        file.write_text(file.read_text().replace("1000", "1100"))
        self.assertFails(self.run_script(), "read: a larger figure is stored without a new reason")
        self.commit("Raise a figure")
        (self.root / "other").touch()
        self.commit("Do something else")
        self.assertFails(self.run_script(), "stores a larger figure without a new reason")

    def test_a_new_workload_needs_a_figure(self):
        self.counts(start=9000, read=1000, write=2000, parse=500)
        self.assertFails(self.run_script(), "parse: no figure is stored")
        self.assertPasses(self.run_script("--update", "parse"))
        self.assertPasses(self.run_script())

    def test_a_workload_that_is_gone_must_be_gone_from_the_figures(self):
        self.counts(start=9000, read=1000)
        self.assertFails(self.run_script(), "write: its figure is stored, but the workload is gone")
        self.assertPasses(self.run_script("--update"))
        self.assertPasses(self.run_script())

    def test_another_compiler_compares_with_the_parent_commit(self):
        self.counts(start=9000, read=1500, write=2000)
        self.commit("Grow before the compiler changes")
        done = self.run_script(COMPILER="Swift version 7")
        self.assertFails(done, "read: grew by more than 3%")
        self.assertIn("stored for another compiler", done.stdout)
        (self.root / "other").touch()
        self.commit("Do something else")
        self.assertPasses(self.run_script(COMPILER="Swift version 7"))

    def test_a_commit_that_moves_to_another_compiler_is_still_compared_with_its_parent(self):
        self.counts(start=9000, read=1500, write=2000)
        self.assertPasses(self.run_script("--update", COMPILER="Swift version 7"))
        self.commit("Move and grow")
        self.assertFails(self.run_script(COMPILER="Swift version 7"), "read: grew by more than 3%")

    def test_a_reason_holds_where_the_parent_is_counted(self):
        self.counts(start=9000, read=1500, write=2000)
        self.assertPasses(self.run_script("--update", "--reason", "Checks more.", "read"))
        self.commit("Check more")
        self.assertPasses(self.run_script(COMPILER="Swift version 7"))

    def test_another_environment_can_store_a_reason_without_a_figure(self):
        self.counts(start=9000, read=1500, write=2000)
        self.assertPasses(self.run_script("--update", "--reason", "Checks more.", "read", COMPILER="Swift version 7"))
        self.assertEqual(self.stored()["read"], {"instructions": 1000, "reason": "Checks more."})
        self.commit("Check more")
        self.assertPasses(self.run_script(COMPILER="Swift version 7"))

    def test_a_small_raise_needs_a_reason_too(self):
        file = self.root / "Benchmarks" / "instructions.json"
        file.write_text(file.read_text().replace("1000", "1030"))
        self.counts(start=9000, read=1060, write=2000)
        self.commit("Grow by 6 %")
        self.assertFails(self.run_script(), "stores a larger figure without a new reason")

    def test_a_reason_that_comes_later_heals_the_history(self):
        file = self.root / "Benchmarks" / "instructions.json"
        file.write_text(file.read_text().replace("1000", "1100"))
        self.commit("Raise a figure")
        self.counts(start=9000, read=1100, write=2000)
        self.assertPasses(self.run_script("--update", "--reason", "Checks more.", "read"))
        self.commit("Say why")
        self.assertPasses(self.run_script())

    def test_a_clone_without_the_parent_commit_asks_for_it(self):
        (self.root / "other").touch()
        self.commit("Second")
        clone = self.root.parent / "clone"
        subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{self.root}", clone], check=True)
        self.root = clone
        for compiler in ["Swift version 6", "Swift version 7"]:
            done = self.run_script(COMPILER=compiler)
            self.assertEqual(done.returncode, 2)
            self.assertIn("git fetch --deepen=1", done.stderr)

    def test_a_folder_that_is_not_a_repository_is_an_error(self):
        shutil.rmtree(self.root / ".git")
        done = self.run_script(GIT_CEILING_DIRECTORIES=str(self.root.parent))
        self.assertEqual(done.returncode, 2)
        self.assertIn("git does not know", done.stderr)

    def test_a_comparison_with_an_unknown_commit_is_an_error(self):
        done = self.run_script("--against", "nowhere")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nowhere is not a commit", done.stderr)

    def test_another_commit_can_be_compared_with(self):
        self.counts(start=9000, read=1500, write=2000)
        self.commit("Grow")
        self.assertFails(self.run_script("--against", "HEAD^"), "read: grew by more than 3%")

    def test_a_workload_that_is_not_counted_is_an_error(self):
        (self.tools / "valgrind").write_text("#!/bin/sh\n[ \"$1\" = --version ] && echo valgrind-3 && exit\nexit 9\n")
        done = self.run_script()
        self.assertEqual(done.returncode, 2)
        self.assertIn("was not counted (exit status 9)", done.stderr)

    def test_a_name_that_no_workload_has_is_an_error(self):
        done = self.run_script("reed")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no workload is named reed; there are: start-up-get, get-large-xml, get-large-binary, read, write", done.stderr)


if __name__ == "__main__":
    unittest.main()
