"""Tests Board/tools/release in a tree of its own, whose images and packages are small stand-ins, with keys of minisign."""

import os
import pathlib
import shutil
import subprocess

from common import folders
from common.project import ROOT, run

BOARDS = ["raspberry-pi", "pc-x86_64"]
RELEASED = "## [0.1.0] - 2026-01-01\n\n### Added\n\n- Footswitches.\n"
# A fake make and a fake Board/tools/packages, which note what is wanted.
MAKE = "#!/bin/sh\nfor word; do :; done\necho \"$word\" >>%s\n"
PACKAGES = "#!/bin/sh\necho \"$1\" >>%s\n"


class ReleaseCase(folders.Case):
    """A tree in which Board/tools/release finds stand-ins for all that takes long to build."""

    def setUp(self):
        super().setUp()
        for part in ["tools", "common"]:
            shutil.copytree(ROOT / "Board" / part, self.folder / "Board" / part)
        self.put("Sources/CPlatform/version.c", 'static const char version[] = "Treadle version 0.1.0";\n')
        for board in BOARDS:
            self.put("build/%s/treadle-%s.img.xz" % (board, board), "image of " + board)
            self.put("build/%s/update.treadle" % board, "update of " + board)
            self.put("build/%s/slot/licences/treadle.spdx.json" % board, "bill of " + board)
        for architecture in ["amd64", "arm64"]:
            self.put("build/package/treadle_0.1.0_%s.deb" % architecture, "package of " + architecture)
        self.put("programs/make", MAKE % (self.folder / "made"))
        (self.folder / "programs" / "make").chmod(0o755)
        self.put("Board/tools/packages", PACKAGES % (self.folder / "made"))
        self.released = self.folder / "build" / "release"
        # Without the development key of this user.
        self.environment = dict(os.environ, PATH="%s:%s" % (self.folder / "programs", os.environ["PATH"]),
                                XDG_CACHE_HOME=str(self.folder / "cache"))
        for name in ["TREADLE_UPDATE_KEY", "TREADLE_UPDATE_PASSWORD_FILE", "TREADLE_RESERVE_KEY", "TREADLE_BILL"]:
            self.environment.pop(name, None)

    def put(self, name, text):
        folders.write(self.folder, {name: text})

    def make_key(self, name, password=None):
        """A pair of keys in the tree; returns the path of the secret one."""
        path = self.folder / (name + ".key")
        run("minisign", "-G", *([] if password else ["-W"]), "-s", path, "-p", path.with_suffix(".pub"),
            input=2 * ((password or "") + "\n"), check=True)
        return path

    def use_keys(self, in_use, in_reserve):
        self.environment.update(TREADLE_UPDATE_KEY=str(in_use), TREADLE_RESERVE_KEY=str(in_reserve.with_suffix(".pub")))

    def release(self, changelog="# Changelog\n\n" + RELEASED):
        self.put("CHANGELOG.md", changelog)
        return run(self.folder / "Board" / "tools" / "release", env=self.environment, stdin=subprocess.DEVNULL)


class Release(ReleaseCase):
    """I11: what is passed on can be checked."""

    def setUp(self):
        super().setUp()
        self.use_keys(self.make_key("release"), self.make_key("reserve"))

    def test_everything_is_gathered_with_its_sum(self):
        answer = self.release("# Changelog\n\n## [Unreleased]\n\n- Tilt.\n\n" + RELEASED)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        # The fixes of the day come first.
        self.assertEqual(self.made(), ["lists", "package", *("BOARD=" + board for board in BOARDS), "gather"])
        files = {str(path.relative_to(self.released)) for path in self.released.rglob("*") if path.is_file()}
        expected = {"treadle-%s.img.xz" % board for board in BOARDS} | {board + "/update.treadle" for board in BOARDS}
        expected |= {"treadle-%s.spdx.json" % board for board in BOARDS}
        expected |= {"keys/in-use.pub", "keys/in-reserve.pub", "keys/withdrawn"}
        expected |= {"treadle_0.1.0_amd64.deb", "treadle_0.1.0_arm64.deb", "CHANGES.md"}
        self.assertEqual(files, expected | {"SHA256SUMS"})
        checked = run("sha256sum", "--check", "SHA256SUMS", cwd=self.released)
        self.assertEqual(set(checked.stdout.splitlines()), {name + ": OK" for name in expected})

    def made(self):
        return (self.folder / "made").read_text().split()

    def test_a_release_with_the_bill_of_another_leaves_the_lists_alone(self):
        self.environment["TREADLE_BILL"] = str(self.folder / "build" / "release")
        answer = self.release()
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("move the release with the bills elsewhere", answer.stderr)
        self.environment["TREADLE_BILL"] = str(self.folder / "another")
        self.assertEqual(self.release().returncode, 0)
        self.assertEqual(self.made(), ["package", *("BOARD=" + board for board in BOARDS), "gather"])

    def test_it_tells_the_newest_changes_alone(self):
        self.release("# Changelog\n\n## [Unreleased]\n\n- Tilt.\n\n" + RELEASED)
        self.assertEqual((self.released / "CHANGES.md").read_text(), "## [Unreleased]\n\n- Tilt.\n\n")
        self.release("# Changelog\n\n## [Unreleased]\n\n" + RELEASED)
        self.assertEqual((self.released / "CHANGES.md").read_text(), RELEASED)

    def test_without_changes_there_is_no_release(self):
        answer = self.release("# Changelog\n")
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("does not say what has changed", answer.stderr)


class Keys(ReleaseCase):
    """I5: what a release is signed with."""

    def refused(self, words):
        answer = self.release()
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn(words, answer.stderr)
        self.assertFalse((self.folder / "made").exists(), "something was built first")

    def test_a_release_needs_a_key_in_use_and_one_in_reserve(self):
        self.refused("TREADLE_UPDATE_KEY=NAME.key is missing")
        self.environment["TREADLE_UPDATE_KEY"] = str(self.make_key("release"))
        self.refused("TREADLE_RESERVE_KEY=OTHER.pub is missing")
        self.environment["TREADLE_RESERVE_KEY"] = str(self.folder / "none.pub")
        self.refused("no file")
        self.environment["TREADLE_RESERVE_KEY"] = str(self.folder / "release.pub")
        self.refused("TREADLE_RESERVE_KEY is the key in use")

    def test_a_development_key_signs_no_release(self):
        made = run(self.folder / "Board" / "tools" / "update-key", env=self.environment, check=True).stdout
        development, other = pathlib.Path(made.strip()), self.make_key("other")
        self.use_keys(development, other)
        self.refused("is a development key")
        self.use_keys(other, development)
        self.refused("is a development key")
        # Under another name.
        for suffix in [".key", ".pub"]:
            shutil.copy(development.with_suffix(suffix), self.folder / ("renamed" + suffix))
        self.use_keys(self.folder / "renamed.key", other)
        self.refused("is a development key")

    def test_a_withdrawn_key_signs_no_release(self):
        release, reserve = self.make_key("release"), self.make_key("reserve")
        for key, keys in [(release, (release, reserve)), (reserve, (release, reserve))]:
            self.put("Board/common/withdrawn-keys.txt", "# Lost.\n%s in a train\n" % number(key).lstrip("0").lower())
            self.use_keys(*keys)
            self.refused("was withdrawn: " + number(key))
        self.put("Board/common/withdrawn-keys.txt", "lost in a train\n")
        self.refused("lost is no number of a key")

    def test_a_secret_key_needs_its_public_key_and_its_password(self):
        release, reserve = self.make_key("release", "sesame"), self.make_key("reserve")
        self.use_keys(release, reserve)
        self.refused("has a password")
        for password, words in [("open", "signs nothing"), ("sesame", "does not belong to")]:
            self.put("password", password + "\n")
            self.environment["TREADLE_UPDATE_PASSWORD_FILE"] = str(self.folder / "password")
            shutil.copy(reserve.with_suffix(".pub"), release.with_suffix(".pub"))
            self.use_keys(release, self.make_key("third"))
            self.refused(words)
            (self.folder / "third.key").unlink()
            (self.folder / "third.pub").unlink()


def number(key):
    """The number by which minisign calls a key, with the zeros that it leaves out at its start."""
    return key.with_suffix(".pub").read_text().split()[5].zfill(16)
