"""Tests Board/tools/release in a tree of its own, whose images and packages are small stand-ins."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOARDS = ["raspberry-pi", "pc-x86_64"]
RELEASED = "## [0.1.0] - 2026-01-01\n\n### Added\n\n- Footswitches.\n"
# A fake make, which notes for which boards an image is wanted.
MAKE = "#!/bin/sh\nfor word; do :; done\necho \"$word\" >>%s\n"


class Release(unittest.TestCase):
    """I11: what is passed on can be checked."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="treadle-release-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "Board" / "tools", self.folder / "Board" / "tools")
        self.put("Sources/CPlatform/version.c", 'static const char version[] = "Treadle version 0.1.0";\n')
        for board in BOARDS:
            self.put("build/%s/treadle-%s.img.xz" % (board, board), "image of " + board)
            self.put("build/%s/update.treadle" % board, "update of " + board)
        for architecture in ["amd64", "arm64"]:
            self.put("build/package/treadle_0.1.0_%s.deb" % architecture, "package of " + architecture)
        self.put("programs/make", MAKE % (self.folder / "made"))
        (self.folder / "programs" / "make").chmod(0o755)
        self.released = self.folder / "build" / "release"

    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def release(self, changelog):
        self.put("CHANGELOG.md", changelog)
        environment = dict(os.environ, PATH="%s:%s" % (self.folder / "programs", os.environ["PATH"]))
        return subprocess.run([self.folder / "Board" / "tools" / "release"], env=environment, capture_output=True,
                              text=True)

    def test_everything_is_gathered_with_its_sum(self):
        answer = self.release("# Changelog\n\n## [Unreleased]\n\n- Tilt.\n\n" + RELEASED)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual((self.folder / "made").read_text().split(), ["BOARD=" + board for board in BOARDS])
        files = {str(path.relative_to(self.released)) for path in self.released.rglob("*") if path.is_file()}
        expected = {"treadle-%s.img.xz" % board for board in BOARDS} | {board + "/update.treadle" for board in BOARDS}
        expected |= {"treadle_0.1.0_amd64.deb", "treadle_0.1.0_arm64.deb", "CHANGES.md"}
        self.assertEqual(files, expected | {"SHA256SUMS"})
        words = ["sha256sum", "--check", "SHA256SUMS"]
        checked = subprocess.run(words, cwd=self.released, capture_output=True, text=True)
        self.assertEqual(set(checked.stdout.splitlines()), {name + ": OK" for name in expected})

    def test_it_tells_the_newest_changes_alone(self):
        self.release("# Changelog\n\n## [Unreleased]\n\n- Tilt.\n\n" + RELEASED)
        self.assertEqual((self.released / "CHANGES.md").read_text(), "## [Unreleased]\n\n- Tilt.\n\n")
        self.release("# Changelog\n\n## [Unreleased]\n\n" + RELEASED)
        self.assertEqual((self.released / "CHANGES.md").read_text(), RELEASED)

    def test_without_changes_there_is_no_release(self):
        answer = self.release("# Changelog\n")
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("does not say what has changed", answer.stderr)
