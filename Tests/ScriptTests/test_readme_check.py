"""Tests of Scripts/readme-check: blocks and tables whose commands do something else fail."""
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "Scripts" / "readme-check"
HEAD = "| before | now | result |\n|---|---|---|\n"


def check(text):
    """Whether a page with this text passes."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.md")
        page.write_text(text, encoding="utf-8")
        return subprocess.run([SCRIPT, page], capture_output=True, text=True, check=False).returncode == 0


def table(row, roles="quoted, run, result"):
    return check(f"<!-- table: {roles} -->\n{HEAD}{row}\n")


@unittest.skipUnless(any(pathlib.Path(SCRIPT.parent.parent, ".build").glob("*/plist")), "the tool is not built")
class ReadmeCheckTests(unittest.TestCase):
    def test_output_and_status_are_compared(self):
        self.assertTrue(check("```console\n$ echo a; exit 3\na\n[exit 3]\n```\n"))
        self.assertFalse(check("```console\n$ echo a\nb\n```\n"))

    def test_a_named_page_without_commands_fails(self):
        self.assertFalse(check("```console no-run\n$ echo a\n```\n"))

    def test_a_block_can_have_a_condition(self):
        self.assertTrue(check("<!-- if: true -->\n\n```console\n$ echo a\na\n```\n"))
        self.assertFalse(check("<!-- if: true -->\n\n```console\n$ echo a\nb\n```\n"))
        self.assertTrue(check("<!-- if: false -->\n\n```console\n$ echo a\nb\n```\n\n```console\n$ true\n```\n"))

    def test_a_folder_can_be_named(self):
        self.assertTrue(check("<!-- folder: Examples/Data -->\n\n```console\n$ ls broken.plist\nbroken.plist\n```\n"))

    def test_git_needs_no_settings(self):
        command = "git init -q . && git commit -qm a --allow-empty && git log --format=%an"
        self.assertTrue(check(f"```console\n$ {command}\nPlinth\n```\n"))

    def test_cells_of_tables_are_run(self):
        self.assertTrue(table("| `x` | `printf 'a\\nb\\n'` | `a` `b` |"))
        self.assertTrue(table("| `x` | `echo a \\| tr a b` | `b` |"))
        self.assertTrue(table("| `x` | `seq 9` | `1` `…` |"))
        self.assertTrue(table("| `x` | `true` | |"))
        self.assertTrue(table("| `x` | `false` (exit 1) | |"))
        self.assertFalse(table("| `x` | `echo a` | `b` |"))
        self.assertFalse(table("| `x` | `false` | |"))
        self.assertFalse(table("| `x` | `echo a >&2` | |"))
        self.assertFalse(table("| `x` | nothing | |"))

    def test_the_result_of_an_edit_is_its_difference(self):
        page = "<!-- folder: Examples/Data -->\n<!-- table: run, result -->\n| now | result |\n|---|---|\n| `{}` | {} |\n"
        self.assertTrue(check(page.format("plist set settings.plist fontSize 15 --type integer", "`~ fontSize: 14 → 15`")))
        self.assertFalse(check(page.format("plist set settings.plist fontSize 15 --type integer", "")))
        self.assertTrue(check(page.format("touch new.plist", "`created new.plist`")))
        self.assertTrue(check(page.format("rm settings.plist", "`removed settings.plist`")))

    def test_a_column_without_a_role_fails(self):
        self.assertFalse(table("| `x` | `true` | |", roles="quoted, run"))


if __name__ == "__main__":
    unittest.main()
