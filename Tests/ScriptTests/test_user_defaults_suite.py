"""Scripts/user-defaults-suite with tests of UserDefaults that are made here."""
import os
import pathlib
import subprocess
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

PASSING = """\
    class TestOfOurs : XCTestCase {
      // An equals sign = and a brace { in a comment.
      func test_types() {
        let defaults = UserDefaults.standard
        let bytes = [1, 2] as [UInt8]
        defaults.register(defaults: ["a": "7 dwarfs", "b": URL(fileURLWithPath: "/no/such file")])
        defaults.set(2.5 as Float, forKey: "c") // and more
        defaults.set(NSData(bytes: bytes, length: bytes.count), forKey: "d")
        XCTAssertEqual(defaults.integer(forKey: "a"), 7)
        XCTAssertEqual(defaults.url(forKey: "b"), URL(fileURLWithPath: "/no/such file"))
        XCTAssertEqual(defaults.double(forKey: "c"), Double(2.5 as Float))
        XCTAssertEqual(defaults.data(forKey: "d"), Data(bytes))
      }
      func test_domain() {
        let pair = (key: "name", value: ["x", true] as [AnyHashable])
        nonisolated(unsafe) var count = 0
        let observer = NotificationCenter.default.addObserver(forName: nil) { (_) in
          if count == 1 { count += 1 } else { XCTFail("too many") }
        }
        let first = UserDefaults(suiteName: nil)!
        let values: [String: Any] =
          [ pair.key: pair.value,
            "other": [ "date": Date() ] ]
        first.setPersistentDomain(values, forName: "ours")
        let second = UserDefaults(suiteName: nil)!
        if let domain = second.persistentDomain(forName: "ours") {
          XCTAssertEqual(domain.count, 2)
          XCTAssertEqual(domain[pair.key] as? [AnyHashable], pair.value)
        } // That was it.
        NotificationCenter.default.removeObserver(observer)
      }
    }
    """


class UserDefaultsSuiteTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        build = ["swift", "build", "--package-path", str(ROOT), "--product", "preferences-program"]
        subprocess.run(build, check=True, capture_output=True)
        shown = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True)
        cls.environment = {
            **os.environ, "PREFERENCES_PROGRAM": f"{shown.stdout.strip()}/preferences-program"}

    def run_suite(self, text):
        with tempfile.TemporaryDirectory() as directory:
            suite = pathlib.Path(directory, "Tests.swift")
            suite.write_text(textwrap.dedent(text))
            return subprocess.run(
                [ROOT / "Scripts" / "user-defaults-suite", suite, "--verbose"],
                capture_output=True, text=True, env=self.environment)

    def test_each_call_is_one_of_preferences(self):
        result = self.run_suite(PASSING)
        self.assertEqual(
            result.stdout.splitlines(),
            ["test_types: passed, 4 expectations", "test_domain: passed, 2 expectations",
             "2 passed, 0 failed, 0 left out"])
        self.assertEqual(result.returncode, 0)

    def test_an_expectation_that_does_not_hold_fails(self):
        spoiled = [
            ('"a"), 7', '"a"), 8'), ("Double(2.5 as Float)", "2.25"), ('"d"), Data(bytes)', '"c"), Data(bytes)'),
            ("domain.count, 2", "domain.count, 3"), ("AnyHashable], pair.value", "AnyHashable], pair.key")]
        for held, does_not in spoiled:
            text = PASSING.replace(held, does_not)
            result = self.run_suite(text)
            self.assertIn("1 passed, 1 failed", result.stdout)
            self.assertEqual(result.returncode, 1)

    def test_a_statement_that_is_not_known_fails_and_volatile_domains_are_left_out(self):
        unknown = PASSING.replace("XCTAssertEqual(domain.count, 2)", "for x in domain { use(x) }")
        unknown = unknown.replace("let bytes", "let names = defaults.volatileDomainNames\n    let bytes")
        result = self.run_suite(unknown)
        self.assertIn("test_types: left out, volatile domains", result.stdout)
        self.assertIn("test_domain: cannot be ported", result.stdout)
        self.assertEqual(result.returncode, 1)

    def test_a_file_without_tests_is_not_a_success(self):
        result = self.run_suite("class Empty {}\n")
        self.assertEqual(result.stdout, "0 passed, 0 failed, 0 left out\n")
        self.assertEqual(result.returncode, 1)


if __name__ == "__main__":
    unittest.main()
