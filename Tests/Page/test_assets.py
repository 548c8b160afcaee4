"""The files of the page in the program (W17): their limits, their names, and what must not be in them (W5)."""

import gzip
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from common.project import ROOT, run  # noqa: E402

TOOL = ROOT / "Board/tools/page"
SOURCE = ROOT / "Sources/Web/Page"
HEADER = ROOT / "build/generated/treadle-page.h"
MOST, MOST_COMPRESSED = 220 * 1024, 60 * 1024

# What is put into a file of the page, and what the tool says of it.
REFUSED = [
    ("js/dom.js", 'element.innerHTML = "";', "innerHTML"),
    ("js/dom.js", 'element.insertAdjacentHTML("beforeend", "");', "insertAdjacentHTML"),
    ("js/dom.js", 'document.write("");', "document.write"),
    ("js/dom.js", 'eval("");', "eval"),
    ("js/dom.js", 'fetch("https://example.com/");', "https://"),
    ("js/dom.js", 'fetch("//example.com/");', "//e"),
    ("js/dom.js", 'import { nothing } from "./store.js";\nnothing();', "exports no `nothing`"),
    ("js/dom.js", 'import { watch } from "./stores.js";', "there is no ./stores.js"),
    ("js/dom.js", 'import { watch } from "./store.js";', "nothing uses `watch`"),
    ("js/store.js", 'import { act } from "./box.js";\nact("tap");', "imports itself"),
    ("js/dom.js", "unknownName();", "nothing declares `unknownName`"),
    ("js/dom.js", "export const idle = 1;", "no other module uses `idle`"),
    ("css/base.css", "p { background: url(elsewhere.png); }", "url("),
    ("css/base.css", '@import "other.css";', "@import"),
    ("index.html", '<p style="color: red">', "inline"),
    ("index.html", "<script>start();</script>", "inline"),
    ("index.html", '<button onclick="start()">', "inline"),
]


class Page:
    """A copy of the page's sources, and the tool that builds them."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.source, self.out = (pathlib.Path(self.folder.name) / name for name in ("source", "out"))
        shutil.copytree(SOURCE, self.source)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def add(self, name, text):
        path = self.source / name
        path.write_text(text + "\n" + path.read_text() if text.startswith("import") else path.read_text() + text + "\n")

    def build(self):
        shutil.rmtree(self.out, ignore_errors=True)
        return run(TOOL, "--source", self.source, "-o", self.out)

    def files(self):
        return {path.name: path.read_bytes() for path in self.out.iterdir()}


class Assets(unittest.TestCase):
    def setUp(self):
        self.page = self.enterContext(Page())

    def test_staysWithinItsLimits(self):
        self.assertEqual(self.page.build().returncode, 0)
        files = self.page.files().values()
        self.assertLessEqual(sum(map(len, files)), MOST)
        self.assertLessEqual(sum(len(gzip.compress(data, 9, mtime=0)) for data in files), MOST_COMPRESSED)

    def test_isRefusedOneByteBeyondTheLimit(self):
        self.page.build()
        # A declaration of as many bytes as are free, which compresses to almost nothing where it stands last.
        free = MOST - sum(map(len, self.page.files().values()))
        rule = "p{--a:%s}"
        self.page.add("css/box.css", rule % ("a" * (free - len(rule % ""))))
        built = self.page.build()
        self.assertEqual(built.returncode, 0, built.stderr)
        self.page.add("css/box.css", "b{}")
        self.assertIn("(W17)", self.page.build().stderr)

    def test_isRefusedBeyondTheCompressedLimit(self):
        digits = "".join(str(pow(7, power, 1000003)) for power in range(3000))
        self.page.add("css/base.css", "p{--a:%s}" % digits)
        self.assertIn("(W17)", self.page.build().stderr)

    def test_isTheSameEachTime(self):
        self.page.build()
        first = self.page.files()
        self.page.build()
        self.assertEqual(first, self.page.files())

    def test_changesTheNameOfAFileWithItsContent(self):
        self.page.build()
        before = set(self.page.files())
        self.page.add("css/base.css", "p{margin:1px}")
        self.page.build()
        changed = before ^ set(self.page.files())
        self.assertEqual({name.split(".")[0] for name in changed}, {"page"})
        self.assertEqual({name.rsplit(".", 1)[1] for name in changed}, {"css"})

    def test_refersToItsFilesOnly(self):
        self.page.build()
        files = self.page.files()
        index = files["index.html"].decode()
        self.assertEqual(set(re.findall(r'(?:src|href)="([^"]+)"', index)) | {"index.html"}, set(files))
        self.assertNotRegex(index, r"<style|<script>|style=")

    def test_refusesWhatThePolicyForbids(self):
        for name, text, said in REFUSED:
            with self.subTest(text), Page() as page:
                page.add(name, text)
                built = page.build()
                self.assertEqual(built.returncode, 1)
                self.assertIn(said, built.stderr)

    def test_refusesAFileThatNothingUses(self):
        (self.page.source / "js/idle.js").write_text("export const idle = 1;\n")
        self.assertIn("js/idle.js: nothing uses this file", self.page.build().stderr)


class Header(unittest.TestCase):
    def test_isOfTheseSources(self):
        self.assertEqual(run(TOOL).returncode, 0)
        text = HEADER.read_text()
        with Page() as page:
            page.build()
            for at, name in enumerate(re.findall(r'^ {4}\{"([^"]+)"', text, re.M)):
                numbers = re.search(r"page_%d\[\] = \{\n(.*?)\};" % at, text, re.S)[1].replace("\n", "").strip(",")
                data = bytes(map(int, numbers.split(",")))
                self.assertEqual(gzip.decompress(data), page.files()[name])
                # No time, and the same system everywhere (RFC 1952, 2.3).
                self.assertEqual(data[4:8] + data[9:10], b"\0\0\0\0\x03")

    def test_isNotWrittenAgainWithoutAChange(self):
        run(TOOL)
        before = HEADER.stat().st_mtime_ns
        run(TOOL)
        self.assertEqual(HEADER.stat().st_mtime_ns, before)


if __name__ == "__main__":
    unittest.main()
