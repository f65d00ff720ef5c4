"""Tests of Scripts/links: a link that leads nowhere is found, in the pages and in the site."""
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "Scripts" / "links"


class LinkTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / "Scripts").mkdir()
        shutil.copy(SCRIPT, self.root / "Scripts" / "links")
        subprocess.run(["git", "init", "-q"], cwd=self.root, check=True)
        (self.root / "other.md").write_text("# Other page\n\n## A part of it\n")

    def check(self, *words):
        return subprocess.run([self.root / "Scripts" / "links", *words], capture_output=True, text=True, check=False)

    def page(self, text):
        (self.root / "page.md").write_text(text, encoding="utf-8")
        return self.check()

    def test_links_to_files_and_headings_are_found(self):
        done = self.page("[a](other.md) and [`b`](other.md#a-part-of-it) <img src=\"other.md\"> [c](https://example.org)\n")
        self.assertEqual((done.returncode, done.stdout), (0, "3 links in 2 pages\n"))

    def test_a_link_to_nothing_fails(self):
        for link in ["[a](missing.md)", "[a](other.md#no-part)", "<img src=\"missing.svg\">", "[a](../outside.md)"]:
            self.assertEqual(self.page(link + "\n").returncode, 1, link)

    def test_code_has_no_links(self):
        done = self.page("[a](other.md) `[b](missing.md)`\n\n```swift\nlet c = [d](missing.md)\n```\n")
        self.assertEqual(done.returncode, 0)

    def site(self, references, heading="part"):
        pages = {
            "documentation/first": {"metadata": {"title": "First"}, "references": references},
            "documentation/first/page": {
                "metadata": {"title": "Page"}, "references": {},
                "primaryContentSections": [{"content": [{"type": "heading", "anchor": heading}]}],
            },
        }
        for name, page in pages.items():
            file = self.root / "site" / "data" / f"{name}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(page))
        return self.check("--site", str(self.root / "site")).returncode

    def test_references_of_a_site_lead_to_its_pages(self):
        self.assertEqual(self.site({"a": {"type": "topic", "url": "/documentation/First/Page"}}), 0)
        self.assertEqual(self.site({"a": {"type": "section", "url": "/documentation/first/page#Part"}}), 0)
        self.assertEqual(self.site({"a": {"type": "topic", "url": "/documentation/first/other"}}), 1)
        self.assertEqual(self.site({"a": {"type": "section", "url": "/documentation/first/page#other"}}), 1)

    def test_symbols_of_other_modules_are_not_pages(self):
        page = {"a": {"type": "topic", "url": "/documentation/first/page"}}
        self.assertEqual(self.site({**page, "b": {"type": "unresolvable", "title": "Swift.Sendable"}}), 0)
        self.assertEqual(self.site({**page, "b": {"type": "unresolvable", "title": "First.Missing"}}), 1)


if __name__ == "__main__":
    unittest.main()
