"""Tests `make install` and `make uninstall`, and the pages of the manual."""

import os
import re
import tempfile
import unittest

from common import folders
from common.project import ROOT, make, run

DOCUMENTS = ROOT / "docs" / "reference"


def make_in(folder, target, **settings):
    return make("-s", target, "DESTDIR=" + str(folder), *("%s=%s" % item for item in settings.items()))


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


class Install(folders.Case):
    def install(self, **settings):
        answer = make_in(self.folder, "install", **settings)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)

    def test_everything_comes_and_goes(self):
        other = self.folder / "usr/local/share/man/man1/other.1"
        other.parent.mkdir(parents=True)
        other.touch()
        self.install()
        expected = ["etc/security/limits.d/treadle.conf", "usr/local/bin/treadle", "usr/local/share/man/man1/other.1"]
        expected += ["usr/local/lib/systemd/system/treadle@.service", "usr/local/lib/udev/rules.d/60-treadle.rules"]
        expected += ["usr/local/share/man/man1/treadle.1", "usr/local/share/man/man5/treadle.yaml.5"]
        expected += ["usr/local/share/bash-completion/completions/treadle", "usr/local/share/zsh/site-functions/_treadle"]
        expected += ["usr/local/share/fish/vendor_completions.d/treadle.fish"]
        self.assertEqual(files(self.folder), sorted(expected))
        said = run(self.folder / "usr/local/bin/treadle", "--version")
        self.assertRegex(said.stdout, r"^treadle [0-9.]+, ")
        self.assertEqual(make_in(self.folder, "uninstall").returncode, 0)
        self.assertEqual(files(self.folder), ["usr/local/share/man/man1/other.1"])

    def test_the_service_starts_the_program_where_it_is(self):
        self.install(PREFIX="/opt/treadle", SYSCONFDIR="/opt/etc")
        unit = (self.folder / "opt/treadle/lib/systemd/system/treadle@.service").read_text()
        self.assertIn("\nExecStart=/opt/treadle/bin/treadle run ", unit)
        self.assertEqual([name for name in files(self.folder) if not name.startswith("opt/")], [])

    def test_a_program_that_is_not_built_is_said(self):
        answer = run(ROOT / "Board/tools/install", self.folder / "none", env=dict(os.environ, DESTDIR=str(self.folder)))
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("make firmware ARCH=", answer.stderr)
        self.assertEqual(files(self.folder), [])


class Manual(unittest.TestCase):
    def page(self, *words):
        return run(ROOT / "Board/tools/manual", *words, check=True).stdout

    def shown(self, page):
        text = run("mandoc", "-Tutf8", "-Owidth=80", input=page).stdout
        return re.sub(".\b", "", text)

    def test_pages_are_well_formed(self):
        for source in ["CONFIGURATION.md", "COMMANDS.md"]:
            page = self.page("treadle.yaml", "5", "of a test", DOCUMENTS / source)
            answer = run("mandoc", "-Tlint", "-Wwarning", input=page)
            self.assertEqual((answer.returncode, answer.stdout), (0, ""))
            text = self.shown(page)
            for heading in re.findall("(?m)^## (.*)$", (DOCUMENTS / source).read_text()):
                self.assertIn("\n%s\n" % heading.upper(), text)

    def test_signs_of_roff_are_text(self):
        with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
            file.write("# Title\n\n.SH no section, `a\\fBb`, `-o`, **bold** and [a link](x.md#y), ~/x `^`\n\n"
                       "- one\n  - two\n- three\n\n| a | b |\n|---|---|\n| `x\\|y` | .z |\n\n    'literal\n    \\e .x\n")
            file.flush()
            text = self.shown(self.page("x", "5", "of a test", file.name))
        for said in [".SH no section, a\\fBb, -o, bold and a link, ~/x ^", "x|y", ".z", "'literal", "\\e .x"]:
            self.assertIn(said, text)
        self.assertRegex(text, r"(?m)^ {7}• one\n\n {9}• two\n\n {7}• three$")
