"""Tests of Scripts/output-check: long lines fail, and so does a log without a test run."""
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "Scripts" / "output-check"
END = "✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.\n"


def check(text):
    """The exit status and the standard error for a log."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as log:
        log.write(text)
        log.flush()
        run = subprocess.run([SCRIPT, log.name], capture_output=True, text=True, check=False)
    return run.returncode, run.stderr


class OutputCheckTests(unittest.TestCase):
    def test_short_lines_pass(self):
        self.assertEqual(check("é" * 300 + "\n" + END), (0, ""))

    def test_a_long_line_fails_with_its_number(self):
        status, errors = check("a\n" + "x" * 301 + "\n" + END)
        self.assertEqual(status, 1)
        self.assertTrue(errors.startswith("2: 301 characters: xxx"))
        self.assertLess(len(errors), 200)

    def test_messages_that_tests_wrote_into_one_line_are_measured_separately(self):
        cut, whole = '◇ Test case passing 1 argument path → "a', "◇ Test case passing 1 argument file → "
        self.assertEqual(check(cut + whole + "x" * 261 + "\n" + END), (0, ""))
        status, errors = check(cut + whole + "x" * 263 + "\n" + END)
        self.assertEqual(status, 1)
        self.assertTrue(errors.startswith(f"1: 301 characters: {whole}xxx"))

    def test_a_log_without_a_run_fails(self):
        self.assertEqual(check("error: could not build\n")[0], 1)


if __name__ == "__main__":
    unittest.main()
